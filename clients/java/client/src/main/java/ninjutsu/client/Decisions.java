package ninjutsu.client;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import ninjutsu.v1.Choice;
import ninjutsu.v1.Decision;

/** Answers to choices. */
public final class Decisions {

  private Decisions() {}

  /** Yes to a choice of kind YES_NO. */
  public static Decision yes(Choice choice) {
    return Decision.newBuilder().setChoiceId(choice.getId()).setYes(true).build();
  }

  /** No to a choice of kind YES_NO. */
  public static Decision no(Choice choice) {
    return Decision.newBuilder().setChoiceId(choice.getId()).build();
  }

  /** Some of a choice's options; all of them, in order, for one of kind ORDER. */
  public static Decision pick(Choice choice, List<String> optionIds) {
    return Decision.newBuilder().setChoiceId(choice.getId()).addAllOptionIds(optionIds).build();
  }

  /** As {@link #pick(Choice, List)}. */
  public static Decision pick(Choice choice, String... optionIds) {
    return pick(choice, Arrays.asList(optionIds));
  }

  /** Damage by option, for a choice of kind DAMAGE. */
  public static Decision divide(Choice choice, Map<String, Integer> amounts) {
    Decision.Builder decision = Decision.newBuilder().setChoiceId(choice.getId());
    amounts.forEach((option, amount) -> decision.addOptionIds(option).addAmounts(amount));
    return decision.build();
  }
}
