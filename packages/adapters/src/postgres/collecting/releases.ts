import { type Release, creditNames, isNobody, releaseFields } from "@daybook/core/collecting"
import { Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { sortName } from "../entities.js"
import { boolean, json, nullable, number, smallint, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** Precedence of the origins: higher values win. */
export const origins = { filed: 0, described: 1, listed: 2 } as const
export type Origin = (typeof origins)[keyof typeof origins]

/** The column that holds the precedence. */
export const precedence = "told_by"

const { title: reportedTitle, ...releaseColumns } = columnsOf(releaseFields)
const releaseTable = table("collecting_releases", {
  id: number,
  ...releaseColumns,
  reportedTitle,
  reportedSortTitle: text,
  artists: json<Release["artists"]>(),
  picture: nullable(text),
  [precedence]: smallint
})

const creditTable = table("collecting_credits", {
  releaseId: number,
  place: number,
  artistId: nullable(number),
  name: text,
  shown: text,
  sortName: text,
  sortShown: text,
  nobody: boolean
})

/** The names to match with plays. */
const nameTable = table("collecting_names", { releaseId: number, sortName: text })

/** Image URLs are signed again from time to time; the last part identifies the image. */
const picture = sql`
  CASE WHEN excluded.picture IS NULL
      OR split_part(reverse(stored.picture), '/', 1) = split_part(reverse(excluded.picture), '/', 1)
    THEN stored.picture ELSE excluded.picture END`

/** Stores releases, unless an origin of higher precedence reported them. Returns the new and changed ones. */
export const writeReleases = Effect.fn("collecting.writeReleases")(function* (
  incoming: ReadonlyArray<Release>,
  origin: Origin
) {
  const releases = [...new Map(incoming.map((release) => [release.id, release])).values()]
  const upserted = yield* releaseTable.upsert(
    releases.map(({ title, ...release }) => ({
      ...release,
      reportedTitle: title,
      reportedSortTitle: sortName(title),
      [precedence]: origin
    })),
    { key: ["id"], set: { picture }, when: sql`excluded.told_by >= stored.told_by`, returning: { id: number } }
  )
  if (upserted.length === 0) return []
  const changed = new Set(upserted.map(({ id }) => id))
  yield* writeCredits(releases.filter(({ id }) => changed.has(id)))
  // A request that was under way while the release was deleted has left its outcome.
  yield* forget(
    "collecting",
    "release",
    upserted.flatMap(({ id, isNew }) => (isNew ? [id] : []))
  )
  return [...changed]
})

/** Stores the artists of releases, and the names to match with plays. */
const writeCredits = Effect.fn(function* (releases: ReadonlyArray<Release>) {
  const ids = releases.map(({ id }) => id)
  yield* sql`DELETE FROM collecting_credits WHERE release_id = ANY(${ids}::int[])`
  yield* sql`DELETE FROM collecting_names WHERE release_id = ANY(${ids}::int[])`
  yield* creditTable.insert(
    releases.flatMap(({ artists, id }) =>
      artists.map((credit, place) => ({
        releaseId: id,
        place,
        artistId: credit.id,
        name: credit.name,
        shown: credit.shown,
        sortName: sortName(credit.name),
        sortShown: sortName(credit.shown),
        nobody: isNobody(credit)
      }))
    )
  )
  yield* nameTable.insert(
    releases.flatMap(({ artists, id }) =>
      [...new Set(creditNames(artists).map(sortName))].map((name) => ({ releaseId: id, sortName: name }))
    )
  )
})

/** Deletes releases without copies or wants. */
export const dropUnheld = Effect.fn(function* (releaseIds: ReadonlyArray<number>) {
  if (releaseIds.length === 0) return
  const deleted = yield* sql({ id: number })`
    DELETE FROM collecting_releases AS release WHERE id = ANY(${releaseIds}::int[])
      AND NOT EXISTS (SELECT FROM collecting_copies WHERE release_id = release.id)
      AND NOT EXISTS (SELECT FROM collecting_wants WHERE release_id = release.id)
    RETURNING id`
  yield* forget(
    "collecting",
    "release",
    deleted.map(({ id }) => id)
  )
})
