/**
 * The wire contract `ninjutsu.v1` as protobuf-es has it: message types, their schemas, enums and
 * services.
 */
export * from "./generated/ninjutsu/v1/state_pb.js";
export * from "./generated/ninjutsu/v1/event_pb.js";
export * from "./generated/ninjutsu/v1/service_pb.js";
export * from "./generated/ninjutsu/v1/card_pool_pb.js";
