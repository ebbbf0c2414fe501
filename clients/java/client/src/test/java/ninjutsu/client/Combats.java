package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import ninjutsu.v1.Action;
import ninjutsu.v1.CombatState;

/** The combats of clients/conformance, read and compared. */
final class Combats {

  static final Path FOLDER = Path.of("..", "..", "conformance");

  private Combats() {}

  static List<JsonObject> all() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(path -> path.toString().endsWith(".json"))
          .sorted()
          .map(Combats::read)
          .toList();
    }
  }

  static JsonObject read(Path path) {
    try {
      return JsonParser.parseString(Files.readString(path)).getAsJsonObject();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  static CombatState state(JsonObject holder, String key) {
    return message(holder.get(key), CombatState.newBuilder()).build();
  }

  static <B extends Message.Builder> B message(JsonElement data, B builder) {
    try {
      JsonFormat.parser().merge(data == null ? "{}" : data.toString(), builder);
      return builder;
    } catch (InvalidProtocolBufferException error) {
      throw new IllegalArgumentException(error);
    }
  }

  static Stream<JsonObject> each(JsonObject holder, String key) {
    JsonArray array = holder.has(key) ? holder.getAsJsonArray(key) : new JsonArray();
    return StreamSupport.stream(array.spliterator(), false).map(JsonElement::getAsJsonObject);
  }

  /** That an answer is what a step, or a command of a batch, expects. */
  static void check(JsonObject expect, Object answer, String say) {
    if (expect.has("actions")) {
      Listing listing = assertInstanceOf(Listing.class, answer, say);
      assertEquals(
          each(expect, "actions").map(each -> message(each, Action.newBuilder()).build()).toList(),
          listing.actions(),
          say);
      assertEquals(
          each(expect, "refusals").map(Combats::refused).toList(), listing.refusals(), say);
    } else if (expect.has("outcome")) {
      Outcome outcome = assertInstanceOf(Outcome.class, answer, say);
      assertEquals(
          message(expect.get("outcome"), ninjutsu.v1.Outcome.newBuilder()).build(),
          wire(outcome),
          say);
      outcome.events().forEach(each -> assertNotNull(each.change(), say));
    } else if (expect.has("refused")) {
      Object refused = answer instanceof RefusedException thrown ? thrown.refused() : answer;
      assertEquals(refused(expect.getAsJsonObject("refused")), refused, say);
    } else if (expect.has("invalid")) {
      InvalidRequestException thrown =
          assertInstanceOf(InvalidRequestException.class, answer, say);
      assertEquals(faults(expect, "invalid"), thrown.faults(), say);
    } else if (expect.has("faults")) {
      assertEquals(faults(expect, "faults"), answer, say);
    } else {
      List<?> answers = assertInstanceOf(List.class, answer, say);
      List<JsonObject> expected = each(expect, "responses").toList();
      assertEquals(expected.size(), answers.size(), say);
      for (int at = 0; at < expected.size(); at++) {
        check(expected.get(at), answers.get(at), say + " [" + at + "]");
      }
    }
  }

  private static List<Fault> faults(JsonObject expect, String key) {
    return each(expect, key).map(each -> new Fault(text(each, "field"), text(each, "message")))
        .toList();
  }

  private static Refused refused(JsonObject said) {
    return new Refused(
        text(said, "reason"),
        text(said, "rule"),
        text(said, "sourceId"),
        text(said, "keyword"),
        text(said, "returnedId"),
        text(said, "message"));
  }

  static String text(JsonObject holder, String key) {
    return holder.has(key) ? holder.get(key).getAsString() : "";
  }

  private static ninjutsu.v1.Outcome wire(Outcome outcome) {
    ninjutsu.v1.Outcome.Builder wire =
        ninjutsu.v1.Outcome.newBuilder()
            .addAllTriggers(outcome.triggers())
            .setRandom(outcome.random());
    outcome.events().forEach(each -> wire.addEvents(each.event()));
    outcome.choice().ifPresent(wire::setChoice);
    return wire.build();
  }
}
