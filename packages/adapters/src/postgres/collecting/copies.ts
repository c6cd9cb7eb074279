import type { Care, Copy, FiledCopy, Want } from "@daybook/core/collecting"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { roads, writeReleases } from "./releases.js"
import { keyOf, nothing, type Written } from "./Written.js"

interface Known {
  readonly id: number
  readonly releaseId: number
  readonly instance: number | null
  readonly addedAt: number | null
}

interface Row extends Care {
  /** Null for a copy that is not stored yet. */
  readonly id: number | null
  readonly releaseId: number
  readonly instance: number | null
}

/** Copies as the provider lists them. One that an export file spoke of first, without its instance, is taken for the same. */
export const putCopies = Effect.fn("collecting.putCopies")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Copy>) {
  if (given.length === 0) return nothing
  const copies = [...new Map(given.map((copy) => [copy.instance, copy])).values()]
  const known = yield* sql<Known>`
    SELECT id, release_id, instance, added_at FROM collecting_copies
    WHERE instance = ANY(${copies.map(({ instance }) => instance)}::bigint[])
      OR instance IS NULL AND release_id = ANY(${copies.map(({ release }) => release.id)}::int[])`
  const byInstance = new Map(known.map((copy) => [copy.instance, copy.id]))
  const loose = known.filter(({ instance }) => instance === null)
  const rows = copies.map(({ care, instance, release }): Row => {
    const id = byInstance.get(instance) ?? nearest(loose, release.id, care.addedAt)
    return { ...care, id, instance, releaseId: release.id }
  })
  const releases = yield* writeReleases(sql, copies.map(({ release }) => release), roads.listed)
  return yield* writeRows(sql, rows, releases)
})

/** The id of the copy of a release that was added about then, which is taken from those left; null where none is. */
const nearest = (loose: Array<Known>, releaseId: number, addedAt: number | null): number | null => {
  const away = (copy: Known) => Math.abs((copy.addedAt ?? 0) - (addedAt ?? 0))
  const best = loose.filter((copy) => copy.releaseId === releaseId).reduce<Known | null>((found, copy) => found === null || away(copy) < away(found) ? copy : found, null)
  if (best !== null) loose.splice(loose.indexOf(best), 1)
  return best?.id ?? null
}

/**
 * Copies out of an export file. What the provider's own list says of them stands; a copy from before the last reading
 * of that list that was not in it is gone since.
 */
export const putFiled = Effect.fn("collecting.putFiled")(function*(sql: SqlClient.SqlClient, filed: ReadonlyArray<FiledCopy>) {
  if (filed.length === 0) return nothing
  const [listing] = yield* sql<{ at: number }>`SELECT at FROM collecting_listings WHERE list = 'copies'`
  const known = yield* sql<Known>`
    SELECT id, release_id, instance, added_at FROM collecting_copies WHERE release_id = ANY(${filed.map(({ release }) => release.id)}::int[])
    ORDER BY added_at NULLS LAST, id`
  const ofRelease = (id: number) => known.filter(({ releaseId }) => releaseId === id)
  const present: Array<string> = []
  const kept = filed.flatMap((copy): ReadonlyArray<Row & Pick<FiledCopy, "release">> => {
    const stored = ofRelease(copy.release.id)[copy.place]
    if (stored !== undefined) present.push(keyOf.copy(stored.id))
    if (stored !== undefined && stored.instance !== null) return []
    const isGone = stored === undefined && listing !== undefined && (copy.care.addedAt ?? 0) < listing.at
    return isGone ? [] : [{ ...copy.care, id: stored?.id ?? null, instance: null, releaseId: copy.release.id, release: copy.release }]
  })
  const releases = yield* writeReleases(sql, kept.map(({ release }) => release), roads.filed)
  return { ...(yield* writeRows(sql, kept, releases)), present }
})

const care = (rows: ReadonlyArray<Care>) => [
  rows.map(({ addedAt }) => addedAt),
  rows.map(({ rating }) => rating),
  rows.map(({ mediaCondition }) => mediaCondition),
  rows.map(({ sleeveCondition }) => sleeveCondition),
  rows.map(({ notes }) => notes)
] as const

