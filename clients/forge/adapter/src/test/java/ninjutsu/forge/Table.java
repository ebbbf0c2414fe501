package ninjutsu.forge;

import forge.LobbyPlayer;
import forge.card.CardRarity;
import forge.card.CardRules;
import forge.deck.Deck;
import forge.game.Game;
import forge.game.GameEntity;
import forge.game.GameRules;
import forge.game.GameType;
import forge.game.Match;
import forge.game.card.Card;
import forge.game.card.CardFactory;
import forge.game.combat.Combat;
import forge.game.phase.PhaseType;
import forge.game.player.IGameEntitiesFactory;
import forge.game.player.Player;
import forge.game.player.PlayerController;
import forge.game.player.RegisteredPlayer;
import forge.game.zone.ZoneType;
import forge.item.PaperCard;
import forge.util.Lang;
import forge.util.Localizer;
import java.util.List;
import java.util.stream.Stream;

/** A small game of Forge's, without a window, in the declare blockers step of ana's turn. */
final class Table {

  static {
    Localizer.getInstance().initialize("en-US", "../forge-gui/res/languages/");
    Lang.createInstance("en-US");
  }

  final Game game;
  final Player ana;
  final Player ben;

  Table() {
    List<RegisteredPlayer> seats =
        Stream.of("ana", "ben")
            .map(name -> new RegisteredPlayer(new Deck(name)).setPlayer(new Seat(name)))
            .toList();
    GameRules rules = new GameRules(GameType.Constructed);
    game = new Game(seats, rules, new Match(rules, seats, "a test"));
    ana = game.getPlayers().get(0);
    ben = game.getPlayers().get(1);
    ana.setStartingLife(20);
    ben.setStartingLife(20);
    game.getPhaseHandler().devModeSet(PhaseType.COMBAT_DECLARE_BLOCKERS, ana, false, 5);
    game.getPhaseHandler().setPriority(ana);
  }

  Card card(Player owner, ZoneType zone, String... script) {
    CardRules rules = CardRules.fromScript(List.of(script));
    Card card = CardFactory.getCard(new PaperCard(rules, "", CardRarity.Common), owner, game);
    owner.getZone(zone).add(card);
    return card;
  }

  Card creature(Player owner, String name) {
    return card(
        owner,
        ZoneType.Battlefield,
        "Name:" + name,
        "ManaCost:1 G",
        "Types:Creature Bear",
        "PT:2/2",
        "Oracle:");
  }

  Card ninja(Player owner, ZoneType zone, String keyword) {
    return card(
        owner,
        zone,
        "Name:Ninja of the Deep Hours",
        "ManaCost:3 U",
        "Types:Creature Human Ninja",
        "PT:2/2",
        "K:" + keyword,
        "Oracle:");
  }

  Card island(Player owner) {
    return card(
        owner,
        ZoneType.Battlefield,
        "Name:Island",
        "ManaCost:no cost",
        "Types:Basic Land Island",
        "Oracle:");
  }

  void attack(Card attacker, GameEntity defender, Boolean blocked, Card... blockers) {
    Combat combat = game.getPhaseHandler().getCombat();
    if (combat == null) {
      combat = new Combat(ana);
      game.getPhaseHandler().setCombat(combat);
    }
    combat.addAttacker(attacker, defender);
    for (Card blocker : blockers) {
      combat.addBlocker(attacker, blocker);
    }
    if (blocked != null) {
      combat.setBlocked(attacker, blocked);
    }
  }

  private static final class Seat extends LobbyPlayer implements IGameEntitiesFactory {

    Seat(String name) {
      super(name);
    }

    @Override
    public void hear(LobbyPlayer player, String message) {}

    @Override
    public PlayerController createMindSlaveController(Player master, Player slave) {
      return null;
    }

    @Override
    public Player createIngamePlayer(Game game, int id) {
      return new Player(getName(), game, id);
    }
  }
}
