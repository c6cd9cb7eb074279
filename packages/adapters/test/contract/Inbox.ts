import { Inbox } from "@daybook/core/webhooks"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as InboxLayer from "../../src/postgres/Inbox.js"

const day = 86_400_000
const now = Date.parse("2026-03-14T12:00:00Z")
const event = (key: string, payload = `about ${key}`) => ({ key, payload })

export const inboxContract = (name: string, database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  describe(`Inbox on ${name}`, () => {
    it.layer(Layer.fresh(InboxLayer.layer).pipe(Layer.provideMerge(database)), { timeout: "5 minutes" })((it) => {
      it.effect("keeps each event once, and gives those that are due, oldest first", () =>
        Effect.gen(function*() {
          const inbox = yield* Inbox
          assert.strictEqual(yield* inbox.receive("one", [event("a"), event("b"), event("a", "again")], now), 2)
          assert.strictEqual(yield* inbox.receive("one", [event("b", "forged"), event("c")], now + 1), 1)
          assert.strictEqual(yield* inbox.receive("other", [event("a")], now), 1)
          assert.deepStrictEqual(yield* inbox.take("one", now - 1), Option.none())
          const first = Option.getOrThrow(yield* inbox.take("one", now + 5))
          const second = Option.getOrThrow(yield* inbox.take("one", now + 5))
          assert.deepStrictEqual([first.key, first.payload, first.attempts, second.key], ["a", "about a", 0, "b"])
          yield* inbox.done(first.id, now + 6)
          yield* inbox.retry(second.id, now + 1_000, 1, "not yet")
          assert.strictEqual(Option.getOrThrow(yield* inbox.take("one", now + 5)).key, "c")
          assert.deepStrictEqual(yield* inbox.take("one", now + 999), Option.none())
          const later = Option.getOrThrow(yield* inbox.take("one", now + 1_000))
          assert.deepStrictEqual([later.key, later.attempts], ["b", 1])
          yield* inbox.giveUp(later.id, now + 1_001, "never")
          assert.strictEqual(yield* inbox.receive("one", [event("a"), event("b"), event("c")], now + day), 0, "also after they were handled")
          assert.deepStrictEqual(yield* inbox.standings, [
            { source: "one", due: 1, dead: 1, reason: Option.some("never") },
            { source: "other", due: 1, dead: 0, reason: Option.none() }
          ])
        }))

      it.effect("gives an event to one at a time, until its process is gone or silent", () =>
        Effect.gen(function*() {
          const inbox = yield* Inbox
          const sql = yield* SqlClient.SqlClient
          yield* inbox.receive("two", Array.from({ length: 5 }, (_, index) => event(`e${index}`)), now)
          const taken = yield* Effect.all(Array.from({ length: 9 }, () => inbox.take("two", now)), { concurrency: "unbounded" })
          const keys = taken.flatMap(Option.toArray).map(({ key }) => key)
          assert.deepStrictEqual(keys.sort(), ["e0", "e1", "e2", "e3", "e4"])
          const hold = (who: string, until: string) => sql`UPDATE webhook_events SET holder = ${who}, held_until = now() + ${until}::interval WHERE source = 'two' AND key = 'e3'`
          yield* hold("elsewhere:1", "1 minute")
          assert.isTrue(Option.isNone(yield* inbox.take("two", now)))
          yield* hold("elsewhere:1", "-1 second")
          assert.strictEqual(Option.getOrThrow(yield* inbox.take("two", now)).key, "e3")
          yield* sql`UPDATE webhook_events SET holder = regexp_replace(holder, '[0-9]+$', '999999999') WHERE source = 'two' AND key = 'e3'`
          assert.strictEqual(Option.getOrThrow(yield* inbox.take("two", now)).key, "e3")
        }))

      it.effect("is not filled by a flood, and forgets what is long done", () =>
        Effect.gen(function*() {
          const inbox = yield* Inbox
          const sql = yield* SqlClient.SqlClient
          const count = Effect.map(sql<{ n: number }>`SELECT count(*)::int AS n FROM webhook_events WHERE source = 'three'`, ([row]) => row!.n)
          for (let round = 0; round < 15; round++) {
            yield* inbox.receive("three", Array.from({ length: 100 }, (_, index) => event(`f${round}-${index}`)), now)
          }
          assert.strictEqual(yield* count, 1_000)
          yield* inbox.prune(now + 90 * day)
          assert.strictEqual(yield* count, 1_000, "nothing is forgotten that waits")
          yield* sql`UPDATE webhook_events SET state = 'done', finished_at = ${new Date(now)} WHERE source = 'three' AND key LIKE 'f0-%'`
          yield* inbox.prune(now + 29 * day)
          assert.strictEqual(yield* count, 1_000)
          yield* inbox.prune(now + 31 * day)
          assert.strictEqual(yield* count, 900)
        }))
    })
  })
