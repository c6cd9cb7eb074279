import { type HookEvent, HookSender, HookStore, Hooks, event } from "@daybook/core/hooks"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { resolve } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import * as Database from "../../src/postgres/Database.js"
import { builtProgram } from "../support/buildProgram.js"
import { postgres } from "../support/database.js"
import { announce, eventually, hooksOver } from "./support/layers.js"
import { receiver } from "./support/receiver.js"
import { killSender, startSender } from "./support/senders.js"

const program = builtProgram(resolve(import.meta.dirname, "support/program.ts"), "hooks")

beforeAll(program.make)
afterAll(program.remove)

/** `npm run torture` sets more. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 20)
const hookCount = 3
const eventsARound = 4
/** The receiver shares its thread with the test: on a busy machine it notes a request late. Milliseconds. */
const noticedLate = 500

const runEvent = (run: number): HookEvent => {
  const data = { run, source: "strava", domain: "running", added: 1, changed: 0, removed: 0 }
  return event("sync.run.completed", "running", Date.now(), data)
}

/** When requests arrived, by message, and their bodies. */
const arrivals = () => {
  const times = new Map<string, Array<number>>()
  const bodies = new Map<string, Set<string>>()
  return {
    times,
    bodies,
    add: (id: string, body: string) => {
      times.set(id, [...(times.get(id) ?? []), performance.now()])
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    }
  }
}

describe("senders killed at random moments", () => {
  it.scopedLive(
    "lose no message, keep the body of each id, and repeat one only after a kill",
    () =>
      Effect.gen(function* () {
        const address = yield* postgres.address
        const { add, bodies, times } = arrivals()
        const { url } = yield* receiver(async ({ body, headers }) => {
          add(String(headers["webhook-id"]), body)
          await setTimeout(Math.random() * 12)
          return { status: 200 }
        })
        const work = Effect.gen(function* () {
          const hooks = yield* Hooks
          const store = yield* HookStore
          const create = hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
          const created = yield* Effect.forEach(Array.from({ length: hookCount }), () => create)
          const start = () => startSender(program.file, Redacted.value(address))
          const senders = [start(), start()]
          yield* Effect.promise(() => Promise.all(senders))
          const kills: Array<number> = []
          for (let round = 0; round < rounds; round += 1) {
            yield* announce(Array.from({ length: eventsARound }, (_, one) => runEvent(round * eventsARound + one)))
            yield* Effect.sleep(Math.random() * 60)
            const victim = round % senders.length
            const sender = yield* Effect.promise(() => senders[victim]!)
            kills.push(performance.now())
            yield* Effect.promise(() => killSender(sender))
            // The other process sends meanwhile.
            senders[victim] = start()
          }
          const last = yield* Effect.promise(() => Promise.all(senders))
          kills.push(performance.now())
          yield* Effect.promise(() => Promise.all(last.map(killSender)))
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* Effect.flatMap(HookSender, (sender) => sender.start)
              yield* eventually(
                Effect.map(store.dueCount, (due) => due === 0),
                rounds * 1_000
              )
            })
          )
          const deliveries = yield* Effect.forEach(created, ({ hook }) =>
            store.deliveries(hook.id, null, { page: 1, limit: 10_000 })
          )
          return { messages: deliveries.flatMap(({ rows }) => rows), kills }
        })
        const layer = hooksOver().pipe(Layer.provideMerge(Database.layer(address)))
        const { kills, messages } = yield* Effect.provide(work, layer)
        expect(messages).toHaveLength(rounds * eventsARound * hookCount)
        for (const { id, state } of messages) {
          expect(state).toBe("done")
          expect(times.get(id)?.length ?? 0).toBeGreaterThan(0)
        }
        expect(times.size).toBe(messages.length)
        for (const [, all] of bodies) expect(all.size).toBe(1)
        const repeated = [...times.values()].filter((all) => all.length > 1)
        for (const all of repeated)
          all.slice(1).forEach((at, place) => {
            // The process that sent the message before was killed between the two requests.
            expect(kills.some((killed) => killed > all[place]! - noticedLate && killed < at)).toBe(true)
          })
        expect(repeated.length).toBeLessThanOrEqual(kills.length * 4)
        if (process.env["DAYBOOK_KILL_ROUNDS"] !== undefined)
          yield* Effect.log(`${messages.length} messages, ${kills.length} kills, ${repeated.length} repeated`)
      }),
    7_200_000
  )
})
