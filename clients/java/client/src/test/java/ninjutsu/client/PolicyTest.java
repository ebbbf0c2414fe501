package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import ninjutsu.v1.CardPoolServiceGrpc;
import ninjutsu.v1.NinjutsuServiceGrpc;
import org.junit.jupiter.api.Test;

class PolicyTest {

  @Test
  void thePolicyIsTheServices() throws Exception {
    String text = Files.readString(Path.of("..", "..", "policy.json"));
    assertEquals(
        JsonParser.parseString(text), new Gson().toJsonTree(Policy.serviceConfig()));
  }

  @Test
  void itNamesTheServicesOfTheContract() {
    String all = Policy.serviceConfig().toString();
    assertTrue(all.contains(NinjutsuServiceGrpc.SERVICE_NAME));
    assertTrue(all.contains(CardPoolServiceGrpc.SERVICE_NAME));
  }
}
