/** The combats that every client plays, and what the tests need to find and read them. */
import { readdirSync, readFileSync } from "node:fs";

import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { wire } from "@ninjutsu-service/client";

const CLIENTS = new URL("../../../", import.meta.url);
const FOLDER = new URL("conformance/", CLIENTS);

/** What a call is answered with, as clients/conformance/README.md has it. */
export interface Expected {
  actions?: JsonValue[];
  refusals?: Record<string, string>[];
  outcome?: JsonValue;
  refused?: Record<string, string>;
  invalid?: { field: string; message: string }[];
  faults?: { field: string; message: string }[];
  responses?: Expected[];
}

export interface Step {
  say: string;
  call: "ListActions" | "TakeAction" | "Resolve" | "AdvanceStep" | "CheckState" | "Batch";
  state?: JsonValue;
  request?: JsonValue;
  expect: Expected;
}

export interface Combat {
  name: string;
  title: string;
  language: string;
  stream: boolean;
  state: JsonValue;
  steps: Step[];
  finalState: JsonValue;
}

/** Every combat. */
export function combats(): Combat[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => read(new URL(name, FOLDER)) as Combat);
}

/** The service's policy, as the Python client has it. */
export function policy(): unknown {
  return read(new URL("policy.json", CLIENTS));
}

/** A state from its JSON form. */
export function stateOf(json: JsonValue): wire.CombatState {
  return fromJson(wire.CombatStateSchema, json);
}

function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
