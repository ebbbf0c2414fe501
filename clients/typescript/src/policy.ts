import { CardPoolService, NinjutsuService } from "./wire.js";

/** The deadline of a call, in milliseconds. The slowest measured takes a hundredth of it. */
export const DEADLINE_MS = 5_000;

/**
 * The deadline and the retries that the service recommends to its callers, as a gRPC service
 * config. Every unary call may be repeated: none has a side effect. A server that stops answers
 * CANCELLED to what it had accepted and not begun.
 */
export const SERVICE_CONFIG = {
  methodConfig: [
    {
      name: [{ service: NinjutsuService.typeName }, { service: CardPoolService.typeName }],
      waitForReady: true,
      timeout: `${DEADLINE_MS / 1_000}s`,
      retryPolicy: {
        maxAttempts: 5,
        initialBackoff: "0.05s",
        maxBackoff: "1s",
        backoffMultiplier: 2,
        retryableStatusCodes: ["UNAVAILABLE", "CANCELLED"],
      },
    },
    {
      // A stream lives as long as its combat, so that it has no deadline: one that waited for a
      // server would wait for ever. It is begun anew as long as none has answered; from then on
      // its state is on one server.
      name: [
        { service: NinjutsuService.typeName, method: "Play" },
        { service: CardPoolService.typeName, method: "WatchCards" },
      ],
      retryPolicy: {
        maxAttempts: 5,
        initialBackoff: "0.4s",
        maxBackoff: "2s",
        backoffMultiplier: 2,
        retryableStatusCodes: ["UNAVAILABLE", "CANCELLED"],
      },
    },
  ],
};
