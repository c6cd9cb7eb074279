import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { Webhooks } from "@daybook/core/webhooks"
import * as Database from "../../src/postgres/Database.js"
import { engines } from "../support/database.js"
import { buildHost, removeHost, startHost } from "./support/hosts.js"
import { inbox, stored, table, webhooks } from "./support/notes.js"

beforeAll(buildHost)
afterAll(removeHost)

/** A handful; `npm run torture` asks for more. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 6)
const eventsEach = 60

/** One life of a host: it is sent events, and killed at some moment. Gives what it said it has received. */
const life = async (address: Database.Address, round: number): Promise<ReadonlyArray<string>> => {
  const host = await startHost(address)
  const sending = (async () => {
    for (let n = 0; n < eventsEach; n++) {
      host.send(`${round}-${n}`)
      // Some of it once more, as providers do.
      if (n % 7 === 0) host.send(`${round}-${n}`)
      await setTimeout(3)
    }
  })()
  await setTimeout(40 + round % 7 * 67)
  const kill = host.kill()
  await Promise.allSettled([sending, kill])
  return [...host.received]
}

/** A flood of a thousand that wait is not kept; so now and then a host may live until all is handled. */
const roundsBetweenRests = 10

/** A host that is not killed: it handles what the others left. */
const rest = (address: Database.Address) => {
  const notes = { read: (id: string) => Effect.succeedSome({ id, text: `text of ${id}` }), verifying: Effect.void }
  return Effect.gen(function*() {
    yield* Effect.flatMap(Webhooks, (hooks) => hooks.start)
    const done = Effect.map(inbox, (rows) => rows.every(({ state }) => state === "done"))
    yield* Effect.repeat(Effect.delay(done, "50 millis"), { until: (all) => all, times: 3_000 })
    return { events: yield* inbox, notes: yield* stored }
  }).pipe(Effect.scoped, Effect.provide(Layer.fresh(webhooks(notes)).pipe(Layer.provideMerge(Database.layer(address)))))
}

// The processes that are killed do not own the database: a server where there is one, else the embedded engine.
const engine = engines.at(-1)!

describe(`a host killed while it handles webhooks, on ${engine.name}`, () => {
  it.scopedLive("has kept whatever it said it has, and the next one handles it, once", () =>
    Effect.gen(function*() {
      const address = yield* engine.address
      yield* Effect.provide(table, Database.layer(address))
      const received: Array<string> = []
      for (let round = 0; round < rounds; round++) {
        received.push(...yield* Effect.promise(() => life(address, round)))
        if (round % roundsBetweenRests === roundsBetweenRests - 1) yield* rest(address)
      }
      // Some are killed before they are sent anything.
      assert.isAbove(received.length, rounds / 2)
      const { events, notes } = yield* rest(address)
      const handled = new Map(notes)
      for (const id of received) assert.strictEqual(handled.get(id), `text of ${id}`)
      assert.deepStrictEqual([...new Set(events.map(({ state }) => state))], ["done"])
      assert.strictEqual(new Set(events.map(({ key }) => key)).size, events.length)
      assert.strictEqual(notes.length, events.length)
    }), 7_200_000)
})
