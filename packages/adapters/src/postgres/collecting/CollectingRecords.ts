import {
  type CollectingRecord,
  CollectingRecords,
  type FilmDetail,
  type Release,
  type ReleaseDetail,
  type Whole,
  filmDetails,
  isListed,
  mediaTypes,
  releaseDetails,
  type EnrichedKind,
  type EnrichmentTarget
} from "@daybook/core/collecting"
import { noChanges } from "@daybook/core/publishing"
import { Effect, Number as Numbers } from "effect"
import { instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"
import { table } from "../kit/table.js"
import { type CopyChanges, idsOf, keyOf, logHeld, nothing, publishableOf, sum } from "./changes.js"
import { putCopies, putFiled, putWants } from "./copies.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { decide } from "./decisions.js"
import { correctWritten } from "./corrected.js"
import { dropFilms, heldDiscs, putDiscs } from "./discs.js"
import { dropUnheld, origins, writeReleases } from "./releases.js"
import { storedDiscs } from "./rows.js"
import { attempts, isDue, joinTask } from "../EnrichmentTasks.js"
import { countOf } from "../kit/query.js"

/** Releases or films as `item`, with their task. */
const itemsOf = (task: string, kind: EnrichedKind) => sql`
  FROM ${sql(`collecting_${kind}s`)} AS item ${joinTask({ domain: "collecting", task, kind }, "item.id")}`

const releaseColumns = { subject: number, attempts: number }

const dueReleases = (task: string, limit: number) =>
  Effect.map(
    sql(releaseColumns)`
      SELECT item.id AS subject, ${attempts} AS attempts ${itemsOf(task, "release")}
      LEFT JOIN (
        SELECT release_id, max(added_at) AS added_at FROM collecting_copies GROUP BY release_id
      ) AS held ON held.release_id = item.id
      WHERE ${isDue()} ORDER BY held.added_at DESC NULLS LAST, item.id LIMIT ${limit}`,
    (rows) => rows.map((row): EnrichmentTarget => ({ ...row, film: null }))
  )

const filmColumns = {
  ...releaseColumns,
  trakt: nullable(number),
  tmdb: nullable(number),
  imdb: nullable(text),
  title: text,
  year: nullable(number)
}

const dueFilms = (task: string, limit: number) =>
  Effect.map(
    sql(filmColumns)`
      SELECT item.id AS subject, ${attempts} AS attempts, trakt_id AS trakt, tmdb_id AS tmdb, imdb_id AS imdb,
        reported_title AS title, year
      ${itemsOf(task, "film")}
      LEFT JOIN (
        SELECT film_id, max(collected_at) AS collected_at FROM collecting_discs GROUP BY film_id
      ) AS held ON held.film_id = item.id
      WHERE ${isDue()} ORDER BY held.collected_at DESC NULLS LAST, item.id LIMIT ${limit}`,
    (rows) =>
      rows.map(({ attempts, subject, title, year, ...ids }): EnrichmentTarget => ({
        subject,
        attempts,
        film: { title, year, ids }
      }))
  )

/** Newest additions first. */
const due = (task: string, kind: EnrichedKind, limit: number) =>
  kind === "release" ? dueReleases(task, limit) : dueFilms(task, limit)

const dueCount = (task: string, kind: EnrichedKind) =>
  countOf(sql`SELECT count(*) ${itemsOf(task, kind)} WHERE ${isDue()}`)

type Tagged<Tag extends CollectingRecord["_tag"]> = Extract<CollectingRecord, { readonly _tag: Tag }>

const only = <Tag extends CollectingRecord["_tag"]>(
  records: ReadonlyArray<CollectingRecord>,
  tag: Tag
): ReadonlyArray<Tagged<Tag>> => records.filter((record): record is Tagged<Tag> => record._tag === tag)

const listings = table("collecting_listings", { list: text, at: instant })
const values = table("collecting_values", { source: text, cents: nullable(number) })
const releasePages = table("collecting_releases", { id: number, ...columnsOf(releaseDetails) })
const describedFilms = table("collecting_films", { id: number, ...columnsOf(filmDetails) })

/** Records a complete listing and returns the keys of stored rows that it lacks. */
const missingFrom = Effect.fn("collecting.missingFrom")(function* (source: string, { at, keys, list }: Whole) {
  yield* listings.upsert([{ list, at }], { key: ["list"], returning: {} })
  switch (list) {
    case "copies": {
      const rows = yield* sql({ id: number })`
        SELECT id FROM collecting_copies WHERE instance IS NULL OR instance <> ALL(${keys.map(Number)}::bigint[])`
      return rows.map(({ id }) => keyOf.copy(id))
    }
    case "wants": {
      const rows = yield* sql({ id: number })`
        SELECT id FROM collecting_wants WHERE release_id <> ALL(${keys.map(Number)}::int[])`
      return rows.map(({ id }) => keyOf.want(id))
    }
    case "discs": {
      const listed = new Set(keys)
      const rows = yield* sql({ id: number, traktId: nullable(number), mediaType: oneOf(mediaTypes) })`
        SELECT disc.id, trakt_id, media_type FROM ${storedDiscs} WHERE source = ${source}`
      return rows.flatMap(({ id, mediaType, traktId }) =>
        isListed(listed, traktId, mediaType) ? [] : [keyOf.disc(id)]
      )
    }
  }
})

/** What a write changed, for publication. */
const withPublishable = Effect.fn(function* ({ discs, releases, ...applied }: CopyChanges) {
  const corrections = yield* correctionsOf("collecting")
  const { concealed, ...shown } = yield* correctWritten(corrections, releases, [
    ...discs,
    ...idsOf("disc", applied.present)
  ])
  const changes = yield* publishableOf([...releases, ...shown.releases], [...discs, ...shown.discs])
  return { applied, changes: { ...changes, concealed } }
})

const put = Effect.fn(function* (source: string, records: ReadonlyArray<CollectingRecord>) {
  const copies = yield* putCopies(only(records, "Copy"))
  const filed = yield* putFiled(only(records, "FiledCopy"))
  const wants = yield* putWants(only(records, "Want"))
  const discs = yield* putDiscs(source, only(records, "Disc"))
  const changedValues = yield* Effect.forEach(only(records, "Value"), ({ cents }) =>
    values.upsert([{ source, cents }], { key: ["source"], returning: {} })
  )
  // Runs last, so that records of the same page count as stored.
  const missing = yield* Effect.forEach(only(records, "Whole"), (whole) => missingFrom(source, whole))
  return {
    ...(yield* withPublishable(sum([copies, filed, wants, discs, { ...nothing, missing: missing.flat() }]))),
    valued: changedValues.flat().length > 0
  }
})

const deleteHeld = (table: "collecting_copies" | "collecting_wants", ids: ReadonlyArray<number>) =>
  sql({ id: number, releaseId: number })`
    DELETE FROM ${sql(table)} WHERE id = ANY(${ids}::int[]) RETURNING id, release_id`

/** Deletes rows by their sync keys: those of a source, or of any. */
const remove = Effect.fn(function* (source: string | null, keys: ReadonlyArray<string>) {
  const copies = yield* deleteHeld("collecting_copies", idsOf("copy", keys))
  const wants = yield* deleteHeld("collecting_wants", idsOf("want", keys))
  const releases = [...copies, ...wants]
  const discs = yield* sql({ id: number, filmId: number })`
    DELETE FROM collecting_discs
    WHERE id = ANY(${idsOf("disc", keys)}::int[]) AND (${source}::text IS NULL OR source = ${source})
    RETURNING id, film_id`
  yield* logHeld("delete", { release: copies, want: wants, disc: discs })
  const left = [...new Set(releases.map(({ releaseId }) => releaseId))]
  yield* dropUnheld(left)
  yield* dropFilms(discs.map(({ filmId }) => filmId))
  const deleted = [
    ...releases.map(({ id }) => ({ type: "release", id }) as const),
    ...discs.map(({ id }) => ({ type: "media", id }) as const)
  ]
  // If the deleted copy was in the feed, a second copy replaces it.
  return { removed: releases.length + discs.length, changes: { ...(yield* publishableOf(left, [])), deleted } }
})

const describeRelease = Effect.fn(function* (release: Release, detail: ReleaseDetail) {
  const existing = yield* sql`SELECT FROM collecting_releases WHERE id = ${release.id}`
  if (existing.length === 0) return noChanges
  yield* releasePages.update([{ ...detail, id: release.id }], { key: ["id"], returning: {} })
  return (yield* withPublishable({ ...nothing, releases: yield* writeReleases([release], origins.described) })).changes
})

const describeFilm = Effect.fn(function* (id: number, detail: FilmDetail) {
  yield* describedFilms.update([{ ...detail, id }], { key: ["id"], returning: {} })
  const discs = yield* sql({ id: number })`SELECT id FROM collecting_discs WHERE film_id = ${id}`
  return yield* publishableOf(
    [],
    discs.map((disc) => disc.id)
  )
})

const listCountColumns = { list: text, count: number }

/** Counts of rows by list. */
const lists = (source: string) =>
  Effect.map(
    source === "discogs"
      ? sql(listCountColumns)`
          SELECT 'copy' AS list, count(*) AS count FROM collecting_copies
          UNION ALL SELECT 'want', count(*) FROM collecting_wants`
      : sql(listCountColumns)`SELECT 'disc' AS list, count(*) AS count FROM collecting_discs WHERE source = ${source}`,
    (rows) => new Map(rows.map(({ count, list }) => [list, count]))
  )

const locked = domainLock("collecting")

export const layer = storeLayer(CollectingRecords, {
  put: (source, records) => locked(put(source, records)),
  remove: (source, keys) => locked(remove(source, keys)),
  count: (source) => Effect.map(lists(source), (counts) => Numbers.sumAll(counts.values())),
  lists,
  keepDisc: (disc) => locked(Effect.flatMap(putDiscs("manual", [disc]), withPublishable)),
  removeDisc: (id) => locked(Effect.map(remove(null, [keyOf.disc(id)]), ({ changes }) => changes)),
  heldDisc: (id) => Effect.map(heldDiscs({ id }), ([disc]) => disc ?? null),
  discsOf: (film) => heldDiscs({ film }),
  instancesOf: (releaseId) =>
    Effect.map(
      sql({ instance: number })`
        SELECT instance FROM collecting_copies
        WHERE release_id = ${releaseId} AND instance IS NOT NULL ORDER BY instance`,
      (rows) => rows.map(({ instance }) => instance)
    ),
  due,
  dueCount,
  describeRelease: (release, detail) => locked(describeRelease(release, detail)),
  describeFilm: (id, detail) => locked(describeFilm(id, detail)),
  decide: (decision, same) => locked(decide(decision, same))
})
