package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.function.Function;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.Refusal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ClientTest {

  private static final CombatState STATE = CombatState.newBuilder().setTurn(3).build();
  private static final Function<Integer, Throwable> NEVER = call -> null;

  /** The first call of a process loads classes for longer than a deadline may leave. */
  @BeforeAll
  static void aFirstCall() throws Exception {
    try (FakeService service = new FakeService(NEVER);
        NinjutsuClient client = NinjutsuClient.connect(service.address())) {
      client.play(STATE).listActions("ana");
    }
  }

  @Test
  void aCallCarriesItsDeadlineAndLanguage() throws Exception {
    try (FakeService service = new FakeService(NEVER);
        NinjutsuClient client = NinjutsuClient.connect(service.address(), null, "fr")) {
      client.listActions(STATE, "ana", ListOption.EXPLAIN);
      assertEquals("fr", service.language);
      assertTrue(service.millisLeft > 0 && service.millisLeft <= 5_000);
      assertEquals(Requests.listing(STATE, "ana", ListOption.EXPLAIN), service.request);
    }
  }

  @Test
  void whatIsUnavailableIsTriedAgain() throws Exception {
    try (FakeService service =
            new FakeService(call -> call < 3 ? FakeService.status(Status.Code.UNAVAILABLE) : null);
        NinjutsuClient client = NinjutsuClient.connect(service.address())) {
      client.listActions(STATE, "ana");
      assertEquals(3, service.calls.get());
    }
  }

  @Test
  void fiveTriesAreAllThereAre() throws Exception {
    try (FakeService service =
            new FakeService(call -> FakeService.status(Status.Code.UNAVAILABLE));
        NinjutsuClient client = NinjutsuClient.connect(service.address())) {
      assertThrows(UnavailableException.class, () -> client.listActions(STATE, "ana"));
      assertEquals(5, service.calls.get());
    }
  }

  @Test
  void aStreamWaitsForNoServer() {
    try (NinjutsuClient client = NinjutsuClient.connect("127.0.0.1:9");
        PlayedCombat game = client.play(STATE)) {
      assertThrows(UnavailableException.class, game::resolve);
    }
  }

  @Test
  void aRefusalIsTypedAndNotTriedAgain() throws Exception {
    ErrorInfo info =
        ErrorInfo.newBuilder()
            .setReason("BLOCKED")
            .setDomain("ninjutsu.v1")
            .putMetadata("rule", "509.1h")
            .putMetadata("source_id", "ninja")
            .putMetadata("returned_id", "ogre")
            .build();
    com.google.rpc.Status status =
        com.google.rpc.Status.newBuilder()
            .setCode(Status.Code.FAILED_PRECONDITION.value())
            .setMessage("it was blocked")
            .addDetails(Any.pack(info))
            .build();
    try (FakeService service = new FakeService(call -> StatusProto.toStatusException(status));
        NinjutsuClient client = NinjutsuClient.connect(service.address())) {
      RefusedException thrown =
          assertThrows(RefusedException.class, () -> client.listActions(STATE, "ana"));
      assertEquals(
          new Refused("BLOCKED", "509.1h", "ninja", "", "ogre", "it was blocked"),
          thrown.refused());
      assertEquals(1, service.calls.get());
    }
  }

  @Test
  void otherStatusesAreTyped() throws Exception {
    for (Status.Code code :
        List.of(
            Status.Code.RESOURCE_EXHAUSTED,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.UNIMPLEMENTED)) {
      try (FakeService service = new FakeService(call -> FakeService.status(code));
          NinjutsuClient client = NinjutsuClient.connect(service.address())) {
        FailedException thrown =
            assertThrows(FailedException.class, () -> client.listActions(STATE, "ana"));
        assertEquals(code.name(), thrown.code());
      }
    }
    try (FakeService service =
            new FakeService(call -> FakeService.status(Status.Code.INVALID_ARGUMENT));
        NinjutsuClient client = NinjutsuClient.connect(service.address())) {
      assertEquals(
          List.of(),
          assertThrows(InvalidRequestException.class, () -> client.listActions(STATE, "ana"))
              .faults());
    }
  }

  @Test
  void aStreamSendsItsStateOnceAndSaysHowItEnded() throws Exception {
    try (FakeService service = new FakeService(NEVER);
        NinjutsuClient client = NinjutsuClient.connect(service.address());
        PlayedCombat combat = client.play(STATE)) {
      combat.listActions("ana");
      assertEquals(STATE, service.request.getState());
      combat.listActions("ana");
      assertEquals(false, service.request.hasState());
      combat.replaceState(STATE);
      combat.listActions("ana");
      assertEquals(STATE, service.request.getState());
      assertThrows(FailedException.class, combat::resolve);
      assertThrows(FailedException.class, () -> combat.listActions("ana"));
    }
  }

  @Test
  void aStreamThatFailsIsTyped() throws Exception {
    try (FakeService service =
            new FakeService(call -> FakeService.status(Status.Code.INVALID_ARGUMENT));
        NinjutsuClient client = NinjutsuClient.connect(service.address());
        PlayedCombat combat = client.play(STATE)) {
      assertThrows(InvalidRequestException.class, () -> combat.listActions("ana"));
    }
  }

  @Test
  void aClosedStreamSaysSo() throws Exception {
    try (FakeService service = new FakeService(NEVER);
        NinjutsuClient client = NinjutsuClient.connect(service.address())) {
      PlayedCombat combat = client.play(STATE);
      combat.close();
      combat.close();
      assertThrows(InvalidRequestException.class, combat::advanceStep);
    }
  }

  @Test
  void anInterruptEndsAStream() throws Exception {
    try (FakeService service = new FakeService(NEVER);
        NinjutsuClient client = NinjutsuClient.connect(service.address());
        PlayedCombat combat = client.play(STATE)) {
      Thread.currentThread().interrupt();
      FailedException thrown = assertThrows(FailedException.class, combat::advanceStep);
      assertTrue(Thread.interrupted());
      assertEquals("CANCELLED", thrown.code());
    }
  }

  @Test
  void aReasonOfALaterContractIsANumber() {
    assertEquals("99", Refused.of(Refusal.newBuilder().setReasonValue(99).build()).reason());
  }

  @Test
  void aSocketsPathMayBeWrittenAsAUri() {
    assertEquals("/run/n.sock", Channels.path("unix:/run/n.sock"));
    assertEquals("/run/n.sock", Channels.path("unix:///run/n.sock"));
    assertEquals("n.sock", Channels.path("unix:n.sock"));
  }
}
