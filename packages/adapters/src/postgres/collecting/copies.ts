import type { Care, Copy, FiledCopy, Want } from "@daybook/core/collecting"
import { Effect } from "effect"
import { type RowOf, bigint, instant, nullable, number, smallint, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type CopyChanges, keyOf, nothing } from "./changes.js"
import { origins, writeReleases } from "./releases.js"

const existingCopyColumns = { id: number, releaseId: number, instance: nullable(number), addedAt: nullable(instant) }
type ExistingCopy = RowOf<typeof existingCopyColumns>

/** Copies whose ids the database chooses. */
const newCopyTable = table("collecting_copies", {
  releaseId: number,
  instance: nullable(bigint),
  addedAt: nullable(instant),
  rating: smallint,
  mediaCondition: nullable(text),
  sleeveCondition: nullable(text),
  notes: nullable(text)
})
const copyTable = table("collecting_copies", { id: number, ...newCopyTable.columns })

const wantTable = table("collecting_wants", {
  releaseId: number,
  addedAt: nullable(instant),
  rating: smallint,
  notes: nullable(text)
})

interface Row extends Care {
  /** Null for a copy that is not stored yet. */
  readonly id: number | null
  readonly releaseId: number
  readonly instance: number | null
}

/**
 * Stores copies as the provider lists them. A copy from an export file, without an instance id, is matched with its
 * listed copy.
 */
export const putCopies = Effect.fn("collecting.putCopies")(function* (incoming: ReadonlyArray<Copy>) {
  if (incoming.length === 0) return nothing
  const copies = [...new Map(incoming.map((copy) => [copy.instance, copy])).values()]
  const existing = yield* sql(existingCopyColumns)`
    SELECT id, release_id, instance, added_at FROM collecting_copies
    WHERE instance = ANY(${copies.map(({ instance }) => instance)}::bigint[])
      OR instance IS NULL AND release_id = ANY(${copies.map(({ release }) => release.id)}::int[])`
  const byInstance = new Map(existing.map((copy) => [copy.instance, copy.id]))
  const loose = existing.filter(({ instance }) => instance === null)
  const rows = copies.map(({ care, instance, release }): Row => {
    const id = byInstance.get(instance) ?? nearest(loose, release.id, care.addedAt)
    return { ...care, id, instance, releaseId: release.id }
  })
  const releases = yield* writeReleases(
    copies.map(({ release }) => release),
    origins.listed
  )
  return yield* writeRows(rows, releases)
})

/** Removes and returns the id of an unmatched copy of the release added at about that time; null if there is none. */
const nearest = (loose: Array<ExistingCopy>, releaseId: number, addedAt: number | null): number | null => {
  const away = (copy: ExistingCopy) => Math.abs((copy.addedAt ?? 0) - (addedAt ?? 0))
  const best = loose
    .filter((copy) => copy.releaseId === releaseId)
    .reduce<ExistingCopy | null>(
      (nearest, copy) => (nearest === null || away(copy) < away(nearest) ? copy : nearest),
      null
    )
  if (best !== null) loose.splice(loose.indexOf(best), 1)
  return best?.id ?? null
}

/**
 * Stores copies from an export file. Values from the provider's list stay. A copy that predates the last full listing
 * but was not in it has been deleted since.
 */
export const putFiled = Effect.fn("collecting.putFiled")(function* (filed: ReadonlyArray<FiledCopy>) {
  if (filed.length === 0) return nothing
  const [listing] = yield* sql({ at: instant })`SELECT at FROM collecting_listings WHERE list = 'copies'`
  const existing = yield* sql(existingCopyColumns)`
    SELECT id, release_id, instance, added_at FROM collecting_copies
    WHERE release_id = ANY(${filed.map(({ release }) => release.id)}::int[])
    ORDER BY added_at NULLS LAST, id`
  const ofRelease = (id: number) => existing.filter(({ releaseId }) => releaseId === id)
  const present: Array<string> = []
  const unchanged = filed.flatMap((copy): ReadonlyArray<Row & Pick<FiledCopy, "release">> => {
    const row = ofRelease(copy.release.id)[copy.place]
    if (row !== undefined) present.push(keyOf.copy(row.id))
    if (row !== undefined && row.instance !== null) return []
    const isGone = row === undefined && listing !== undefined && (copy.care.addedAt ?? 0) < listing.at
    return isGone
      ? []
      : [{ ...copy.care, id: row?.id ?? null, instance: null, releaseId: copy.release.id, release: copy.release }]
  })
  const releases = yield* writeReleases(
    unchanged.map(({ release }) => release),
    origins.filed
  )
  return { ...(yield* writeRows(unchanged, releases)), present }
})

