import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import { type TitleKind, asNamed, namesTitle, separatingRules } from "@daybook/core/watching"
import { Array as Arrays, Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { correctableTitles } from "./correctableTitles.js"
import { namingsOf } from "./namings.js"
import { titleKind } from "./rows.js"

/** How films and shows are named: all, or those of which some are. */
const allNamings = Effect.fn("watching.allNamings")(function* (some: ReadonlyArray<number> | null = null) {
  const titles = yield* sql({ id: number, kind: titleKind })`
    SELECT id, kind FROM watching_titles
    WHERE part_of IS NULL AND ${
      some === null
        ? sql`true`
        : sql`id IN (SELECT coalesce(part_of, id) FROM watching_titles WHERE id = ANY(${some}::int[]))`
    } ORDER BY id`
  const kindById = new Map(titles.map(({ id, kind }) => [id, kind]))
  const namings = yield* namingsOf(titles.map(({ id }) => id))
  return namings.map((naming) => ({ ...naming, kind: kindById.get(naming.titleId)! }))
})

/** The titles of rules of which a naming is like a key. */
const namedLike = (kind: string, key: RecordKey, namings: Effect.Effect.Success<ReturnType<typeof allNamings>>) =>
  namings
    .filter(({ kind: own, title }) => own === kind && namesTitle(key, asNamed(own, title)))
    .map(({ titleId }) => titleId)

/** Whether a source names a title like a key, also one that rules made a part of another. */
export const isNamedBySource = (kind: TitleKind, key: RecordKey) =>
  Effect.map(allNamings(), (namings) => namedLike(kind, key, namings).length > 0)

/** Titles, all or some, by each of the names that sources give them. */
export const namedTitles = Effect.fn("watching.namedTitles")(function* (some: ReadonlyArray<number> | null = null) {
  const rows = yield* sql({ id: number, namingId: number })`
    SELECT DISTINCT title_id AS id, naming_id FROM watching_reports
    WHERE naming_id IS NOT NULL AND ${some === null ? sql`true` : sql`title_id = ANY(${some}::int[])`}
    ORDER BY naming_id`
  const idByNaming = new Map(rows.map(({ id, namingId }) => [namingId, id]))
  return (yield* allNamings(some))
    .map(({ id, kind, title, titleId }) => ({ id: idByNaming.get(id) ?? titleId, ...asNamed(kind, title) }))
    .filter(({ id }) => some === null || some.includes(id))
})

/** The kinds of corrections that decide which titles there are, and those that decide what these name. */
const separating = ["different", "identify"]
const naming = [...separating, "name"]

/** Titles of rules that corrections separate or identify, or did so. */
export const separableTitles = Effect.fn("watching.separableTitles")(function* (
  concerned: ReadonlyArray<NewCorrection>
) {
  if (!concerned.some(({ kind }) => naming.includes(kind))) return []
  const rules = [...concerned, ...(yield* correctionsOf("watching"))].filter(({ kind }) => separating.includes(kind))
  if (rules.length === 0) return []
  const namings = yield* allNamings()
  const groups = Arrays.groupBy(namings, ({ titleId }) => String(titleId))
  const titles = yield* correctableTitles(sql`true`)
  const identifiable = rules
    .filter(({ kind }) => kind === "identify")
    .flatMap(({ subject, type }) => [
      ...namedLike(type, subject, namings),
      ...titles.filter((one) => one.kind === type && namesTitle(subject, one)).map(({ id, partOf }) => partOf ?? id)
    ])
  const separable = Object.values(groups)
    .filter((group) => separatingRules(group[0].kind, group, rules).length > 0)
    .map(([{ titleId }]) => titleId)
  const separated = yield* sql({ id: number })`
    SELECT DISTINCT coalesce(part_of, id) AS id FROM watching_titles WHERE shown_ids IS NOT NULL ORDER BY 1`
  return [...new Set([...separable, ...identifiable, ...separated.map(({ id }) => id)])]
})

/** Titles of rules, and the parts that were separated from them. */
export const rowsOf = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM watching_titles WHERE id = ANY(${ids}::int[]) OR part_of = ANY(${ids}::int[]) ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  )
