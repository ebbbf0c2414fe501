package ninjutsu.forge;

import forge.card.MagicColor;
import forge.card.mana.ManaAtom;
import forge.game.Game;
import forge.game.GameEntity;
import forge.game.card.Card;
import forge.game.combat.AttackingBand;
import forge.game.mana.Mana;
import forge.game.phase.PhaseHandler;
import forge.game.player.Player;
import forge.game.spellability.SpellAbilityStackInstance;
import forge.game.zone.ZoneType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ninjutsu.forge.mapping.Ids;
import ninjutsu.forge.mapping.Terms;
import ninjutsu.v1.AttackTarget;
import ninjutsu.v1.Attacker;
import ninjutsu.v1.Combat;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.ManaPool;
import ninjutsu.v1.StackObject;
import ninjutsu.v1.StackObjectKind;

/**
 * A game of Forge's as a CombatState. Reads and changes nothing of the game; call it on the
 * thread that runs the game.
 */
public final class ForgeCombat {

  private static final List<ZoneType> ZONES =
      List.of(
          ZoneType.Battlefield,
          ZoneType.Hand,
          ZoneType.Command,
          ZoneType.Graveyard,
          ZoneType.Exile);

  private ForgeCombat() {}

  /** What Forge knows of the game now. Libraries are told by their size alone. */
  public static CombatState of(Game game) {
    PhaseHandler phase = game.getPhaseHandler();
    CombatState.Builder state = CombatState.newBuilder().setTurn(phase.getTurn());
    if (phase.getPhase() != null) {
      state.setStep(Terms.step(phase.getPhase().name()));
    }
    if (phase.getPlayerTurn() != null) {
      state.setActivePlayerId(Ids.player(phase.getPlayerTurn().getId()));
    }
    if (phase.getPriorityPlayer() != null) {
      state.setPriorityPlayerId(Ids.player(phase.getPriorityPlayer().getId()));
    }
    Map<Integer, Integer> teams = new HashMap<>();
    game.getRegisteredPlayers().forEach(each -> teams.merge(each.getTeam(), 1, Integer::sum));
    for (Player player : game.getRegisteredPlayers()) {
      state.addPlayers(player(player, teams.get(player.getTeam()) > 1));
      for (ZoneType zone : ZONES) {
        cards(player, zone, state);
      }
    }
    stack(game, state);
    if (game.getCombat() != null) {
      state.setCombat(combat(game.getCombat()));
    }
    return state.build();
  }

  private static ninjutsu.v1.Player player(Player player, boolean inTeam) {
    ninjutsu.v1.Player.Builder found =
        ninjutsu.v1.Player.newBuilder()
            .setId(Ids.player(player.getId()))
            .setLife(player.getLife())
            .setManaPool(pool(player))
            .setLeftGame(player.hasLost())
            .setLibrarySize(player.getZone(ZoneType.Library).size())
            .putAllCounters(Renamed.counters(player.getCounters()));
    if (inTeam) {
      found.setTeamId(Ids.team(player.getTeam()));
    }
    for (Map.Entry<Card, Integer> each : player.getCommanderDamage()) {
      found.putCommanderDamage(Ids.card(each.getKey().getId()), each.getValue());
    }
    return found.build();
  }

  private static ManaPool pool(Player player) {
    Map<Byte, Integer> all = new HashMap<>();
    Map<Byte, Integer> snow = new HashMap<>();
    for (Mana mana : player.getManaPool()) {
      if (mana.isRestricted()) {
        continue;
      }
      all.merge(mana.getColor(), 1, Integer::sum);
      snow.merge(mana.getColor(), mana.isSnow() ? 1 : 0, Integer::sum);
    }
    byte colourless = (byte) ManaAtom.COLORLESS;
    return ManaPool.newBuilder()
        .setWhite(all.getOrDefault(MagicColor.WHITE, 0))
        .setBlue(all.getOrDefault(MagicColor.BLUE, 0))
        .setBlack(all.getOrDefault(MagicColor.BLACK, 0))
        .setRed(all.getOrDefault(MagicColor.RED, 0))
        .setGreen(all.getOrDefault(MagicColor.GREEN, 0))
        .setColorless(all.getOrDefault(colourless, 0))
        .setSnowWhite(snow.getOrDefault(MagicColor.WHITE, 0))
        .setSnowBlue(snow.getOrDefault(MagicColor.BLUE, 0))
        .setSnowBlack(snow.getOrDefault(MagicColor.BLACK, 0))
        .setSnowRed(snow.getOrDefault(MagicColor.RED, 0))
        .setSnowGreen(snow.getOrDefault(MagicColor.GREEN, 0))
        .setSnowColorless(snow.getOrDefault(colourless, 0))
        .build();
  }

