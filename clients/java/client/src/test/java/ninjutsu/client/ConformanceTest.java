package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import ninjutsu.v1.BatchRequest;
import ninjutsu.v1.CallOptions;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.Decision;
import ninjutsu.v1.ListActionsRequest;
import ninjutsu.v1.ResolveRequest;
import ninjutsu.v1.TakeActionRequest;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** The combats of clients/conformance, played against the server that the environment names. */
class ConformanceTest {

  private static final String ADDRESS = System.getenv("CONFORMANCE_ADDRESS");
  private static final String SOCKET = System.getenv("CONFORMANCE_SOCKET");

  /** A combat as one sees it through a client or a stream: only who keeps the state differs. */
  private interface Asked {
    Object ask(String call, JsonObject request);

    void replace(CombatState state);
  }

  @Test
  void thereAreCombats() throws IOException {
    assertTrue(Combats.all().size() >= 12);
  }

  @TestFactory
  Stream<DynamicTest> callByCall() throws IOException {
    return Combats.all().stream().map(combat -> test(combat, () -> play(combat)));
  }

  @TestFactory
  Stream<DynamicTest> overOneStream() throws IOException {
    return Combats.all().stream()
        .filter(combat -> combat.get("stream").getAsBoolean())
        .map(combat -> test(combat, () -> stream(combat)));
  }

  @Test
  void overAUnixSocket() {
    assumeTrue(SOCKET != null, "CONFORMANCE_SOCKET names no socket");
    JsonObject combat = Combats.read(Combats.FOLDER.resolve("ninjutsu.json"));
    try (NinjutsuClient client = NinjutsuClient.connect("unix:" + SOCKET)) {
      steps(combat, new OneByOne(client, Combats.state(combat, "state")));
    }
  }

  private static DynamicTest test(JsonObject combat, Executable played) {
    return DynamicTest.dynamicTest(
        Combats.text(combat, "name"),
        () -> {
          assumeTrue(ADDRESS != null, "CONFORMANCE_ADDRESS names no server");
          played.execute();
        });
  }

  private static void play(JsonObject combat) {
    String language = Combats.text(combat, "language");
    try (NinjutsuClient client = NinjutsuClient.connect(ADDRESS, null, language)) {
      OneByOne calls = new OneByOne(client, Combats.state(combat, "state"));
      steps(combat, calls);
      assertEquals(Combats.state(combat, "finalState"), calls.state);
    }
  }

  private static void stream(JsonObject combat) {
    String language = Combats.text(combat, "language");
    try (NinjutsuClient client = NinjutsuClient.connect(ADDRESS, null, language);
        PlayedCombat played = client.play(Combats.state(combat, "state"))) {
      steps(combat, new OnStream(played));
    }
  }

  private static void steps(JsonObject combat, Asked asked) {
    Combats.each(combat, "steps")
        .forEach(
            step -> {
              if (step.has("state")) {
                asked.replace(Combats.state(step, "state"));
              }
              JsonObject request =
                  step.has("request") ? step.getAsJsonObject("request") : new JsonObject();
              Object answer = caught(() -> asked.ask(Combats.text(step, "call"), request));
              Combats.check(step.getAsJsonObject("expect"), answer, Combats.text(step, "say"));
            });
  }

  private static Object caught(Supplier<Object> call) {
    try {
      return call.get();
    } catch (RefusedException | InvalidRequestException error) {
      return error;
    }
  }

  private static ListOption[] listOptions(ListActionsRequest request) {
    List<ListOption> wanted = new ArrayList<>();
    if (request.getExplain()) {
      wanted.add(ListOption.EXPLAIN);
    }
    if (request.getEnginePays()) {
      wanted.add(ListOption.ENGINE_PAYS);
    }
    return wanted.toArray(new ListOption[0]);
  }

  private static CallSettings settings(
      List<Decision> decisions, boolean seeded, long seed, boolean optioned, CallOptions options) {
    CallSettings settings = CallSettings.NONE.withDecisions(decisions);
    settings = seeded ? settings.withSeed(seed) : settings;
    return optioned ? settings.withOptions(options) : settings;
  }

  private static CallSettings settings(TakeActionRequest request) {
    CallSettings settings =
        settings(
            request.getDecisionsList(),
            request.hasRandomSeed(),
            request.getRandomSeed(),
            request.hasOptions(),
            request.getOptions());
    return request.hasPayment() ? settings.withPayment(request.getPayment()) : settings;
  }

  private static CallSettings settings(JsonObject data) {
    ResolveRequest request = Combats.message(data, ResolveRequest.newBuilder()).build();
    return settings(
        request.getDecisionsList(),
        request.hasRandomSeed(),
        request.getRandomSeed(),
        request.hasOptions(),
        request.getOptions());
  }

  private static final class OneByOne implements Asked {
    private final NinjutsuClient client;
    private CombatState state;

    OneByOne(NinjutsuClient client, CombatState state) {
      this.client = client;
      this.state = state;
    }

    @Override
    public Object ask(String call, JsonObject data) {
      Object answer = answer(call, data);
      if (answer instanceof Outcome outcome) {
        state = outcome.state().orElse(state);
      }
      return answer;
    }

    private Object answer(String call, JsonObject data) {
      switch (call) {
        case "ListActions":
          ListActionsRequest listing =
              Combats.message(data, ListActionsRequest.newBuilder()).build();
          return client.listActions(state, listing.getPlayerId(), listOptions(listing));
        case "TakeAction":
          TakeActionRequest taking = Combats.message(data, TakeActionRequest.newBuilder()).build();
          return client.takeAction(
              state, taking.getPlayerId(), taking.getAction(), settings(taking));
        case "Resolve":
          return client.resolve(state, settings(data));
        case "AdvanceStep":
          return client.advanceStep(state, settings(data));
        case "CheckState":
          return client.checkState(state);
        case "Batch":
          BatchRequest batch = Combats.message(data, BatchRequest.newBuilder()).build();
          return client.batch(state, batch.getCommandsList());
        default:
          throw new IllegalArgumentException(call);
      }
    }

    @Override
    public void replace(CombatState changed) {
      state = changed;
    }
  }

  private record OnStream(PlayedCombat played) implements Asked {

    @Override
    public Object ask(String call, JsonObject data) {
      switch (call) {
        case "ListActions":
          ListActionsRequest listing =
              Combats.message(data, ListActionsRequest.newBuilder()).build();
          return played.listActions(listing.getPlayerId(), listOptions(listing));
        case "TakeAction":
          TakeActionRequest taking = Combats.message(data, TakeActionRequest.newBuilder()).build();
          return played.takeAction(taking.getPlayerId(), taking.getAction(), settings(taking));
        case "Resolve":
          return played.resolve(settings(data));
        case "AdvanceStep":
          return played.advanceStep(settings(data));
        default:
          throw new IllegalArgumentException(call);
      }
    }

    @Override
    public void replace(CombatState changed) {
      played.replaceState(changed);
    }
  }
}
