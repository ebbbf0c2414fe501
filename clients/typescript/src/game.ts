import { create } from "@bufbuild/protobuf";
import type { ClientDuplexStream, ServiceError } from "@grpc/grpc-js";

import { answerOf, type Listing, type Outcome } from "./answers.js";
import { fromServiceError, InvalidRequest, NinjutsuError, NinjutsuRefused } from "./errors.js";
import * as requests from "./requests.js";
import type {
  ActionInit,
  ActOptions,
  CommandInit,
  ListOptions,
  StateInit,
  TakeOptions,
} from "./requests.js";
import * as wire from "./wire.js";

interface Waiting {
  resolve(answer: Listing | Outcome): void;
  reject(error: NinjutsuError): void;
}

/**
 * A combat on one stream: the methods of `Client`, without the state. Made by `Client.play`.
 *
 * Answers come in the order of the commands. A refusal leaves the combat as it was, and the
 * stream goes on; every other failure ends it.
 */
export class Game {
  readonly #stream: ClientDuplexStream<wire.PlayRequest, wire.PlayResponse>;
  readonly #waiting: Waiting[] = [];
  #state: StateInit | undefined;
  #ended: NinjutsuError | undefined;

  constructor(stream: ClientDuplexStream<wire.PlayRequest, wire.PlayResponse>, state: StateInit) {
    this.#stream = stream;
    this.#state = state;
    stream.on("data", (response: wire.PlayResponse) => this.#answered(response));
    stream.on("error", (error: ServiceError) => this.#end(fromServiceError(error)));
    stream.on("end", () => this.#end(closed()));
  }

  /** End the stream. */
  close(): void {
    this.#end(closed());
    this.#stream.cancel();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** As `Client.listActions`. */
  async listActions(playerId: string, options: ListOptions = {}): Promise<Listing> {
    const value = requests.listing(this.#bring(), playerId, options);
    return (await this.#say({ case: "listActions", value })) as Listing;
  }

  /** As `Client.takeAction`. */
  async takeAction(
    playerId: string,
    action: ActionInit,
    options: TakeOptions = {},
  ): Promise<Outcome> {
    const value = requests.taking(this.#bring(), playerId, action, options);
    return (await this.#say({ case: "takeAction", value })) as Outcome;
  }

  /** As `Client.resolve`. */
  async resolve(options: ActOptions = {}): Promise<Outcome> {
    const value = requests.resolving(this.#bring(), options);
    return (await this.#say({ case: "resolve", value })) as Outcome;
  }

  /** As `Client.advanceStep`. */
  async advanceStep(options: ActOptions = {}): Promise<Outcome> {
    const value = requests.advancing(this.#bring(), options);
    return (await this.#say({ case: "advanceStep", value })) as Outcome;
  }

  /** The engine changed the game itself: the next command brings this state along. */
  replaceState(state: StateInit): void {
    this.#state = state;
  }

  /** The state that the next command brings along; the service keeps it from then on. */
  #bring(): StateInit | undefined {
    const state = this.#state;
    this.#state = undefined;
    return state;
  }

  #say(command: NonNullable<CommandInit>): Promise<Listing | Outcome> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#stream.write(create(wire.PlayRequestSchema, { command }));
    });
  }

  #answered(response: wire.PlayResponse): void {
    const answer = answerOf(response);
    const waiting = this.#waiting.shift();
    if (answer instanceof NinjutsuRefused) waiting?.reject(answer);
    else waiting?.resolve(answer);
  }

  /** Whoever waits now, or calls later, is told why. */
  #end(why: NinjutsuError): void {
    this.#ended ??= why;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#ended);
  }
}

function closed(): InvalidRequest {
  return new InvalidRequest("the stream is closed");
}
