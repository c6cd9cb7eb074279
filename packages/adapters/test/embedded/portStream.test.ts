import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as fc from "fast-check"
import { once } from "node:events"
import { MessageChannel } from "node:worker_threads"
import pg from "pg"
import { type EmbeddedDatabase, open } from "../../src/postgres/embedded/Embedded.js"
import { PortStream } from "../../src/postgres/embedded/PortStream.js"
import { newDataDir, Shared, valueOf } from "./support/database.js"

const pair = () => {
  const { port1, port2 } = new MessageChannel()
  return [new PortStream(port1), new PortStream(port2)] as const
}

describe("a stream over a port", () => {
  it("delivers all bytes in order, and then the end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 })), fc.boolean(), async (chunks, corked) => {
        const [here, there] = pair()
        const received: Array<Buffer> = []
        there.on("data", (bytes: Buffer) => received.push(bytes))
        const closed = Promise.all([once(here, "close"), once(there, "close")])
        if (corked) here.cork()
        for (const chunk of chunks) here.write(Buffer.from(chunk))
        here.uncork()
        here.end()
        await closed
        expect(Buffer.concat(received)).toEqual(Buffer.concat(chunks))
      }),
      { numRuns: 50 }
    )
  })

  it("sends only its own part of a shared memory", async () => {
    const [here, there] = pair()
    const whole = Buffer.from("private public private")
    here.write(whole.subarray(8, 14))
    const [bytes] = (await once(there, "data")) as [Buffer]
    expect(Buffer.from(bytes.buffer).toString()).toBe("public")
    here.destroy()
  })
})

const clientBy = ({ database, stream, username }: EmbeddedDatabase) => {
  const client = new pg.Client({ host: "/nowhere", user: username, database, stream })
  client.on("error", () => {})
  return client
}

layer(Shared.layer, { excludeTestServices: true, timeout: "5 minutes" })(
  "the process that runs the engine",
  (suite) => {
    suite.scoped("connects without a socket, also for large queries and answers", () =>
      Effect.gen(function* () {
        const client = clientBy(yield* Shared)
        yield* Effect.promise(async () => {
          await client.connect()
          const text = "größer ".repeat(500_000)
          expect((await client.query("SELECT $1::text AS same FROM generate_series(1, 3)", [text])).rows).toEqual(
            Array.from({ length: 3 }, () => ({ same: text }))
          )
          await client.end()
        })
      })
    )

    suite.scoped("leaves no transaction open when its connection ends", () =>
      Effect.gen(function* () {
        const [leaving, staying] = [clientBy(yield* Shared), clientBy(yield* Shared)]
        yield* Effect.promise(async () => {
          await Promise.all([leaving.connect(), staying.connect()])
          await staying.query("CREATE TABLE passing (n int)")
          await leaving.query("BEGIN; INSERT INTO passing VALUES (1)")
          const count = staying.query("SELECT count(*)::int FROM passing")
          ;(leaving as unknown as { readonly connection: { readonly stream: PortStream } }).connection.stream.destroy()
          expect(valueOf(await count)).toBe(0)
          await staying.end()
        })
      })
    )
  }
)

describe("a connection by a port", { timeout: 300_000 }, () => {
  it.scopedLive("ends with the engine", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const client = clientBy(yield* Scope.extend(open({ dataDir: yield* newDataDir }), scope))
      yield* Effect.promise(() => client.connect())
      const ended = new Promise((resolve) => client.once("end", resolve))
      const query = Effect.promise(() => client.query("SELECT 1").then(valueOf))
      expect(yield* query).toBe(1)
      yield* Scope.close(scope, Exit.void)
      yield* Effect.promise(() => ended)
      expect(yield* Effect.promise(() => client.query("SELECT 1").then(valueOf, () => "closed"))).toBe("closed")
    })
  )
})