  private static void cards(Player player, ZoneType zone, CombatState.Builder state) {
    for (Card card : player.getCardsIncludePhasingIn(zone)) {
      // The command zone also holds what Forge makes of effects and emblems.
      if (zone != ZoneType.Command || card.isCommander()) {
        state.addObjects(ForgeObjects.of(card, zone, Terms.zone(zone.name()).orElseThrow()));
      }
    }
  }

  private static void stack(Game game, CombatState.Builder state) {
    List<StackObject> found = new ArrayList<>();
    for (SpellAbilityStackInstance each : game.getStack()) {
      Card source = each.getSourceCard();
      StackObjectKind kind =
          each.isSpell()
              ? StackObjectKind.STACK_OBJECT_KIND_SPELL
              : each.isTrigger()
                  ? StackObjectKind.STACK_OBJECT_KIND_TRIGGERED_ABILITY
                  : StackObjectKind.STACK_OBJECT_KIND_ACTIVATED_ABILITY;
      StackObject.Builder object =
          StackObject.newBuilder()
              .setId(Ids.stack(each.getId()))
              .setKind(kind)
              .setControllerId(Ids.player(each.getActivatingPlayer().getId()))
              // Forge tells of the whole stack whether there is split second in it.
              .setSplitSecond(found.isEmpty() && game.getStack().isSplitSecondOnStack());
      if (source != null && source.getZone() != null) {
        ZoneType zone = source.getZone().getZoneType();
        if (zone == ZoneType.Stack) {
          state.addObjects(ForgeObjects.of(source, zone, Terms.zone(zone.name()).orElseThrow()));
        }
        if (zone == ZoneType.Stack || ZONES.contains(zone)) {
          object
              .setSourceId(Ids.card(source.getId()))
              .setSourceIncarnation(ForgeObjects.incarnation(source, zone));
        }
      }
      found.add(object.build());
    }
    // Forge tells the top first.
    Collections.reverse(found);
    state.addAllStack(found);
  }

  private static Combat combat(forge.game.combat.Combat combat) {
    Combat.Builder found = Combat.newBuilder();
    for (Card card : combat.getAttackers()) {
      if (card.getZone() == null || !card.getZone().is(ZoneType.Battlefield)) {
        continue;
      }
      AttackingBand band = combat.getBandOfAttacker(card);
      Attacker.Builder attacker =
          Attacker.newBuilder()
              .setObjectId(Ids.card(card.getId()))
              .setBlockStatus(Terms.blockStatus(band.isBlocked()))
              .setDeclared(true);
      target(combat.getDefenderByAttacker(card), attacker);
      for (Card blocker : combat.getBlockers(card)) {
        attacker.addBlockerIds(Ids.card(blocker.getId()));
      }
      found.addAttackers(attacker);
    }
    return found.build();
  }

  private static void target(GameEntity defender, Attacker.Builder attacker) {
    if (defender instanceof Player player) {
      attacker.setTarget(AttackTarget.newBuilder().setPlayerId(Ids.player(player.getId())));
    } else if (defender instanceof Card card && card.isInPlay()) {
      attacker.setTarget(
          AttackTarget.newBuilder()
              .setPermanentId(Ids.card(card.getId()))
              .setIncarnation(ForgeObjects.incarnation(card, ZoneType.Battlefield)));
    }
  }
}
