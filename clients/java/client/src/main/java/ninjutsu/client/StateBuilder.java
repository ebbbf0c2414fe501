package ninjutsu.client;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import ninjutsu.v1.AttackTarget;
import ninjutsu.v1.Attacker;
import ninjutsu.v1.BlockStatus;
import ninjutsu.v1.Characteristics;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.GameObject;
import ninjutsu.v1.ManaAbility;
import ninjutsu.v1.Player;
import ninjutsu.v1.Step;
import ninjutsu.v1.Zone;

/**
 * Builds a CombatState: what an engine says of a combat, in a few lines.
 *
 * <pre>{@code
 * CombatState state =
 *     new StateBuilder("ana", Step.STEP_DECLARE_BLOCKERS)
 *         .player("ana", 20)
 *         .player("ben", 20)
 *         .creature("bear", "Grizzly Bears", "ana", 2, 2, each -> each.setTapped(true))
 *         .hand("ninja", "Ninja of the Deep Hours", "ana")
 *         .land("island", "Island", "ana", "U")
 *         .attack("bear", "ben")
 *         .build();
 * }</pre>
 *
 * <p>Where a method takes a {@code Consumer}, it may set every further field of the message.
 */
public final class StateBuilder {

  private static final Consumer<GameObject.Builder> NOTHING_MORE = each -> {};

  private final CombatState.Builder state = CombatState.newBuilder();

  /** Begins a state in turn 1, the active player having priority. */
  public StateBuilder(String active, Step step) {
    state.setTurn(1).setStep(step).setActivePlayerId(active).setPriorityPlayerId(active);
  }

  /** Says which turn it is. */
  public StateBuilder turn(int turn) {
    state.setTurn(turn);
    return this;
  }

  /** Says who has priority; "" for nobody. */
  public StateBuilder priority(String player) {
    state.setPriorityPlayerId(player);
    return this;
  }

  /** Adds a player; players come in turn order. */
  public StateBuilder player(String id, int life) {
    return player(id, life, each -> {});
  }

  /** Adds a player; players come in turn order. */
  public StateBuilder player(String id, int life, Consumer<Player.Builder> more) {
    Player.Builder player = state.addPlayersBuilder().setId(id).setLife(life);
    more.accept(player);
    return this;
  }

  /** Adds any object; its incarnation is 1 unless {@code more} says otherwise. */
  public StateBuilder object(
      String id, String card, String owner, Zone zone, Consumer<GameObject.Builder> more) {
    GameObject.Builder object =
        state
            .addObjectsBuilder()
            .setId(id)
            .setCardName(card)
            .setOwnerId(owner)
            .setZone(zone)
            .setIncarnation(1);
    more.accept(object);
    return this;
  }

  /** Adds a card in its owner's hand. */
  public StateBuilder hand(String id, String card, String owner) {
    return object(id, card, owner, Zone.ZONE_HAND, NOTHING_MORE);
  }

  /** Adds a permanent that the pool knows. */
  public StateBuilder permanent(String id, String card, String owner) {
    return object(id, card, owner, Zone.ZONE_BATTLEFIELD, NOTHING_MORE);
  }

  /** Adds a creature whose power and toughness the engine knows. */
  public StateBuilder creature(String id, String card, String owner, int power, int toughness) {
    return creature(id, card, owner, power, toughness, NOTHING_MORE);
  }

  /** As the other; {@code more} may set further fields, of its characteristics too. */
  public StateBuilder creature(
      String id,
      String card,
      String owner,
      int power,
      int toughness,
      Consumer<GameObject.Builder> more) {
    Characteristics characteristics =
        Characteristics.newBuilder()
            .addTypes("Creature")
            .setPower(power)
            .setToughness(toughness)
            .build();
    return object(
        id,
        card,
        owner,
        Zone.ZONE_BATTLEFIELD,
        each -> more.accept(each.setCharacteristics(characteristics)));
  }

  /**
   * Adds a land.
   *
   * @param produces one text for each mana ability, "U", or "U B" for one that gives both
   */
  public StateBuilder land(String id, String card, String owner, String... produces) {
    Characteristics land = Characteristics.newBuilder().addTypes("Land").build();
    return object(
        id,
        card,
        owner,
        Zone.ZONE_BATTLEFIELD,
        each -> {
          each.setCharacteristics(land);
          for (String mana : produces) {
            each.addManaAbilities(ManaAbility.newBuilder().setProduces(mana));
          }
        });
  }

  /** Has a creature attack a player; it is blocked where blockers are named (CR 509.1h). */
  public StateBuilder attack(String attacker, String player, String... blockers) {
    return attack(attacker, AttackTarget.newBuilder().setPlayerId(player).build(), blockers);
  }

  /** Has a creature attack a planeswalker or a battle that was added before. */
  public StateBuilder attackPermanent(String attacker, String permanent, String... blockers) {
    long incarnation =
        state.getObjectsList().stream()
            .filter(each -> each.getId().equals(permanent))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no object is " + permanent))
            .getIncarnation();
    AttackTarget target =
        AttackTarget.newBuilder().setPermanentId(permanent).setIncarnation(incarnation).build();
    return attack(attacker, target, blockers);
  }

  /** Adds a record of an attacker as it stands. */
  public StateBuilder attacker(Attacker attacker) {
    state.getCombatBuilder().addAttackers(attacker);
    return this;
  }

  /** The state; the builder can go on and build more. */
  public CombatState build() {
    return state.build();
  }

  private StateBuilder attack(String attacker, AttackTarget target, String... blockers) {
    List<String> blocking = Arrays.asList(blockers);
    BlockStatus status =
        blocking.isEmpty() ? BlockStatus.BLOCK_STATUS_UNBLOCKED : BlockStatus.BLOCK_STATUS_BLOCKED;
    return attacker(
        Attacker.newBuilder()
            .setObjectId(attacker)
            .setTarget(target)
            .setBlockStatus(status)
            .addAllBlockerIds(blocking)
            .setDeclared(true)
            .build());
  }
}
