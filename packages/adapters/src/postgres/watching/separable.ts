import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import { type TitleKind, idsIn, matchTitle, namesTitle, separatingRules } from "@daybook/core/watching"
import { Array as Arrays, Effect } from "effect"
import { number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { namingsOf } from "./namings.js"
import { titleKind } from "./rows.js"

/** How sources name the films or shows that have several namings. */
const namingsOfMany = Effect.fn("watching.namingsOfMany")(function* () {
  const titles = yield* sql({ id: number, kind: titleKind })`
    SELECT id, kind FROM watching_titles WHERE id IN (
      SELECT title_id FROM watching_namings WHERE namer <> 'tmdb' GROUP BY title_id HAVING count(*) > 1
    ) ORDER BY id`
  const kindById = new Map(titles.map(({ id, kind }) => [id, kind]))
  const namings = yield* namingsOf(titles.map(({ id }) => id))
  return namings.map((naming) => ({ ...naming, kind: kindById.get(naming.titleId)! }))
})

/** Whether a source names a title like a key, also one that rules made a part of another. */
export const isNamedBySource = (kind: TitleKind, key: RecordKey) =>
  Effect.map(namingsOfMany(), (namings) =>
    namings.some(
      ({ kind: own, title: { ids, title, year } }) =>
        own === kind &&
        namesTitle(key, { kind, matchTitle: matchTitle(title), givenTitle: null, year, ids: idsIn(ids) })
    )
  )

/** Titles of rules that corrections separate, or that some were separated from. */
export const separableTitles = Effect.fn("watching.separableTitles")(function* (
  concerned: ReadonlyArray<NewCorrection>
) {
  const rules = concerned.filter(({ kind }) => kind === "different")
  if (rules.length === 0) return []
  const groups = Arrays.groupBy(yield* namingsOfMany(), ({ titleId }) => String(titleId))
  const separable = Object.values(groups)
    .filter((group) => separatingRules(group[0].kind, group, rules).length > 0)
    .map(([{ titleId }]) => titleId)
  const separated = yield* sql({ id: number })`
    SELECT DISTINCT coalesce(part_of, id) AS id FROM watching_titles WHERE shown_ids IS NOT NULL ORDER BY 1`
  return [...new Set([...separable, ...separated.map(({ id }) => id)])]
})

/** Titles of rules, and the parts that were separated from them. */
export const rowsOf = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM watching_titles WHERE id = ANY(${ids}::int[]) OR part_of = ANY(${ids}::int[]) ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  )
