import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { Webhooks } from "@daybook/core/webhooks"
import * as Database from "../../src/postgres/Database.js"
import { postgres } from "../support/database.js"
import { buildHost, removeHost, startHost } from "./support/hosts.js"
import { inbox, storedNotes, table, webhooks } from "./support/notes.js"

beforeAll(buildHost)
afterAll(removeHost)

/** `npm run torture` sets more. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 6)
const eventsEach = 60

/** Starts a host, sends events, and kills it when it has acknowledged some. Returns those. */
const life = async (address: Database.Address, round: number): Promise<ReadonlyArray<string>> => {
  const host = await startHost(address)
  const sending = (async () => {
    for (let n = 0; n < eventsEach; n++) {
      host.send(`${round}-${n}`)
      // Sends some events twice, as providers do.
      if (n % 7 === 0) host.send(`${round}-${n}`)
      await setTimeout(3)
    }
  })()
  await host.acknowledged((round * 11) % 40)
  const kill = host.kill()
  await Promise.allSettled([sending, kill])
  return [...host.received]
}

/** The inbox holds a thousand waiting events, so a host regularly runs until all are handled. */
const roundsBetweenRests = 10

/** A host that is not killed: it handles the remaining events. */
const rest = (address: Database.Address) => {
  const notes = { read: (id: string) => Effect.succeedSome({ id, text: `text of ${id}` }), verifying: Effect.void }
  return Effect.gen(function* () {
    yield* Effect.flatMap(Webhooks, (hooks) => hooks.start)
    const done = Effect.map(inbox, (rows) => rows.every(({ state }) => state === "done"))
    yield* Effect.repeat(Effect.delay(done, "50 millis"), { until: (all) => all, times: 3_000 })
    return { events: yield* inbox, notes: yield* storedNotes }
  }).pipe(Effect.scoped, Effect.provide(Layer.fresh(webhooks(notes)).pipe(Layer.provideMerge(Database.layer(address)))))
}

describe("a host killed while it handles webhooks", () => {
  it.scopedLive(
    "has stored every acknowledged event, and the next host handles each once",
    () =>
      Effect.gen(function* () {
        const address = yield* postgres.address
        yield* Effect.provide(table, Database.layer(address))
        const received: Array<string> = []
        for (let round = 0; round < rounds; round++) {
          received.push(...(yield* Effect.promise(() => life(address, round))))
          if (round % roundsBetweenRests === roundsBetweenRests - 1) yield* rest(address)
        }
        // The first is killed before it acknowledges anything.
        expect(received.length).toBeGreaterThan(rounds / 2)
        const { events, notes } = yield* rest(address)
        const handled = new Map(notes)
        for (const id of received) expect(handled.get(id)).toBe(`text of ${id}`)
        expect([...new Set(events.map(({ state }) => state))]).toStrictEqual(["done"])
        expect(new Set(events.map(({ key }) => key)).size).toBe(events.length)
        expect(notes).toHaveLength(events.length)
      }),
    7_200_000
  )
})
