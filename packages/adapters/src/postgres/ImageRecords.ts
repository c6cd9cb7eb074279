import type { Domain } from "@daybook/core"
import { type AwaitedLookUp, type ImageRecord, ImageRecords } from "@daybook/core/images"
import type { EntityRef } from "@daybook/core/shared"
import { SqlClient, type Statement } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { ofEntities } from "./entities.js"
import { type ImageRow, type WantRow, imageColumns, toRecord, toWant, wantColumns } from "./images/rows.js"
import { settle } from "./images/settle.js"
import { storage } from "./storage.js"
import { Versions } from "./Versions.js"

/** How long a want belongs to whoever took it. A drain that dies holds up its few wants for so long. */
const lease = "2 minutes"
/** A provider that is down must not keep pictures from being looked for elsewhere. */
const longestWait = "15 minutes"

export const layer = Layer.effect(ImageRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* Versions
  const the = (domain: Domain, { id, type }: EntityRef): Statement.Fragment =>
    sql`domain = ${domain} AND entity_type = ${type} AND entity_id = ${id} AND NOT gone`

  /** Nothing that the picture waits for is still to be looked up. */
  const isReady = (awaited: ReadonlyArray<AwaitedLookUp>): Statement.Fragment =>
    awaited.length === 0 ? sql`true` : sql.and(awaited.map(({ task, type }) => sql`(
      entity_type <> ${type} OR due_at <= now() - ${longestWait}::interval
      OR EXISTS (SELECT FROM listening_lookups WHERE task = ${task} AND kind = ${type}::listening_kind AND subject = entity_id)
    )`))

  /** Changes one picture, which payloads show. */
  const change = (operation: string, domain: Domain, entity: EntityRef, set: Statement.Fragment) =>
    storage(operation)(sql.withTransaction(Effect.gen(function*() {
      const [row] = yield* sql<ImageRow>`UPDATE images SET ${set} WHERE ${the(domain, entity)} RETURNING ${imageColumns(sql)}`
      if (row === undefined) return Option.none<ImageRecord>()
      yield* versions.bump(domain)
      return Option.some(toRecord(row))
    })))

  return {
    take: (domain, limit, awaited = []) =>
      storage("ImageRecords.take")(Effect.map(
        sql<WantRow>`
          UPDATE images SET due_at = now() + ${lease}::interval
          WHERE domain = ${domain} AND (entity_type, entity_id) IN (
            SELECT entity_type, entity_id FROM images WHERE domain = ${domain} AND due_at <= now() AND ${isReady(awaited)}
            ORDER BY due_at, entity_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) RETURNING ${wantColumns(sql)}`,
        (rows) => rows.map(toWant)
      )),
    giveBack: (domain, taken) =>
      storage("ImageRecords.giveBack")(Effect.asVoid(sql`
        UPDATE images SET due_at = now()
        WHERE ${ofEntities(sql, domain, taken.map(({ entity }) => entity))} AND due_at <= now() + ${lease}::interval`)),
    due: (domain, awaited = []) =>
      storage("ImageRecords.due")(Effect.map(
        sql<{ due: number }>`SELECT count(*) AS due FROM images WHERE domain = ${domain} AND due_at <= now() AND ${isReady(awaited)}`,
        ([row]) => row?.due ?? 0
      )),
    settle: (domain, outcomes) => storage("ImageRecords.settle")(sql.withTransaction(settle(sql, versions, domain, outcomes))),
    find: (domain, entity) =>
      storage("ImageRecords.find")(Effect.map(
        sql<ImageRow>`SELECT ${imageColumns(sql)} FROM images WHERE ${the(domain, entity)}`,
        ([row]) => Option.map(Option.fromNullable(row), toRecord)
      )),
    lookAgain: ({ artist = null, domain, dryRun, force, limit, offset, types }) => {
      const wanted = sql`
        SELECT entity_type, entity_id FROM images
        WHERE domain = ${domain} AND entity_type = ANY(${types}::text[]) AND NOT gone AND NOT is_override AND (${force}::boolean OR original IS NULL)
          AND (${artist}::text IS NULL OR lower(hints ->> 'artist') = lower(${artist}::text))
        ORDER BY entity_type, entity_id LIMIT ${limit} OFFSET ${offset}`
      const count = sql<{ wanted: number }>`SELECT count(*) AS wanted FROM (${wanted}) AS wanted`
      const again = sql<{ wanted: number }>`
        WITH again AS (
          UPDATE images SET due_at = now(), misses = 0, failures = 0 WHERE domain = ${domain} AND (entity_type, entity_id) IN (${wanted}) RETURNING entity_id
        ) SELECT count(*) AS wanted FROM again`
      return storage("ImageRecords.lookAgain")(Effect.map(dryRun ? count : again, ([row]) => row?.wanted ?? 0))
    },
    override: (domain, entity, picture) =>
      change("ImageRecords.override", domain, entity, sql`
        version = version + 1, original = ${picture.original}, width = ${picture.width}, height = ${picture.height},
        thumbhash = ${picture.thumbhash}, dominant_color = ${picture.dominantColor}, accent_color = ${picture.accentColor},
        source = ${picture.source}, source_url = ${picture.sourceUrl}, is_override = true, is_stale = false, due_at = NULL`),
    reset: (domain, entity) =>
      change("ImageRecords.reset", domain, entity, sql`
        version = version + 1, original = NULL, width = NULL, height = NULL, thumbhash = NULL, dominant_color = NULL, accent_color = NULL,
        source = NULL, source_url = NULL, is_override = false, is_stale = false, due_at = now(), misses = 0, failures = 0`),
    unused: (originals) =>
      storage("ImageRecords.unused")(Effect.map(
        sql<{ original: string }>`
          SELECT original FROM unnest(${originals}::text[]) AS stored (original)
          WHERE NOT EXISTS (SELECT FROM images WHERE images.original = stored.original)`,
        (rows) => rows.map(({ original }) => original)
      )),
    stale: (limit) =>
      storage("ImageRecords.stale")(Effect.map(
        sql<{ domain: Domain; entityType: EntityRef["type"]; entityId: number; original: string }>`
          SELECT domain, entity_type, entity_id, original FROM images WHERE is_stale AND original IS NOT NULL AND NOT gone
          ORDER BY domain, entity_type, entity_id LIMIT ${limit}`,
        (rows) => rows.map((row) => ({ domain: row.domain, entity: { type: row.entityType, id: row.entityId }, original: row.original }))
      )),
    staleCount: storage("ImageRecords.staleCount")(Effect.map(
      sql<{ stale: number }>`SELECT count(*) AS stale FROM images WHERE is_stale AND original IS NOT NULL AND NOT gone`,
      ([row]) => row?.stale ?? 0
    )),
    markStale: storage("ImageRecords.markStale")(Effect.asVoid(sql`UPDATE images SET is_stale = true WHERE original IS NOT NULL`)),
    setLooks: ({ domain, entity, original }, looks) =>
      storage("ImageRecords.setLooks")(sql.withTransaction(Effect.gen(function*() {
        const shown = looks === null ? sql`` : sql`, thumbhash = ${looks.thumbhash}, dominant_color = ${looks.dominantColor}, accent_color = ${looks.accentColor}`
        yield* sql`UPDATE images SET is_stale = false ${shown} WHERE ${the(domain, entity)} AND original = ${original}`
        if (looks !== null) yield* versions.bump(domain)
      })))
  }
}))
