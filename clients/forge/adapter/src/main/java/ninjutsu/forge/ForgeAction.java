package ninjutsu.forge;

import forge.game.Game;
import forge.game.card.Card;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import ninjutsu.forge.mapping.Ids;
import ninjutsu.forge.mapping.Offer;
import ninjutsu.forge.mapping.Terms;
import ninjutsu.v1.Action;

/**
 * What a player of Forge's would click to take an action.
 *
 * @param ability the ability to activate, or the spell to cast
 * @param returned the creature to choose as Forge asks for what goes back to hand
 */
public record ForgeAction(SpellAbility ability, Card returned) {

  /**
   * Finds what an action means.
   *
   * @param game the game that the state was made of, unchanged since
   * @param player who acts
   * @param action one that ListActions answered
   * @return empty where the game has no such card, creature or ability any more
   */
  public static Optional<ForgeAction> find(Game game, Player player, Action action) {
    Card source = card(game, action.getSourceId());
    Card returned = card(game, action.getReturnedId());
    if (source == null || returned == null || source.getZone() == null) {
      return Optional.empty();
    }
    List<Offer<SpellAbility>> offers = new ArrayList<>();
    for (SpellAbility ability : source.getSpellAbilities()) {
      offers.add(offer(ability));
    }
    String zone = source.getZone().getZoneType().name();
    Optional<Offer<SpellAbility>> meant = Offer.meant(action, zone, offers);
    meant.ifPresent(each -> each.ability().setActivatingPlayer(player));
    return meant.map(each -> new ForgeAction(each.ability(), returned));
  }

  private static Offer<SpellAbility> offer(SpellAbility ability) {
    Object alternative = ability.getAlternativeCost();
    String zone = ability.getParam("ActivationZone");
    boolean costs = ability.getPayCosts() != null && ability.getPayCosts().hasManaCost();
    return new Offer<>(
        ability.isSpell(),
        ability.hasParam("Ninjutsu"),
        alternative == null ? "" : alternative.toString(),
        zone == null ? "" : zone,
        costs ? Terms.manaCost(ability.getPayCosts().getTotalMana().toString()) : "",
        ability);
  }

  private static Card card(Game game, String id) {
    var number = Ids.cardNumber(id);
    return number.isPresent() ? game.findById(number.getAsInt()) : null;
  }
}