/** Updates stored copies and returns those that change. */
const updateCopies = (rows: ReadonlyArray<RowOf<typeof copyTable.columns>>) => {
  const [stored, incoming] = [newCopyTable.select("stored"), newCopyTable.select("incoming")]
  return rows.length === 0
    ? Effect.succeed([])
    : sql({ id: number, releaseId: number })`
        UPDATE collecting_copies AS stored
        SET (release_id, instance, added_at, rating, media_condition, sleeve_condition, notes) = ROW(${incoming})
        FROM ${copyTable.valuesOf(rows)}
        WHERE stored.id = incoming.id AND (${stored}) IS DISTINCT FROM (${incoming})
        RETURNING stored.id, stored.release_id`
}

/** The order in which copies were added: the order of their ids. */
const byAddition = (a: Row, b: Row) =>
  (a.addedAt ?? Infinity) - (b.addedAt ?? Infinity) || (a.instance ?? Infinity) - (b.instance ?? Infinity)

const writeRows = Effect.fn(function* (rows: ReadonlyArray<Row>, releases: ReadonlyArray<number>) {
  const old = rows.filter((row): row is Row & { readonly id: number } => row.id !== null)
  const added = rows.filter(({ id }) => id === null)
  const updated = yield* updateCopies(old)
  yield* newCopyTable.insert([...added].sort(byAddition))
  const moved = new Set(releases)
  const touched = new Set([
    ...updated.map(({ id }) => id),
    ...old.flatMap(({ id, releaseId }) => (moved.has(releaseId) ? [id] : []))
  ])
  return {
    added: added.length,
    changed: touched.size,
    present: old.map(({ id }) => keyOf.copy(id)),
    missing: [],
    releases: [...moved, ...updated.map(({ releaseId }) => releaseId), ...added.map(({ releaseId }) => releaseId)],
    discs: []
  } satisfies CopyChanges
})

/** Stores wants as the provider lists them. */
export const putWants = Effect.fn("collecting.putWants")(function* (incoming: ReadonlyArray<Want>) {
  if (incoming.length === 0) return nothing
  const wants = [...new Map(incoming.map((want) => [want.release.id, want])).values()]
  const existing = yield* sql({ id: number, releaseId: number })`
    SELECT id, release_id FROM collecting_wants
    WHERE release_id = ANY(${wants.map(({ release }) => release.id)}::int[])`
  const moved = new Set(
    yield* writeReleases(
      wants.map(({ release }) => release),
      origins.listed
    )
  )
  const upserted = yield* wantTable.upsert(
    wants.map(({ care, release }) => ({ ...care, releaseId: release.id })),
    {
      key: ["releaseId"],
      set: { addedAt: sql`coalesce(excluded.added_at, stored.added_at)` },
      returning: { releaseId: number }
    }
  )
  const old = new Set(existing.map(({ releaseId }) => releaseId))
  const changed = new Set([...upserted.map(({ releaseId }) => releaseId), ...moved].filter((id) => old.has(id)))
  return {
    added: wants.length - existing.length,
    changed: changed.size,
    present: existing.map(({ id }) => keyOf.want(id)),
    missing: [],
    releases: [...moved, ...upserted.map(({ releaseId }) => releaseId)],
    discs: []
  } satisfies CopyChanges
})