const writeRows = Effect.fn(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>, releases: ReadonlyArray<number>) {
  const old = rows.filter((row): row is Row & { readonly id: number } => row.id !== null)
  const added = rows.filter(({ id }) => id === null)
  const columns = (some: ReadonlyArray<Row>): Statement.Fragment => {
    const [addedAt, rating, media, sleeve, notes] = care(some)
    return sql`
      ${some.map(({ releaseId }) => releaseId)}::int[], ${some.map(({ instance }) => instance)}::bigint[], ${addedAt}::float8[], ${rating}::smallint[],
      ${media}::text[], ${sleeve}::text[], ${notes}::text[]`
  }
  const updated = old.length === 0 ? [] : yield* sql<{ id: number; releaseId: number }>`
    UPDATE collecting_copies AS stored SET
      release_id = given.release_id, instance = given.instance, added_at = to_timestamp(given.added_at / 1000), rating = given.rating,
      media_condition = given.media_condition, sleeve_condition = given.sleeve_condition, notes = given.notes
    FROM unnest(${old.map(({ id }) => id)}::int[], ${columns(old)}) AS given (id, release_id, instance, added_at, rating, media_condition, sleeve_condition, notes)
    WHERE stored.id = given.id AND (stored.release_id, stored.instance, stored.added_at, stored.rating, stored.media_condition, stored.sleeve_condition, stored.notes)
      IS DISTINCT FROM (given.release_id, given.instance, to_timestamp(given.added_at / 1000), given.rating, given.media_condition, given.sleeve_condition, given.notes)
    RETURNING stored.id, stored.release_id`
  if (added.length > 0) {
    yield* sql`
      INSERT INTO collecting_copies (release_id, instance, added_at, rating, media_condition, sleeve_condition, notes)
      SELECT release_id, instance, to_timestamp(added_at / 1000), rating, media_condition, sleeve_condition, notes
      FROM unnest(${columns(added)}) WITH ORDINALITY AS given (release_id, instance, added_at, rating, media_condition, sleeve_condition, notes, place)
      ORDER BY added_at NULLS LAST, instance, place`
  }
  const moved = new Set(releases)
  const touched = new Set([...updated.map(({ id }) => id), ...old.flatMap(({ id, releaseId }) => moved.has(releaseId) ? [id] : [])])
  return {
    added: added.length,
    changed: touched.size,
    present: old.map(({ id }) => keyOf.copy(id)),
    missing: [],
    releases: [...moved, ...updated.map(({ releaseId }) => releaseId), ...added.map(({ releaseId }) => releaseId)],
    discs: []
  } satisfies Written
})

/** Wants as the provider lists them. */
export const putWants = Effect.fn("collecting.putWants")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Want>) {
  if (given.length === 0) return nothing
  const wants = [...new Map(given.map((want) => [want.release.id, want])).values()]
  const ids = wants.map(({ release }) => release.id)
  const known = yield* sql<{ id: number; releaseId: number }>`SELECT id, release_id FROM collecting_wants WHERE release_id = ANY(${ids}::int[])`
  const moved = new Set(yield* writeReleases(sql, wants.map(({ release }) => release), roads.listed))
  const written = yield* sql<{ releaseId: number }>`
    INSERT INTO collecting_wants AS stored (release_id, added_at, rating, notes)
    SELECT release_id, to_timestamp(added_at / 1000), rating, notes FROM unnest(
      ${ids}::int[], ${wants.map(({ care }) => care.addedAt)}::float8[], ${wants.map(({ care }) => care.rating)}::smallint[], ${wants.map(({ care }) => care.notes)}::text[]
    ) AS given (release_id, added_at, rating, notes)
    ON CONFLICT (release_id) DO UPDATE SET added_at = coalesce(excluded.added_at, stored.added_at), rating = excluded.rating, notes = excluded.notes
    WHERE (stored.added_at, stored.rating, stored.notes) IS DISTINCT FROM (coalesce(excluded.added_at, stored.added_at), excluded.rating, excluded.notes)
    RETURNING release_id`
  const old = new Set(known.map(({ releaseId }) => releaseId))
  const changed = new Set([...written.map(({ releaseId }) => releaseId), ...moved].filter((id) => old.has(id)))
  return {
    added: wants.length - known.length,
    changed: changed.size,
    present: known.map(({ id }) => keyOf.want(id)),
    missing: [],
    releases: [...moved, ...written.map(({ releaseId }) => releaseId)],
    discs: []
  } satisfies Written
})
