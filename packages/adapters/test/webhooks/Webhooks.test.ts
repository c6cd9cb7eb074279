import { quietly, SyncEngine } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, type Scope } from "effect"
import { engines, newDatabase } from "../support/database.js"
import { inbox, longSync, type Note, type Notes, owner, requestOf, stored, table, unavailable, webhooks } from "./support/notes.js"

/** What the provider holds, and how it behaves. */
interface World {
  readonly held: Map<string, string>
  readonly calls: Array<string>
  notes: Notes
}

const worldOf = (): World => {
  const held = new Map<string, string>()
  const calls: Array<string> = []
  const read = (id: string) =>
    Effect.sync(() => {
      calls.push(id)
      return Option.map(Option.fromNullable(held.get(id)), (text): Note => ({ id, text }))
    })
  return { held, calls, notes: { read, verifying: Effect.void } }
}

const until = <E, R>(check: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.repeat(Effect.delay(check, "20 millis"), { until: (done) => done, times: 1_500 }).pipe(
    Effect.flatMap(() => check),
    Effect.flatMap((done) => done ? Effect.void : Effect.dieMessage("that did not come to be"))
  )

const nothingDue = Effect.map(inbox, (rows) => rows.every(({ state }) => state !== "due"))

const sent = (id: string, more: { readonly aspect?: string; readonly at?: number; readonly owner?: number; readonly text?: string } = {}) =>
  requestOf({ id, aspect: "create", at: 1, owner, ...more })

const suite = (engine: (typeof engines)[number]) =>
  describe(`webhooks on ${engine.name}`, () => {
    /** A host with the table, over a database of its own. */
    const run = <A, E>(test: (world: World) => Effect.Effect<A, E, Webhooks | SyncEngine | SqlClient.SqlClient | Scope.Scope>) =>
      Effect.suspend(() => {
        const world = worldOf()
        const notes: Notes = { read: (id) => world.notes.read(id), verifying: Effect.suspend(() => world.notes.verifying) }
        return Effect.zipRight(table, test(world)).pipe(
          Effect.scoped,
          Effect.provide(Layer.fresh(webhooks(notes))),
          Effect.provide(newDatabase(engine))
        )
      })

    it.live("change nothing but what is read at the provider, whatever is sent in whatever order", () =>
      run((world) =>
        Effect.gen(function*() {
          const hooks = yield* Webhooks
          yield* hooks.start
          for (const id of ["a", "b", "c"]) world.held.set(id, `text of ${id}`)
          yield* hooks.receive("notes", sent("c", { aspect: "update", at: 3, text: "forged" }))
          for (const id of ["c", "a", "b", "a", "gone"]) {
            assert.deepStrictEqual(yield* hooks.receive("notes", sent(id)), { status: "ok" })
          }
          yield* until(nothingDue)
          assert.deepStrictEqual(yield* stored, [["a", "text of a"], ["b", "text of b"], ["c", "text of c"]])
          // A forged removal: the provider still has it.
          yield* hooks.receive("notes", sent("a", { aspect: "delete" }))
          yield* until(nothingDue)
          assert.strictEqual((yield* stored).length, 3)
          world.held.delete("b")
          world.held.set("c", "changed")
          yield* hooks.receive("notes", sent("b", { aspect: "delete" }))
          yield* hooks.receive("notes", sent("c", { aspect: "update", at: 9 }))
          yield* until(nothingDue)
          assert.deepStrictEqual(yield* stored, [["a", "text of a"], ["c", "changed"]])
        })))

    it.live("of 10,000 forged and replayed requests keep nothing and ask nobody", () =>
      run((world) =>
        Effect.gen(function*() {
          const hooks = yield* Webhooks
          yield* hooks.start
          world.held.set("a", "text of a")
          yield* hooks.receive("notes", sent("a"))
          yield* until(nothingDue)
          const forged = [
            (n: number) => Effect.as(hooks.receive("notes", sent(`x${n}`, { owner: n })), "ok"),
            (n: number) => Effect.map(Effect.flip(hooks.receive("notes", requestOf({ id: `x${n}`, aspect: "delete", at: n, owner }, `s${n}`))), ({ _tag }) => _tag),
            () => Effect.map(Effect.flip(hooks.receive("notes", requestOf("{\"id\":"))), ({ _tag }) => _tag),
            () => Effect.as(hooks.receive("notes", sent("a")), "ok")
          ]
          for (let n = 0; n < 10_000; n++) {
            // Replays are one in a hundred: each of them asks the database.
            const kind = n % 100 === 0 ? 3 : n % 3
            assert.strictEqual(yield* forged[kind]!(n), ["ok", "Refused", "BadInput", "ok"][kind])
          }
          assert.strictEqual((yield* inbox).length, 1)
          assert.deepStrictEqual(world.calls, ["a"])
          assert.strictEqual((yield* Effect.flip(hooks.receive("nobody", sent("a"))))._tag, "NoData")
        })))

    it.live("are tried again after a failure, and wait for a sync of the same source", () =>
      run((world) =>
        Effect.gen(function*() {
          const hooks = yield* Webhooks
          const engine = yield* SyncEngine
          const sql = yield* SqlClient.SqlClient
          world.held.set("a", "text of a")
          const { read } = world.notes
          world.notes = { ...world.notes, read: () => Effect.fail(unavailable) }
          yield* hooks.receive("notes", sent("a"))
          yield* hooks.start
          yield* until(Effect.map(inbox, ([row]) => row?.attempts === 1))
          assert.include((yield* inbox)[0]?.reason ?? "", "Notes failed (HTTP 503)")
          world.notes = { ...world.notes, read }

          const end = yield* Deferred.make<void>()
          const begun = yield* Deferred.make<void>()
          const sync = yield* longSync(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end)))
          const syncing = yield* Effect.fork(engine.sync(sync, quietly("command")))
          yield* Deferred.await(begun)
          yield* sql`UPDATE webhook_events SET due_at = now() - interval '1 minute'`
          yield* hooks.receive("notes", sent("other"))
          yield* until(Effect.map(inbox, (rows) => rows.every(({ reason }) => reason === "a sync is running")))
          assert.deepStrictEqual(yield* stored, [])
          assert.strictEqual((yield* inbox)[0]?.attempts, 1, "waiting is no try")
          yield* Deferred.succeed(end, undefined)
          yield* Fiber.join(syncing)
          yield* sql`UPDATE webhook_events SET due_at = now() - interval '1 minute'`
          yield* hooks.receive("notes", sent("third"))
          yield* until(nothingDue)
          assert.deepStrictEqual(yield* stored, [["a", "text of a"]])
        })))

    it.live("are given up after ten tries, which is told", () =>
      run((world) =>
        Effect.gen(function*() {
          const hooks = yield* Webhooks
          const sql = yield* SqlClient.SqlClient
          world.notes = { ...world.notes, read: () => Effect.die(new Error("broken")) }
          yield* hooks.receive("notes", sent("a"))
          yield* sql`UPDATE webhook_events SET attempts = 9`
          yield* hooks.start
          yield* until(nothingDue)
          assert.deepStrictEqual(yield* hooks.standings, [{ source: "notes", due: 0, dead: 1, reason: Option.some("it failed inside Daybook: see the log") }])
        })))

    it.live("are answered in time though looking at them hangs", () =>
      run((world) =>
        Effect.gen(function*() {
          const hooks = yield* Webhooks
          world.notes = { ...world.notes, verifying: Effect.never }
          const failure = yield* Effect.flip(hooks.receive("notes", sent("a")))
          assert.isTrue(failure._tag === "StorageFailure" && failure.unavailable)
        })))
  })

engines.forEach(suite)
