/** How calls fail and are tried again, against a server that answers what a test says. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import {
  CallFailed,
  type Client,
  connect,
  type ConnectOptions,
  DeadlineExceeded,
  InvalidRequest,
  NinjutsuRefused,
  Unavailable,
  wire,
} from "@ninjutsu-service/client";

type Answering = grpc.handleUnaryCall<wire.ResolveRequest, wire.ResolveResponse>;
type Playing = grpc.handleBidiStreamingCall<wire.PlayRequest, wire.PlayResponse>;

const { resolve, play } = wire.NinjutsuService.method;

/** Runs a test with a client of a server that answers Resolve, or Play, in its own way. */
async function served(
  answers: { resolve?: Answering; play?: Playing },
  use: (client: Client) => Promise<void>,
  options: ConnectOptions = {},
): Promise<void> {
  const server = new grpc.Server();
  server.addService(
    {
      resolve: {
        path: `/${wire.NinjutsuService.typeName}/Resolve`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (message: wire.ResolveRequest) =>
          Buffer.from(toBinary(resolve.input, message)),
        requestDeserialize: (bytes) => fromBinary(resolve.input, bytes),
        responseSerialize: (message: wire.ResolveResponse) =>
          Buffer.from(toBinary(resolve.output, message)),
        responseDeserialize: (bytes) => fromBinary(resolve.output, bytes),
      },
      play: {
        path: `/${wire.NinjutsuService.typeName}/Play`,
        requestStream: true,
        responseStream: true,
        requestSerialize: (message: wire.PlayRequest) => Buffer.from(toBinary(play.input, message)),
        requestDeserialize: (bytes) => fromBinary(play.input, bytes),
        responseSerialize: (message: wire.PlayResponse) =>
          Buffer.from(toBinary(play.output, message)),
        responseDeserialize: (bytes) => fromBinary(play.output, bytes),
      },
    },
    answers,
  );
  const port = await new Promise<number>((bound, failed) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, chosen) =>
      error ? failed(error) : bound(chosen),
    );
  });
  try {
    using client = connect(`127.0.0.1:${port}`, options);
    await use(client);
  } finally {
    server.forceShutdown();
  }
}

function resolved(...events: wire.Event[]): wire.ResolveResponse {
  return create(wire.ResolveResponseSchema, { outcome: { events } });
}

for (const code of [grpc.status.UNAVAILABLE, grpc.status.CANCELLED]) {
  test(`a call that ends with ${grpc.status[code]} is made again`, async () => {
    let calls = 0;
    const answer: Answering = (_call, reply) => {
      calls += 1;
      if (calls < 3) reply({ code, details: "stopping" });
      else reply(null, resolved());
    };
    await served({ resolve: answer }, async (client) => {
      assert.deepEqual((await client.resolve({})).events, []);
    });
    assert.equal(calls, 3);
  });
}

test("after five times it is Unavailable", async () => {
  let calls = 0;
  const answer: Answering = (_call, reply) => {
    calls += 1;
    reply({ code: grpc.status.UNAVAILABLE, details: "stopping" });
  };
  await served({ resolve: answer }, async (client) => {
    await assert.rejects(client.resolve({}), new Unavailable("stopping"));
  });
  assert.equal(calls, 5);
});

test("other failures are not tried again, and say their status", async () => {
  let calls = 0;
  const answer: Answering = (_call, reply) => {
    calls += 1;
    reply({ code: grpc.status.RESOURCE_EXHAUSTED, details: "too much" });
  };
  await served({ resolve: answer }, async (client) => {
    await assert.rejects(client.resolve({}), (error) => {
      assert.ok(error instanceof CallFailed);
      assert.deepEqual([error.code, error.reason], ["RESOURCE_EXHAUSTED", ""]);
      assert.equal(error.message, "RESOURCE_EXHAUSTED: too much");
      assert.equal(error.name, "CallFailed");
      return true;
    });
  });
  assert.equal(calls, 1);
});

test("a failed precondition without a reason is no refusal", async () => {
  const answer: Answering = (_call, reply) =>
    reply({ code: grpc.status.FAILED_PRECONDITION, details: "?" });
  await served({ resolve: answer }, async (client) => {
    await assert.rejects(client.resolve({}), CallFailed);
  });
});

test("no answer in time is DeadlineExceeded", async () => {
  await served(
    { resolve: () => undefined },
    async (client) => {
      await assert.rejects(client.resolve({}), DeadlineExceeded);
    },
    { deadlineMs: 100 },
  );
});

test("the deadline and the language go with the call", async () => {
  const answer: Answering = (call, reply) => {
    const left = Number(call.getDeadline()) - Date.now();
    assert.ok(left > 3_000 && left <= 5_000, `${left} ms`);
    assert.deepEqual(call.metadata.get("accept-language"), ["fr"]);
    reply(null, resolved());
  };
  await served({ resolve: answer }, (client) => client.resolve({}).then(() => undefined), {
    language: "fr",
  });
});

test("a client waits for a server that is not there yet, until the deadline", async () => {
  using client = connect("127.0.0.1:9", { deadlineMs: 300 });
  await assert.rejects(client.resolve({}), DeadlineExceeded);
});

test("a stream waits for no server: it has no deadline, and is begun anew instead", async () => {
  using client = connect("127.0.0.1:9");
  using game = client.play({});
  await assert.rejects(game.resolve(), Unavailable);
});

test("an event of a newer contract is unknown, and says its rule", async () => {
  const newer = create(wire.EventSchema, { rule: "702.49a" });
  await served({ resolve: (_call, reply) => reply(null, resolved(newer)) }, async (client) => {
    const [happened] = (await client.resolve({})).events;
    assert.deepEqual(
      [happened?.kind, happened?.value, happened?.rule],
      ["unknown", undefined, "702.49a"],
    );
  });
});

test("a stream answers in order, goes on after a refusal, and ends with what ended it", async () => {
  const answer: Playing = (call) => {
    let commands = 0;
    call.on("data", (request: wire.PlayRequest) => {
      commands += 1;
      if (commands === 1) {
        assert.ok(request.command.value?.state);
        const refusal = {
          reason: wire.RefusalReason.EMPTY_STACK,
          rule: "405.5",
          message: "Empty.",
        };
        call.write(
          create(wire.PlayResponseSchema, { response: { case: "refusal", value: refusal } }),
        );
      } else if (commands === 2) {
        assert.equal(request.command.value?.state, undefined);
        call.write(
          create(wire.PlayResponseSchema, {
            response: { case: "outcome", value: { random: true } },
          }),
        );
      } else {
        call.emit("error", { code: grpc.status.INVALID_ARGUMENT, details: "no such player" });
      }
    });
  };
  await served({ play: answer }, async (client) => {
    using game = client.play({ turn: 3 });
    const [first, second] = await Promise.allSettled([game.resolve(), game.advanceStep()]);
    assert.ok(first.status === "rejected" && first.reason instanceof NinjutsuRefused);
    assert.deepEqual([first.reason.reason, first.reason.rule], ["EMPTY_STACK", "405.5"]);
    assert.ok(second.status === "fulfilled" && second.value.random);
    await assert.rejects(game.listActions("eve"), new InvalidRequest("no such player"));
    await assert.rejects(game.resolve(), new InvalidRequest("no such player"));
  });
});

test("a stream that was closed says so", async () => {
  await served({ play: () => undefined }, async (client) => {
    const game = client.play({});
    const waiting = game.resolve();
    game.close();
    await assert.rejects(waiting, new InvalidRequest("the stream is closed"));
    await assert.rejects(game.resolve(), new InvalidRequest("the stream is closed"));
  });
});
