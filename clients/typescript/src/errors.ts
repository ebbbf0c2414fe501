import { fromBinary } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { type ServiceError, status } from "@grpc/grpc-js";

import {
  type BadRequest,
  BadRequestSchema,
  type ErrorInfo,
  ErrorInfoSchema,
  StatusSchema,
} from "./generated/details_pb.js";
import { type Refusal, RefusalReason } from "./wire.js";

/** Why the rules forbid an action: a `RefusalReason` without its prefix, "BLOCKED". */
export type Reason = keyof typeof RefusalReason;

/** Any failure of a call. */
export class NinjutsuError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** What a refusal says besides its reason, its rule and its message. Empty: none is concerned. */
export interface Concerned {
  readonly sourceId?: string;
  readonly keyword?: string;
  readonly returnedId?: string;
}

/** The rules forbid the action; nothing has changed. */
export class NinjutsuRefused extends NinjutsuError {
  /** The card; empty where none is concerned. */
  readonly sourceId: string;
  /** The keyword's registered name. */
  readonly keyword: string;
  /** The creature that was to be returned, where it is the obstacle. */
  readonly returnedId: string;

  /**
   * @param reason for programs.
   * @param rule the rule's number in the Comprehensive Rules.
   * @param forPlayer the message for a player, in the language that was asked for.
   */
  constructor(
    readonly reason: Reason,
    readonly rule: string,
    readonly forPlayer: string,
    concerned: Concerned = {},
  ) {
    super(`${forPlayer} (${reason}, ${rule})`);
    this.sourceId = concerned.sourceId ?? "";
    this.keyword = concerned.keyword ?? "";
    this.returnedId = concerned.returnedId ?? "";
  }

  /** The refusal of a listing, a stream or a batch. */
  static fromWire(refusal: Refusal): NinjutsuRefused {
    const reason = RefusalReason[refusal.reason] as Reason;
    return new NinjutsuRefused(reason, refusal.rule, refusal.message, refusal);
  }
}

/** A field that is wrong. */
export interface WrongField {
  /** Its path: "objects[3].owner_id". */
  readonly field: string;
  readonly message: string;
}

/** What was sent contradicts itself. */
export class InvalidRequest extends NinjutsuError {
  constructor(
    message: string,
    readonly fields: readonly WrongField[] = [],
  ) {
    super(message);
  }
}

/** Nothing answers, after the retries. */
export class Unavailable extends NinjutsuError {}

/** No answer came in time. */
export class DeadlineExceeded extends NinjutsuError {}

/** Any other status. */
export class CallFailed extends NinjutsuError {
  /**
   * @param code the status, "RESOURCE_EXHAUSTED".
   * @param reason the service's own word for it; empty where it gave none.
   */
  constructor(
    readonly code: string,
    message: string,
    readonly reason = "",
  ) {
    super(`${code}: ${message}`);
  }
}

/** The typed error of a failed call. */
export function fromServiceError(error: ServiceError): NinjutsuError {
  const { info, bad } = detailsOf(error);
  switch (error.code) {
    case status.FAILED_PRECONDITION:
      if (info === undefined) break;
      return new NinjutsuRefused(
        info.reason as Reason,
        info.metadata["rule"] ?? "",
        error.details,
        {
          sourceId: info.metadata["source_id"] ?? "",
          keyword: info.metadata["keyword"] ?? "",
          returnedId: info.metadata["returned_id"] ?? "",
        },
      );
    case status.INVALID_ARGUMENT:
      return new InvalidRequest(
        error.details,
        (bad?.fieldViolations ?? []).map(({ field, description }) => ({
          field,
          message: description,
        })),
      );
    case status.UNAVAILABLE:
      return new Unavailable(error.details);
    case status.DEADLINE_EXCEEDED:
      return new DeadlineExceeded(error.details);
    default:
  }
  return new CallFailed(status[error.code] ?? "UNKNOWN", error.details, info?.reason);
}

/** What the service says of a failure, for programs. */
function detailsOf(error: ServiceError): { info?: ErrorInfo; bad?: BadRequest } {
  const found: { info?: ErrorInfo; bad?: BadRequest } = {};
  const [bytes] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!(bytes instanceof Uint8Array)) return found;
  for (const detail of fromBinary(StatusSchema, bytes).details) {
    const info = anyUnpack(detail, ErrorInfoSchema);
    if (info !== undefined) found.info = info;
    const bad = anyUnpack(detail, BadRequestSchema);
    if (bad !== undefined) found.bad = bad;
  }
  return found;
}
