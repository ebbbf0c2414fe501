package ninjutsu.forge;

import forge.game.card.Card;
import forge.game.cost.CostPart;
import forge.game.cost.CostSacrifice;
import forge.game.keyword.KeywordInterface;
import forge.game.player.Player;
import forge.game.spellability.AbilityManaPart;
import forge.game.spellability.SpellAbility;
import forge.game.zone.ZoneType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import ninjutsu.forge.mapping.Ids;
import ninjutsu.forge.mapping.Terms;
import ninjutsu.v1.Characteristics;
import ninjutsu.v1.GameObject;
import ninjutsu.v1.ManaAbility;
import ninjutsu.v1.Zone;

/** A card of Forge's as a GameObject, with the characteristics that Forge has computed. */
final class ForgeObjects {

  private ForgeObjects() {}

  /** A card in a zone. */
  static GameObject of(Card card, ZoneType zoneType, Zone zone) {
    GameObject.Builder object =
        GameObject.newBuilder()
            .setId(Ids.card(card.getId()))
            .setIncarnation(incarnation(card, zoneType))
            .setCardName(card.isToken() ? card.getName() : card.getPaperCard().getName())
            .setOwnerId(Ids.player(card.getOwner().getId()))
            .setControllerId(Ids.player(card.getController().getId()))
            .setZone(zone)
            .setTapped(card.isTapped())
            .setToken(card.isToken())
            .setFaceDown(card.isFaceDown())
            .setPhasedOut(card.isPhasedOut())
            .setCommander(card.isCommander())
            .putAllCounters(Renamed.counters(card.getCounters()))
            .setCharacteristics(characteristics(card));
    if (card.isCommander()) {
      object.setCommanderCasts(card.getOwner().getCommanderCast(card));
    }
    if (zone == Zone.ZONE_BATTLEFIELD) {
      permanent(card, object);
    }
    return object.build();
  }

  /** A number that differs after every change of zone. */
  static long incarnation(Card card, ZoneType zoneType) {
    return Ids.incarnation(Renamed.timestamp(card), zoneType.ordinal());
  }

  private static void permanent(Card card, GameObject.Builder object) {
    object
        .setDamage(card.getDamage())
        .setDamagedByDeathtouch(card.hasBeenDealtDeathtouchDamage())
        .setTurnEntered(Math.max(card.getTurnInZone(), 0))
        .setSummoningSick(card.isFirstTurnControlled());
    Player protector = Renamed.protector(card);
    if (protector != null) {
      object.setProtectorId(Ids.player(protector.getId()));
    }
    for (SpellAbility ability : card.getManaAbilities()) {
      manaAbilities(card, ability).forEach(object::addManaAbilities);
    }
  }

  private static Characteristics characteristics(Card card) {
    Characteristics.Builder found =
        Characteristics.newBuilder()
            .setName(card.getName())
            .setManaCost(Terms.manaCost(card.getManaCost().toString()));
    for (String type : card.getType()) {
      found.addTypes(type);
    }
    for (KeywordInterface keyword : card.getKeywords()) {
      found.addKeywords(keyword.getOriginal());
    }
    if (card.isCreature()) {
      found.setPower(card.getNetPower()).setToughness(card.getNetToughness());
    }
    colours(card).forEach(found::addColors);
    return found.build();
  }

  private static List<String> colours(Card card) {
    List<String> found = new ArrayList<>();
    if (card.getColor().hasWhite()) {
      found.add("White");
    }
    if (card.getColor().hasBlue()) {
      found.add("Blue");
    }
    if (card.getColor().hasBlack()) {
      found.add("Black");
    }
    if (card.getColor().hasRed()) {
      found.add("Red");
    }
    if (card.getColor().hasGreen()) {
      found.add("Green");
    }
    return found;
  }

  /** A mana ability's ways, or none where only Forge knows its cost, its use or what it gives. */
  private static List<ManaAbility> manaAbilities(Card card, SpellAbility ability) {
    List<String> parts = new ArrayList<>();
    for (CostPart part : ability.getPayCosts().getCostParts()) {
      boolean another = part instanceof CostSacrifice && !part.payCostFromSource();
      parts.add(another ? "another" : part.getClass().getSimpleName());
    }
    Optional<String> cost = Terms.manaAbilityCost(parts);
    AbilityManaPart mana = ability.getManaPart();
    if (cost.isEmpty() || mana == null || !mana.getManaRestrictions().isEmpty()) {
      return List.of();
    }
    return Terms.produces(mana.getOrigProduced(), ability.getParam("Amount")).stream()
        .map(
            way ->
                ManaAbility.newBuilder()
                    .setProduces(way)
                    .setCost(cost.get())
                    .setSnow(card.isSnow())
                    .build())
        .toList();
  }
}
