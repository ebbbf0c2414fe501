import assert from "node:assert/strict";
import { test } from "node:test";

import { DEADLINE_MS, SERVICE_CONFIG } from "@ninjutsu-service/client";

import { policy } from "./combats.js";

test("the policy is the one that the service recommends", () => {
  assert.deepEqual(SERVICE_CONFIG, policy());
  assert.equal(SERVICE_CONFIG.methodConfig[0]?.timeout, `${DEADLINE_MS / 1000}s`);
});
