import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { number, object } from "../../src/postgres/kit/columns.js"
import { completeCounts, type DomainCounts, readCounts } from "../../src/postgres/kit/counts.js"
import { sql } from "../../src/postgres/kit/sql.js"
import { newDatabase } from "../support/database.js"

const hostCounts: DomainCounts<{ readonly hosts: number }> = {
  domain: "watching",
  name: "hosts",
  body: object({ hosts: number }),
  query: sql`SELECT jsonb_build_object('hosts', count(*)) FROM hosts`
}

const add = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (client) =>
    client.withTransaction(
      Effect.zipRight(
        client`INSERT INTO hosts (name) VALUES (${name})`,
        client`
          INSERT INTO versions (topic, version) VALUES ('watching', 1)
          ON CONFLICT (topic) DO UPDATE SET version = versions.version + 1`
      )
    )
  )

/** The row as it is on disk: another `xmin` is another write. */
const storedRow = Effect.flatMap(
  SqlClient.SqlClient,
  (client) => client`SELECT xmin::text, version, body FROM domain_counts`
)

it.scopedLive("counts a change that is not counted yet, and reads the counts of a version afterwards", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    yield* completeCounts(hostCounts)
    expect([yield* storedRow, yield* readCounts(hostCounts)]).toStrictEqual([[], { hosts: 0 }])
    yield* add("one")
    expect([yield* storedRow, yield* readCounts(hostCounts)]).toStrictEqual([[], { hosts: 1 }])
    yield* completeCounts(hostCounts)
    expect(yield* storedRow).toMatchObject([{ version: 1, body: { hosts: 1 } }])
    // Not a change of the domain: the read does not count.
    yield* client`INSERT INTO hosts (name) VALUES ('uncounted')`
    expect(yield* readCounts(hostCounts)).toStrictEqual({ hosts: 1 })
    yield* add("two")
    expect(yield* readCounts(hostCounts)).toStrictEqual({ hosts: 3 })
    yield* completeCounts(hostCounts)
    expect(yield* readCounts(hostCounts)).toStrictEqual({ hosts: 3 })
  }).pipe(Effect.provide(newDatabase()))
)

it.scopedLive("writes nothing while the version is the same, or after another process counted a newer one", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    yield* add("one")
    yield* completeCounts(hostCounts)
    const before = yield* storedRow
    yield* completeCounts(hostCounts)
    expect(yield* storedRow).toStrictEqual(before)
    yield* client`UPDATE domain_counts SET version = 9`
    yield* completeCounts(hostCounts)
    expect(yield* storedRow).toMatchObject([{ version: 9 }])
  }).pipe(Effect.provide(newDatabase()))
)
