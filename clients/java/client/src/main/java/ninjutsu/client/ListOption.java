package ninjutsu.client;

/** What a listing tells besides what may be done now. */
public enum ListOption {
  /** Also why not. */
  EXPLAIN,
  /** Also what only mana forbids: the engine pays the mana itself. */
  ENGINE_PAYS
}
