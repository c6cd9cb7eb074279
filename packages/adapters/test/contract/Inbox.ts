import { Inbox } from "@daybook/core/webhooks"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as InboxLayer from "../../src/postgres/Inbox.js"
import * as Versions from "../../src/postgres/Versions.js"

const day = 86_400_000
const now = Date.parse("2026-03-14T12:00:00Z")
const event = (key: string, payload = `about ${key}`) => ({ key, payload })

export const inboxContract = (database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  describe("Inbox", () => {
    it.layer(Layer.fresh(InboxLayer.layer).pipe(Layer.provide(Versions.layer), Layer.provideMerge(database)), {
      timeout: "5 minutes"
    })((it) => {
      it.effect("stores each event once, and returns due ones, oldest first", () =>
        Effect.gen(function* () {
          const inbox = yield* Inbox
          expect(yield* inbox.receive("one", [event("a"), event("b"), event("a", "again")], now)).toBe(2)
          expect(yield* inbox.receive("one", [event("b", "forged"), event("c")], now + 1)).toBe(1)
          expect(yield* inbox.receive("other", [event("a")], now)).toBe(1)
          expect(yield* inbox.claim("one", now - 1)).toStrictEqual(Option.none())
          const first = Option.getOrThrow(yield* inbox.claim("one", now + 5))
          const second = Option.getOrThrow(yield* inbox.claim("one", now + 5))
          expect([first.key, first.payload, first.attempts, second.key]).toStrictEqual(["a", "about a", 0, "b"])
          yield* inbox.done(first.id, now + 6)
          yield* inbox.retry(second.id, now + 1_000, 1, "not yet")
          expect(Option.getOrThrow(yield* inbox.claim("one", now + 5)).key).toBe("c")
          expect(yield* inbox.claim("one", now + 999)).toStrictEqual(Option.none())
          const later = Option.getOrThrow(yield* inbox.claim("one", now + 1_000))
          expect([later.key, later.attempts]).toStrictEqual(["b", 1])
          yield* inbox.giveUp(later.id, now + 1_001, "never")
          expect(
            yield* inbox.receive("one", [event("a"), event("b"), event("c")], now + day),
            "also after they were handled"
          ).toBe(0)
          expect(yield* inbox.statuses).toStrictEqual([
            { source: "one", due: 1, dead: 1, reason: Option.some("never") },
            { source: "other", due: 1, dead: 0, reason: Option.none() }
          ])
        })
      )

      it.effect("hands an event to one worker at a time, until its process is dead or silent", () =>
        Effect.gen(function* () {
          const inbox = yield* Inbox
          const sql = yield* SqlClient.SqlClient
          yield* inbox.receive(
            "two",
            Array.from({ length: 5 }, (_, index) => event(`e${index}`)),
            now
          )
          const takes = yield* Effect.all(
            Array.from({ length: 9 }, () => inbox.claim("two", now)),
            { concurrency: "unbounded" }
          )
          const keys = takes.flatMap(Option.toArray).map(({ key }) => key)
          expect(keys.sort()).toStrictEqual(["e0", "e1", "e2", "e3", "e4"])
          const hold = (who: string, until: string) =>
            sql`UPDATE webhook_events SET holder = ${who}, held_until = now() + ${until}::interval WHERE source = 'two' AND key = 'e3'`
          yield* hold("elsewhere:1", "1 minute")
          expect(Option.isNone(yield* inbox.claim("two", now))).toBe(true)
          yield* hold("elsewhere:1", "-1 second")
          expect(Option.getOrThrow(yield* inbox.claim("two", now)).key).toBe("e3")
          yield* sql`UPDATE webhook_events SET holder = regexp_replace(holder, '[0-9]+$', '999999999') WHERE source = 'two' AND key = 'e3'`
          expect(Option.getOrThrow(yield* inbox.claim("two", now)).key).toBe("e3")
        })
      )

      it.effect("limits a flood, and forgets old handled events", () =>
        Effect.gen(function* () {
          const inbox = yield* Inbox
          const sql = yield* SqlClient.SqlClient
          const count = Effect.map(
            sql<{ n: number }>`SELECT count(*)::int AS n FROM webhook_events WHERE source = 'three'`,
            ([row]) => row!.n
          )
          for (let round = 0; round < 15; round++) {
            yield* inbox.receive(
              "three",
              Array.from({ length: 100 }, (_, index) => event(`f${round}-${index}`)),
              now
            )
          }
          expect(yield* count).toBe(1_000)
          yield* inbox.prune(now + 90 * day)
          expect(yield* count, "nothing is forgotten that waits").toBe(1_000)
          yield* sql`UPDATE webhook_events SET state = 'done', finished_at = ${new Date(now)} WHERE source = 'three' AND key LIKE 'f0-%'`
          yield* inbox.prune(now + 29 * day)
          expect(yield* count).toBe(1_000)
          yield* inbox.prune(now + 31 * day)
          expect(yield* count).toBe(900)
        })
      )
    })
  })
