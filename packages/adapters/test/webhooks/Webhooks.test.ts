import { syncDefaults, SyncEngine } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, type Scope } from "effect"
import { newDatabase } from "../support/database.js"
import { depth } from "../support/depth.js"
import {
  inbox,
  longSync,
  type Note,
  type Notes,
  owner,
  requestOf,
  storedNotes,
  table,
  unavailable,
  webhooks
} from "./support/notes.js"

/** The provider's data and behaviour. */
interface World {
  readonly texts: Map<string, string>
  readonly calls: Array<string>
  notes: Notes
}

const worldOf = (): World => {
  const texts = new Map<string, string>()
  const calls: Array<string> = []
  const read = (id: string) =>
    Effect.sync(() => {
      calls.push(id)
      return Option.map(Option.fromNullable(texts.get(id)), (text): Note => ({ id, text }))
    })
  return { texts: texts, calls, notes: { read, verifying: Effect.void } }
}

const until = <E, R>(check: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.repeat(Effect.delay(check, "20 millis"), { until: (done) => done, times: 1_500 }).pipe(
    Effect.flatMap(() => check),
    Effect.flatMap((done) => (done ? Effect.void : Effect.dieMessage("that did not come to be")))
  )

const nothingDue = Effect.map(inbox, (rows) => rows.every(({ state }) => state !== "due"))

const sent = (
  id: string,
  more: { readonly aspect?: string; readonly at?: number; readonly owner?: number; readonly text?: string } = {}
) => requestOf({ id, aspect: "create", at: 1, owner, ...more })

describe("webhooks", () => {
  /** A host with the table, on its own database. */
  const run = <A, E>(
    test: (world: World) => Effect.Effect<A, E, Webhooks | SyncEngine | SqlClient.SqlClient | Scope.Scope>
  ) =>
    Effect.suspend(() => {
      const world = worldOf()
      const notes: Notes = {
        read: (id) => world.notes.read(id),
        verifying: Effect.suspend(() => world.notes.verifying)
      }
      return Effect.zipRight(table, test(world)).pipe(
        Effect.scoped,
        Effect.provide(Layer.fresh(webhooks(notes))),
        Effect.provide(newDatabase())
      )
    })

  it.live("store only what is read from the provider, whatever arrives in any order", () =>
    run((world) =>
      Effect.gen(function* () {
        const hooks = yield* Webhooks
        yield* hooks.start
        for (const id of ["a", "b", "c"]) world.texts.set(id, `text of ${id}`)
        yield* hooks.receive("notes", sent("c", { aspect: "update", at: 3, text: "forged" }))
        for (const id of ["c", "a", "b", "a", "gone"]) {
          expect(yield* hooks.receive("notes", sent(id))).toStrictEqual({ status: "ok" })
        }
        yield* until(nothingDue)
        expect(yield* storedNotes).toStrictEqual([
          ["a", "text of a"],
          ["b", "text of b"],
          ["c", "text of c"]
        ])
        // A forged removal: the provider still has it.
        yield* hooks.receive("notes", sent("a", { aspect: "delete" }))
        yield* until(nothingDue)
        expect(yield* storedNotes).toHaveLength(3)
        world.texts.delete("b")
        world.texts.set("c", "changed")
        yield* hooks.receive("notes", sent("b", { aspect: "delete" }))
        yield* hooks.receive("notes", sent("c", { aspect: "update", at: 9 }))
        yield* until(nothingDue)
        expect(yield* storedNotes).toStrictEqual([
          ["a", "text of a"],
          ["c", "changed"]
        ])
      })
    )
  )

  it.live("store nothing and make no calls for thousands of forged and replayed requests", () =>
    run((world) =>
      Effect.gen(function* () {
        const hooks = yield* Webhooks
        yield* hooks.start
        world.texts.set("a", "text of a")
        yield* hooks.receive("notes", sent("a"))
        yield* until(nothingDue)
        const forged = [
          (n: number) => Effect.as(hooks.receive("notes", sent(`x${n}`, { owner: n })), "ok"),
          (n: number) =>
            Effect.map(
              Effect.flip(hooks.receive("notes", requestOf({ id: `x${n}`, aspect: "delete", at: n, owner }, `s${n}`))),
              ({ _tag }) => _tag
            ),
          () => Effect.map(Effect.flip(hooks.receive("notes", requestOf('{"id":'))), ({ _tag }) => _tag),
          () => Effect.as(hooks.receive("notes", sent("a")), "ok")
        ]
        for (let n = 0; n < depth(10_000); n++) {
          // One in a hundred is a replay: each of them queries the database.
          const kind = n % 100 === 0 ? 3 : n % 3
          expect(yield* forged[kind]!(n)).toBe(["ok", "Refused", "BadInput", "ok"][kind])
        }
        expect(yield* inbox).toHaveLength(1)
        expect(world.calls).toStrictEqual(["a"])
        expect((yield* Effect.flip(hooks.receive("nobody", sent("a"))))._tag).toBe("NoData")
      })
    )
  )

  it.live("are retried after a failure, and wait for a sync of the same source", () =>
    run((world) =>
      Effect.gen(function* () {
        const hooks = yield* Webhooks
        const engine = yield* SyncEngine
        const sql = yield* SqlClient.SqlClient
        world.texts.set("a", "text of a")
        const { read } = world.notes
        world.notes = { ...world.notes, read: () => Effect.fail(unavailable) }
        yield* hooks.receive("notes", sent("a"))
        yield* hooks.start
        yield* until(Effect.map(inbox, ([row]) => row?.attempts === 1))
        expect((yield* inbox)[0]?.reason ?? "").toContain("Notes failed (HTTP 503)")
        world.notes = { ...world.notes, read }

        const end = yield* Deferred.make<void>()
        const begun = yield* Deferred.make<void>()
        const sync = yield* longSync(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end)))
        const syncing = yield* Effect.fork(engine.sync(sync, syncDefaults("command")))
        yield* Deferred.await(begun)
        yield* sql`UPDATE webhook_events SET due_at = now() - interval '1 minute'`
        yield* hooks.receive("notes", sent("other"))
        yield* until(Effect.map(inbox, (rows) => rows.every(({ reason }) => reason === "a sync is running")))
        expect(yield* storedNotes).toStrictEqual([])
        expect((yield* inbox)[0]?.attempts, "waiting is not an attempt").toBe(1)
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(syncing)
        yield* sql`UPDATE webhook_events SET due_at = now() - interval '1 minute'`
        yield* hooks.receive("notes", sent("third"))
        yield* until(nothingDue)
        expect(yield* storedNotes).toStrictEqual([["a", "text of a"]])
      })
    )
  )

  it.live("are given up after ten attempts, which is reported", () =>
    run((world) =>
      Effect.gen(function* () {
        const hooks = yield* Webhooks
        const sql = yield* SqlClient.SqlClient
        world.notes = { ...world.notes, read: () => Effect.die(new Error("broken")) }
        yield* hooks.receive("notes", sent("a"))
        yield* sql`UPDATE webhook_events SET attempts = 9`
        yield* hooks.start
        yield* until(nothingDue)
        expect(yield* hooks.statuses).toStrictEqual([
          { source: "notes", due: 0, dead: 1, reason: Option.some("it failed inside Daybook; see the log") }
        ])
      })
    )
  )

  it.live("are answered in time even if verification hangs", () =>
    run((world) =>
      Effect.gen(function* () {
        const hooks = yield* Webhooks
        world.notes = { ...world.notes, verifying: Effect.never }
        const failure = yield* Effect.flip(hooks.receive("notes", sent("a")))
        expect(failure._tag === "StorageFailure" && failure.unavailable).toBe(true)
      })
    )
  )
})
