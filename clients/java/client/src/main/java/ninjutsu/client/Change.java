package ninjutsu.client;

import ninjutsu.v1.Event;

/**
 * What an event says, one record a kind, to be told apart with {@code instanceof} or, from Java
 * 21, with {@code switch}. Each holds the message, whose fields grow without breaking a pattern.
 */
public sealed interface Change {

  record CardRevealed(ninjutsu.v1.CardRevealed message) implements Change {}

  record CardHidden(ninjutsu.v1.CardHidden message) implements Change {}

  record ManaAdded(ninjutsu.v1.ManaAdded message) implements Change {}

  record ManaSpent(ninjutsu.v1.ManaSpent message) implements Change {}

  record ObjectTapped(ninjutsu.v1.ObjectTapped message) implements Change {}

  record ZoneChanged(ninjutsu.v1.ZoneChanged message) implements Change {}

  record ObjectCeased(ninjutsu.v1.ObjectCeased message) implements Change {}

  record StackPushed(ninjutsu.v1.StackPushed message) implements Change {}

  record StackRemoved(ninjutsu.v1.StackRemoved message) implements Change {}

  record AttackJoined(ninjutsu.v1.AttackJoined message) implements Change {}

  record CombatLeft(ninjutsu.v1.CombatLeft message) implements Change {}

  record DamageDealt(ninjutsu.v1.DamageDealt message) implements Change {}

  record LifeChanged(ninjutsu.v1.LifeChanged message) implements Change {}

  record CountersChanged(ninjutsu.v1.CountersChanged message) implements Change {}

  record StepBegan(ninjutsu.v1.StepBegan message) implements Change {}

  record PlayerLost(ninjutsu.v1.PlayerLost message) implements Change {}

  record ObjectCreated(ninjutsu.v1.ObjectCreated message) implements Change {}

  record ControlChanged(ninjutsu.v1.ControlChanged message) implements Change {}

  record EffectBegan(ninjutsu.v1.EffectBegan message) implements Change {}

  record EffectLeftToEngine(ninjutsu.v1.EffectLeftToEngine message) implements Change {}

  record PriorityGiven(ninjutsu.v1.PriorityGiven message) implements Change {}

  record CommanderCast(ninjutsu.v1.CommanderCast message) implements Change {}

  record DamageRemoved(ninjutsu.v1.DamageRemoved message) implements Change {}

  record EffectEnded(ninjutsu.v1.EffectEnded message) implements Change {}

  record LibraryArranged(ninjutsu.v1.LibraryArranged message) implements Change {}

  record ObjectCopied(ninjutsu.v1.ObjectCopied message) implements Change {}

  record AbilityTriggered(ninjutsu.v1.AbilityTriggered message) implements Change {}

  /** A kind that this client's contract does not know: ask for the state instead. */
  record Unknown(Event event) implements Change {}

  /** What an event says. */
  static Change of(Event event) {
    return switch (event.getEventCase()) {
      case CARD_REVEALED -> new CardRevealed(event.getCardRevealed());
      case CARD_HIDDEN -> new CardHidden(event.getCardHidden());
      case MANA_ADDED -> new ManaAdded(event.getManaAdded());
      case MANA_SPENT -> new ManaSpent(event.getManaSpent());
      case OBJECT_TAPPED -> new ObjectTapped(event.getObjectTapped());
      case ZONE_CHANGED -> new ZoneChanged(event.getZoneChanged());
      case OBJECT_CEASED -> new ObjectCeased(event.getObjectCeased());
      case STACK_PUSHED -> new StackPushed(event.getStackPushed());
      case STACK_REMOVED -> new StackRemoved(event.getStackRemoved());
      case ATTACK_JOINED -> new AttackJoined(event.getAttackJoined());
      case COMBAT_LEFT -> new CombatLeft(event.getCombatLeft());
      case DAMAGE_DEALT -> new DamageDealt(event.getDamageDealt());
      case LIFE_CHANGED -> new LifeChanged(event.getLifeChanged());
      case COUNTERS_CHANGED -> new CountersChanged(event.getCountersChanged());
      case STEP_BEGAN -> new StepBegan(event.getStepBegan());
      case PLAYER_LOST -> new PlayerLost(event.getPlayerLost());
      case OBJECT_CREATED -> new ObjectCreated(event.getObjectCreated());
      case CONTROL_CHANGED -> new ControlChanged(event.getControlChanged());
      case EFFECT_BEGAN -> new EffectBegan(event.getEffectBegan());
      case EFFECT_LEFT_TO_ENGINE -> new EffectLeftToEngine(event.getEffectLeftToEngine());
      case PRIORITY_GIVEN -> new PriorityGiven(event.getPriorityGiven());
      case COMMANDER_CAST -> new CommanderCast(event.getCommanderCast());
      case DAMAGE_REMOVED -> new DamageRemoved(event.getDamageRemoved());
      case EFFECT_ENDED -> new EffectEnded(event.getEffectEnded());
      case LIBRARY_ARRANGED -> new LibraryArranged(event.getLibraryArranged());
      case OBJECT_COPIED -> new ObjectCopied(event.getObjectCopied());
      case ABILITY_TRIGGERED -> new AbilityTriggered(event.getAbilityTriggered());
      case EVENT_NOT_SET -> new Unknown(event);
    };
  }
}
