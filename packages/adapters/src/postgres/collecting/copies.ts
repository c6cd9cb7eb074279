import {
  type Copy,
  type CopyRow,
  type ExistingCopy,
  type FiledCopy,
  type Want,
  byAddition,
  careFields,
  matchFiled,
  matchListed
} from "@daybook/core/collecting"
import { Effect } from "effect"
import { type ColumnsOf, bigint, instant, nullable, number } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type CopyChanges, keyOf, nothing } from "./changes.js"
import { origins, writeReleases } from "./releases.js"

const existingCopyColumns: ColumnsOf<ExistingCopy> = {
  id: number,
  releaseId: number,
  instance: nullable(number),
  addedAt: nullable(instant)
}

/** Copies whose ids the database chooses. */
const newCopyTable = table("collecting_copies", {
  releaseId: number,
  instance: nullable(bigint),
  ...columnsOf(careFields)
})
const copyTable = table(newCopyTable.name, { id: number, ...newCopyTable.columns })

const { mediaCondition: _, sleeveCondition: __, ...wantFields } = careFields
const wantTable = table("collecting_wants", { releaseId: number, ...columnsOf(wantFields) })

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
  const releases = yield* writeReleases(
    copies.map(({ release }) => release),
    origins.listed
  )
  return yield* writeRows(matchListed(copies, existing), releases)
})

/** Stores copies from an export file. */
export const putFiled = Effect.fn("collecting.putFiled")(function* (filed: ReadonlyArray<FiledCopy>) {
  if (filed.length === 0) return nothing
  const [listing] = yield* sql({ at: instant })`SELECT at FROM collecting_listings WHERE list = 'copies'`
  const existing = yield* sql(existingCopyColumns)`
    SELECT id, release_id, instance, added_at FROM collecting_copies
    WHERE release_id = ANY(${filed.map(({ release }) => release.id)}::int[])
    ORDER BY added_at NULLS LAST, id`
  const { present, rows } = matchFiled(filed, existing, listing?.at ?? null)
  const releases = yield* writeReleases(
    rows.map(({ release }) => release),
    origins.filed
  )
  return { ...(yield* writeRows(rows, releases)), present: present.map(keyOf.copy) }
})

const writeRows = Effect.fn(function* (rows: ReadonlyArray<CopyRow>, releases: ReadonlyArray<number>) {
  const old = rows.filter((row): row is CopyRow & { readonly id: number } => row.id !== null)
  const added = rows.filter(({ id }) => id === null)
  const updated = yield* copyTable.update(old, { key: ["id"], returning: { id: number, releaseId: number } })
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
