import { HookQueue, Hooks, ListenRelay, type RelayedListen } from "@daybook/core/hooks"
import { type ListenTarget, keyOfListen } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { resolve } from "node:path"
import { afterAll, beforeAll } from "vitest"
import * as Database from "../../src/postgres/Database.js"
import { inTransaction } from "../../src/postgres/inTransaction.js"
import { builtProgram } from "../support/buildProgram.js"
import { postgres } from "../support/database.js"
import { eventually, hooksOver } from "./support/layers.js"
import { killSender, startSender } from "./support/senders.js"
import { listenAt, relayHooks, targets } from "./support/targets.js"

const program = builtProgram(resolve(import.meta.dirname, "support/program.ts"), "relays")

beforeAll(program.make)
afterAll(program.remove)

/** `npm run torture` sets more. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 8)
const calmRounds = 10
const listensARound = 12
/** By then all that was sent today is forgotten. */
const later = 91 * 86_400_000

const keyOf = ({ artist, playedAt, track }: RelayedListen) =>
  keyOfListen({ at: playedAt / 1_000, artist, track, album: null })

const keysOf = (target: ListenTarget) => target.listens().map(keyOfListen).sort()

const total = (target: ListenTarget) => target.batches().reduce((sum, size) => sum + size, 0)

const pass = (listens: ReadonlyArray<RelayedListen>) =>
  inTransaction(Effect.flatMap(ListenRelay, (relay) => relay.pass(listens, Date.now())))

describe("senders of listens that are killed at random moments", () => {
  it.scopedLive(
    "lose no listen and send none twice but what a kill left open, while sent ones are forgotten",
    () =>
      Effect.gen(function* () {
        const address = yield* postgres.address
        const work = Effect.gen(function* () {
          const [hooks, queue] = yield* Effect.all([Hooks, HookQueue])
          const services = yield* targets()
          const own = yield* relayHooks(services)
          const both = [services.listenbrainz, services.lastfm]
          const start = () => startSender(program.file, Redacted.value(address))
          const senders = [start(), start()]
          yield* Effect.addFinalizer(() =>
            Effect.promise(async () => {
              await Promise.all((await Promise.all(senders)).map(killSender))
            })
          )
          yield* Effect.promise(() => Promise.all(senders))
          const firstSecond = Math.floor(Date.now() / 1_000) - 7_200
          const all: Array<RelayedListen> = []
          const submit = Effect.gen(function* () {
            const listens = Array.from({ length: listensARound }, (_, one) => listenAt(firstSecond + all.length + one))
            all.push(...listens)
            // A client submits again what it is not sure of, while the rows are deleted.
            const again = all.slice(-3 * listensARound)
            yield* Effect.all([pass(listens), queue.prune(Date.now() + later), pass(again)], { concurrency: 3 })
          })
          for (let round = 0; round < rounds; round += 1) {
            yield* submit
            yield* Effect.sleep(Math.random() * 60)
            const victim = round % senders.length
            yield* Effect.promise(async () => killSender(await senders[victim]!))
            // The other process sends meanwhile.
            senders[victim] = start()
          }
          yield* Effect.promise(() => Promise.all(senders))
          const isDone = Effect.map(
            Effect.forEach(Object.values(own), (id) => hooks.get(id)),
            (views) => views.every(({ listens }) => listens!.waiting === 0)
          )
          yield* eventually(isDone, rounds * 1_000)
          const expected = () => [...new Set(all.map(keyOf))].sort()
          for (const target of both) expect(keysOf(target)).toStrictEqual(expected())
          const repeats = both.map((target) => target.repeats().length)
          const sums = both.map(total)
          // A kill leaves at most one request of a service without a record of its answer.
          for (const [place, target] of both.entries()) {
            const largest = Math.max(...target.batches())
            expect(sums[place]! - all.length).toBeLessThanOrEqual(rounds * largest)
          }
          const before = all.length
          for (let round = 0; round < calmRounds; round += 1) {
            yield* submit
            yield* Effect.sleep(Math.random() * 40)
          }
          yield* eventually(isDone, calmRounds * 1_000)
          for (const target of both) expect(keysOf(target)).toStrictEqual(expected())
          // Without a kill, each listen arrived once.
          expect(both.map(total)).toStrictEqual(sums.map((sum) => sum + all.length - before))
          expect(both.map((target) => target.repeats().length)).toStrictEqual(repeats)
          yield* queue.prune(Date.now() + later)
          const counts = yield* Effect.forEach(Object.values(own), (id) => hooks.get(id))
          for (const { listens } of counts) expect(listens).toMatchObject({ sent: all.length, waiting: 0 })
          if (process.env["DAYBOOK_KILL_ROUNDS"] !== undefined)
            yield* Effect.log(`${all.length} listens, ${rounds} kills, ${repeats.join(" and ")} repeated`)
        })
        const layer = hooksOver().pipe(Layer.provideMerge(Database.layer(address)))
        yield* Effect.provide(work, layer)
      }),
    7_200_000
  )
})
