import { withDecisions } from "@daybook/core/attending"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { correctionsOf } from "../../src/postgres/corrections/correctionsOf.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { newDatabase } from "../support/database.js"

/** The last version in which decisions on events had columns of their own. */
const version = 49

/** Two games of one title and day, one of them missed, next to a rejected row and a pair that was separated. */
const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const id of [1, 2])
    yield* sql`
      INSERT INTO attending_events (id, digest, title, date, status, going, performers, concerts, origins)
      OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${String(id)}, 'Giants at Dodgers', '2025-07-04', 'scheduled', true, '[]', '[]', '[]')`
  const mentions = [
    { key: "a", event: 1, presence: true, rejected: false, at: 10 },
    { key: "b", event: 2, presence: false, rejected: false, at: 20 },
    { key: "c", event: 2, presence: true, rejected: false, at: 15 },
    { key: "d", event: null, presence: null, rejected: true, at: 5 }
  ]
  for (const { at, event, key, presence, rejected } of mentions)
    yield* sql`
      INSERT INTO attending_mentions (source, key, said_at, body, ties, rejected, presence, event_id)
      VALUES ('calendar', ${key}, to_timestamp(${at}), '{"title": "Dodgers", "date": "2025-07-04"}', '{}', ${rejected},
        ${presence}, ${event})`
  yield* sql`INSERT INTO attending_apart (one, other) VALUES ('mention:calendar/a', 'mention:calendar/b')`
})

const mention = (key: string) =>
  ({
    source: "calendar",
    promotion: null,
    rejected: false,
    presence: null,
    mention: { key, at: null, date: "2025-07-04", lastDate: null, title: "Dodgers", teams: null, performers: [] }
  }) as unknown as Parameters<typeof withDecisions>[0]["mentions"][number]

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("decisions on events", (it) => {
  it.effect("of an earlier database are corrections that decide the same", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), old)))
      yield* migrate
      const corrections = yield* correctionsOf("attending")
      expect(corrections.map(({ kind, object, subject, type, value }) => [type, kind, subject, object, value])).toEqual(
        expect.arrayContaining([
          ["report", "different", { report: "mention:calendar/a" }, { report: "mention:calendar/b" }, null],
          ["report", "hide", { report: "mention:calendar/d" }, null, null]
        ])
      )
      const input = { mentions: ["a", "b", "c", "d"].map(mention), apart: new Set<string>(), corrections }
      const decided = withDecisions(input as unknown as Parameters<typeof withDecisions>[0])
      expect(decided.mentions.map(({ presence, rejected }) => [presence, rejected])).toEqual([
        [true, false],
        [false, false],
        [null, false],
        [null, true]
      ])
      expect(decided.apart.size).toBe(1)
    })
  )
})
