package ninjutsu.forge.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import ninjutsu.v1.BlockStatus;
import ninjutsu.v1.Step;
import ninjutsu.v1.Zone;

/** Forge's names of steps, zones, costs and mana, as the contract's. */
public final class Terms {

  private static final Map<String, Step> STEPS =
      Map.of(
          "MAIN1", Step.STEP_PRECOMBAT_MAIN,
          "COMBAT_BEGIN", Step.STEP_BEGINNING_OF_COMBAT,
          "COMBAT_DECLARE_ATTACKERS", Step.STEP_DECLARE_ATTACKERS,
          "COMBAT_DECLARE_BLOCKERS", Step.STEP_DECLARE_BLOCKERS,
          "COMBAT_FIRST_STRIKE_DAMAGE", Step.STEP_FIRST_COMBAT_DAMAGE,
          "COMBAT_DAMAGE", Step.STEP_COMBAT_DAMAGE,
          "COMBAT_END", Step.STEP_END_OF_COMBAT,
          "MAIN2", Step.STEP_POSTCOMBAT_MAIN);

  private static final Map<String, Zone> ZONES =
      Map.of(
          "Hand", Zone.ZONE_HAND,
          "Battlefield", Zone.ZONE_BATTLEFIELD,
          "Command", Zone.ZONE_COMMAND,
          "Stack", Zone.ZONE_STACK,
          "Graveyard", Zone.ZONE_GRAVEYARD,
          "Exile", Zone.ZONE_EXILE,
          "Library", Zone.ZONE_LIBRARY);

  private static final List<String> COLOURS = List.of("W", "U", "B", "R", "G");
  private static final int MOST_MANA = 20;

  private Terms() {}

  /** The step of a PhaseType's name, "COMBAT_DECLARE_BLOCKERS"; OTHER outside combat and main. */
  public static Step step(String phaseType) {
    return STEPS.getOrDefault(phaseType, Step.STEP_OTHER);
  }

  /** The zone of a ZoneType's name, "Hand"; empty for one that the contract does not have. */
  public static Optional<Zone> zone(String zoneType) {
    return Optional.ofNullable(ZONES.get(zoneType));
  }

  /** What a band of Forge's says of blocks: null before they are declared (CR 509.1h). */
  public static BlockStatus blockStatus(Boolean blocked) {
    if (blocked == null) {
      return BlockStatus.BLOCK_STATUS_UNDECLARED;
    }
    return blocked ? BlockStatus.BLOCK_STATUS_BLOCKED : BlockStatus.BLOCK_STATUS_UNBLOCKED;
  }

  /** A mana cost in braces, "{1}{U/P}" or "no cost", in card script notation: "1 U/P". */
  public static String manaCost(String braces) {
    if (!braces.startsWith("{")) {
      return braces;
    }
    return braces.substring(1).replace("}{", " ").replace("}", "");
  }

  /**
   * What a mana ability gives, one text for each way.
   *
   * @param produced a script's Produced: "U", "Any", "Combo U B"
   * @param amount a script's Amount; null for one
   * @return nothing where only Forge can tell
   */
  public static List<String> produces(String produced, String amount) {
    int times = amount == null ? 1 : amount.matches("\\d{1,2}") ? Integer.parseInt(amount) : 0;
    if (times < 1 || times > MOST_MANA) {
      return List.of();
    }
    boolean any = produced.equals("Any") || produced.equals("Combo Any");
    boolean combo = produced.startsWith("Combo ");
    List<String> words =
        any ? COLOURS : Arrays.asList((combo ? produced.substring(6) : produced).split(" "));
    if (!words.stream().allMatch(word -> word.matches("[WUBRGC]"))) {
      return List.of();
    }
    Stream<String> ways = any || combo ? words.stream() : Stream.of(String.join(" ", words));
    return ways.map(way -> String.join(" ", Collections.nCopies(times, way))).toList();
  }

  /**
   * A mana ability's cost in card script notation.
   *
   * @param parts the names of Forge's cost classes, "CostTap"; of a sacrifice only that of itself
   * @return empty where the cost is another, and only Forge can pay it
   */
  public static Optional<String> manaAbilityCost(List<String> parts) {
    List<String> rest = new ArrayList<>(parts);
    if (!rest.remove("CostTap")) {
      return Optional.empty();
    }
    if (rest.isEmpty()) {
      return Optional.of("T");
    }
    return rest.equals(List.of("CostSacrifice"))
        ? Optional.of("T Sac<1/CARDNAME>")
        : Optional.empty();
  }
}
