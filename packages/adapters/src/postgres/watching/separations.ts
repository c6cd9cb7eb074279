import type { NewCorrection } from "@daybook/core/corrections"
import {
  type IdScheme,
  type SubjectId,
  type TitleKind,
  type TitlePart,
  type TitleRecord,
  identifiedAs,
  separateNamings,
  titleIdentified,
  watchSources
} from "@daybook/core/watching"
import { Array as Arrays, Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { boolean, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { columnNames, table } from "../kit/table.js"
import { moveReports } from "./moveReports.js"
import { namingsOf } from "./namings.js"
import { titleKind } from "./rows.js"
import { toRow, writtenTitles } from "./titleRows.js"

const familyColumns = {
  id: number,
  kind: titleKind,
  partOf: nullable(number),
  partKey: nullable(text),
  identified: nullable(text),
  isSeparate: boolean
}

const newParts = table(writtenTitles.name, { ...writtenTitles.columns, partOf: number, partKey: text })
const shownTitles = table(writtenTitles.name, {
  id: number,
  ...writtenTitles.columns,
  identified: nullable(text),
  shownIds: json<ReadonlyArray<readonly [IdScheme, string]>>()
})

/** What became of titles that corrections separate. */
export interface SeparatedTitles {
  /** Titles that show something else than before. */
  readonly changed: ReadonlyArray<number>
  /** Those of them that are another film or show than before. */
  readonly switched: ReadonlyArray<number>
  /** Films and episodes whose viewings must be resolved again. */
  readonly subjects: ReadonlyArray<SubjectId>
  /** Where the reports of a naming are stored; undefined if no correction separates its title. */
  readonly placeOf: (namingId: number) => number | undefined
}

export const nothingSeparated: SeparatedTitles = { changed: [], switched: [], subjects: [], placeOf: () => undefined }

/** A part of a film or show, and the row that shows it. */
interface Part extends TitlePart {
  readonly ruleId: number
  readonly kind: TitleKind
  readonly record: TitleRecord
  /** Which one at the provider corrections say that it is; null if they say nothing. */
  readonly identified: string | null
}

const keyOf = (ruleId: number, key: string) => `${ruleId} ${key}`

/** The parts of the films and shows that corrections separate or identify. */
const partsOf = Effect.fn("watching.partsOf")(function* (
  families: ReadonlyArray<{ readonly id: number; readonly kind: TitleKind }>,
  corrections: ReadonlyArray<NewCorrection>,
  keyOfPart: (id: number) => string | undefined
) {
  const sources = yield* watchSources
  const namings = yield* namingsOf(families.map(({ id }) => id))
  const byTitle = Arrays.groupBy(namings, ({ titleId }) => String(titleId))
  return families.flatMap(({ id, kind }): ReadonlyArray<Part> => {
    const own = (byTitle[id] ?? []).flatMap(({ describedId, ...naming }) => {
      const describedAs = describedId === null ? null : keyOfPart(describedId)
      return describedAs === undefined ? [] : [{ ...naming, describedAs }]
    })
    const parts = separateNamings(kind, own, corrections).map((part): Part => {
      const identified = identifiedAs(sources, kind, part.namings, corrections)
      return { ...part, ruleId: id, kind, identified, record: titleIdentified(sources, kind, part.namings, identified) }
    })
    return parts.length > 1 || parts.some(({ identified }) => identified !== null) ? parts : []
  })
})

/** Stores rows for parts that have none. */
const storeParts = Effect.fn("watching.storeParts")(function* (missing: ReadonlyArray<Part>) {
  return yield* newParts.insertReturning(
    missing.map(({ key, record, ruleId }) => ({ ...toRow(record), partOf: ruleId, partKey: key })),
    { id: number, partOf: number, partKey: text }
  )
})

/** Writes what the parts of titles show. Returns the rows that change. */
const showParts = Effect.fn("watching.showParts")(function* (parts: ReadonlyArray<Part & { readonly rowId: number }>) {
  yield* sql`
    UPDATE watching_titles AS stored SET by_rules = (
      SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(stored)) WHERE key = ANY(${ruleColumns}::text[])
    ) WHERE by_rules IS NULL AND part_of IS NULL AND id = ANY(${parts.map(({ rowId }) => rowId)}::int[])`
  return yield* shownTitles.update(
    parts.map(({ identified, record, rowId }) => ({
      ...toRow(record),
      id: rowId,
      identified,
      shownIds: [...record.ids].flatMap(([scheme, values]) => [...values].map((value) => [scheme, value] as const))
    })),
    { key: ["id"], returning: { id: number } }
  )
})

const ruleColumns = columnNames(writtenTitles.columns)

/** Shows titles as rules make them. Rows of parts stay, so that a part that returns has its id. */
const reunite = Effect.fn("watching.reunite")(function* (ids: ReadonlyArray<number>) {
  const assignments = sql.literal(ruleColumns.map((name) => `${name} = made.${name}`).join(", "))
  yield* sql`
    UPDATE watching_titles AS title SET ${assignments} FROM (
      SELECT made.* FROM watching_titles AS stored
      CROSS JOIN LATERAL jsonb_populate_record(stored, stored.by_rules) AS made
      WHERE stored.id = ANY(${ids}::int[]) AND stored.by_rules IS NOT NULL
    ) AS made WHERE made.id = title.id`
  yield* sql`
    UPDATE watching_titles SET by_rules = NULL, shown_ids = NULL, identified = NULL
    WHERE id = ANY(${ids}::int[])`
  yield* sql`
    UPDATE watching_titles SET match_title = '', hidden = false, stand_in = NULL,
      given_title = NULL, given_sort_title = NULL
    WHERE id = ANY(${ids}::int[]) AND part_of IS NOT NULL`
})

/**
 * Separates titles of rules into those that corrections make of them, moves what is reported to the title that its
 * naming belongs to, and takes back what no correction separates any more. `concerned` are titles of rules.
 */
export const separateTitles = Effect.fn("watching.separateTitles")(function* (
  concerned: ReadonlyArray<number>,
  corrections: ReadonlyArray<NewCorrection>
) {
  const rules = corrections.filter(({ kind }) => kind === "different" || kind === "identify")
  const separated = yield* sql`SELECT FROM watching_titles WHERE shown_ids IS NOT NULL LIMIT 1`
  if (rules.length + separated.length === 0) return nothingSeparated
  const family = yield* sql(familyColumns)`
    SELECT id, kind, part_of, part_key, identified, shown_ids IS NOT NULL AS is_separate FROM watching_titles
    WHERE id = ANY(${concerned}::int[]) OR part_of = ANY(${concerned}::int[]) ORDER BY id`
  const keyOfPart = new Map(family.map(({ id, partKey }) => [id, partKey ?? ""]))
  const parts = yield* partsOf(
    family.filter(({ partOf }) => partOf === null),
    corrections,
    (id) => keyOfPart.get(id)
  )
  const rowByKey = new Map(family.map(({ id, partKey, partOf }) => [keyOf(partOf ?? id, partKey ?? ""), id]))
  const isStored = (part: Part) => rowByKey.has(keyOf(part.ruleId, part.key))
  for (const { id, partKey, partOf } of yield* storeParts(parts.filter((part) => !isStored(part))))
    rowByKey.set(keyOf(partOf, partKey), id)
  const placed = parts.map((part) => ({ ...part, rowId: rowByKey.get(keyOf(part.ruleId, part.key))! }))
  const active = new Set(placed.map(({ rowId }) => rowId))
  const former = family.filter(({ id, isSeparate }) => isSeparate && !active.has(id))
  if (placed.length + former.length === 0) return nothingSeparated

  const rewritten = yield* showParts(placed)
  yield* reunite(former.map(({ id }) => id))
  const rowOfNaming = new Map(placed.flatMap(({ namings, rowId }) => namings.map(({ id }) => [id, rowId] as const)))
  const involved = new Set([...placed.map(({ ruleId }) => ruleId), ...former.map(({ id, partOf }) => partOf ?? id)])
  const moved = yield* moveReports(
    family
      .filter(({ id, partOf }) => involved.has(partOf ?? id))
      .map(({ id, partOf }) => ({ id, ruleId: partOf ?? id })),
    rowOfNaming
  )
  const before = new Map(family.filter(({ isSeparate }) => isSeparate).map(({ id, identified }) => [id, identified]))
  const begun = placed.filter(({ identified, rowId }) => before.get(rowId) !== identified).map(({ rowId }) => rowId)
  const switched = [...begun, ...former.map(({ id }) => id)]
  // What the metadata service said may be of another one: all are looked up again.
  for (const kind of ["movie", "show"] as const) yield* forget("watching", kind, switched)
  const changed = [...new Set([...switched, ...rewritten.map(({ id }) => id), ...moved.titles])]
  return {
    changed,
    switched,
    subjects: [...moved.subjects, ...changed.map((titleId) => ({ titleId, episodeId: null }))],
    placeOf: (namingId) => rowOfNaming.get(namingId)
  } satisfies SeparatedTitles
})
