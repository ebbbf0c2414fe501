package ninjutsu.client;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The deadline and the retries that the service recommends to its callers. */
public final class Policy {

  private Policy() {}

  /** A gRPC service config, for channels of one's own: retries, deadline, wait for ready. */
  public static Map<String, Object> serviceConfig() {
    try (Reader reader =
        new InputStreamReader(
            Policy.class.getResourceAsStream("policy.json"), StandardCharsets.UTF_8)) {
      return new Gson().fromJson(reader, new TypeToken<Map<String, Object>>() {}.getType());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
