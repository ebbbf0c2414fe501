import {
  create,
  type DescMethodUnary,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";

import { answerOf, type Listing, listingOf, type Outcome, outcomeOf } from "./answers.js";
import { fromServiceError, type NinjutsuRefused, type WrongField } from "./errors.js";
import { Game } from "./game.js";
import { DEADLINE_MS, SERVICE_CONFIG } from "./policy.js";
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

const { method: NINJUTSU } = wire.NinjutsuService;

export interface ConnectOptions {
  /** For TLS; without it the connection is plain text. */
  readonly credentials?: grpc.ChannelCredentials;
  /** Of messages for players, as in HTTP's Accept-Language. */
  readonly language?: string;
  /** How long a call may take, in milliseconds: five seconds unless given. */
  readonly deadlineMs?: number;
  /** Further channel options of grpc-js. */
  readonly channelOptions?: grpc.ChannelOptions;
}

/**
 * A client of the service at an address. Connecting happens with the first call.
 *
 * @param address "host:port", or "unix:/path/to/socket".
 */
export function connect(address: string, options: ConnectOptions = {}): Client {
  return new Client(address, options);
}

/**
 * Calls the service. Made by `connect`. A state that is passed in stays as it is.
 *
 * Every method rejects with an `InvalidRequest`, `Unavailable`, `DeadlineExceeded` or
 * `CallFailed`, as their names say; those that act also with a `NinjutsuRefused`.
 */
export class Client {
  readonly #channel: grpc.Client;
  readonly #language: string;
  readonly #deadlineMs: number;

  constructor(address: string, options: ConnectOptions = {}) {
    this.#language = options.language ?? "en";
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.#channel = new grpc.Client(
      address,
      options.credentials ?? grpc.credentials.createInsecure(),
      {
        "grpc.service_config": JSON.stringify(SERVICE_CONFIG),
        "grpc.max_receive_message_length": -1,
        "grpc.keepalive_time_ms": 60_000,
        ...options.channelOptions,
      },
    );
  }

  /** Close the connection. */
  close(): void {
    this.#channel.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Every keyword action that a player may take now. */
  async listActions(
    state: StateInit,
    playerId: string,
    options: ListOptions = {},
  ): Promise<Listing> {
    return listingOf(
      await this.call(NINJUTSU.listActions, requests.listing(state, playerId, options)),
    );
  }

  /** Announce an action and pay for it. */
  async takeAction(
    state: StateInit,
    playerId: string,
    action: ActionInit,
    options: TakeOptions = {},
  ): Promise<Outcome> {
    const request = requests.taking(state, playerId, action, options);
    return outcomeOf((await this.call(NINJUTSU.takeAction, request)).outcome);
  }

  /** Resolve the top of the stack. */
  async resolve(state: StateInit, options: ActOptions = {}): Promise<Outcome> {
    const request = requests.resolving(state, options);
    return outcomeOf((await this.call(NINJUTSU.resolve, request)).outcome);
  }

  /** Move to the next step and take its turn-based actions. */
  async advanceStep(state: StateInit, options: ActOptions = {}): Promise<Outcome> {
    const request = requests.advancing(state, options);
    return outcomeOf((await this.call(NINJUTSU.advanceStep, request)).outcome);
  }

  /** Everything that is wrong with a state. */
  async checkState(state: StateInit): Promise<readonly WrongField[]> {
    const { faults } = await this.call(NINJUTSU.checkState, { state });
    return faults.map(({ field, message }) => ({ field, message }));
  }

  /**
   * Many commands without states of their own, each tried on one state.
   *
   * @returns each command's answer, or its refusal as a value.
   */
  async batch(
    state: StateInit,
    commands: readonly NonNullable<CommandInit>[],
  ): Promise<readonly (Listing | Outcome | NinjutsuRefused)[]> {
    const request = { state, commands: commands.map((command) => ({ command })) };
    return (await this.call(NINJUTSU.batch, request)).responses.map(answerOf);
  }

  /** A combat on one stream, its state kept by the service; close it when it is over. */
  play(state: StateInit): Game {
    const { metadata } = this.#circumstances();
    // It has no deadline: waiting for a server would be waiting for ever.
    metadata.setOptions({ waitForReady: false });
    const { input, output } = NINJUTSU.play;
    return new Game(
      this.#channel.makeBidiStreamRequest(
        pathOf(NINJUTSU.play),
        (message: wire.PlayRequest) => Buffer.from(toBinary(input, message)),
        (bytes) => fromBinary(output, bytes),
        metadata,
      ),
      state,
    );
  }

  /** Make any unary call of the contract, of CardPoolService too: message in, message out. */
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    const { metadata, deadline } = this.#circumstances();
    return new Promise((resolve, reject) => {
      this.#channel.makeUnaryRequest(
        pathOf(method),
        (message: MessageShape<I>) => Buffer.from(toBinary(method.input, message)),
        (bytes) => fromBinary(method.output, bytes),
        create(method.input, request),
        metadata,
        { deadline },
        (error, answer) => {
          if (error) reject(fromServiceError(error));
          else resolve(answer as MessageShape<O>);
        },
      );
    });
  }

  #circumstances(): { metadata: grpc.Metadata; deadline: number } {
    // grpc-js reads neither of these two from the service config.
    const metadata = new grpc.Metadata({ waitForReady: true });
    metadata.set("accept-language", this.#language);
    return { metadata, deadline: Date.now() + this.#deadlineMs };
  }
}

function pathOf(method: { parent: { typeName: string }; name: string }): string {
  return `/${method.parent.typeName}/${method.name}`;
}
