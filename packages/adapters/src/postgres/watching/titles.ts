import {
  type NamedTitle,
  type Title,
  type TitleKind,
  type TitleMatcher,
  type TitleRecord,
  idsIn,
  makeTitleMatcher,
  matchTitle,
  mayBeSameTitle,
  nameKeysOf,
  watchSources
} from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { mergeTitle } from "./mergeTitle.js"
import { storeDescription, storeNamings } from "./namings.js"
import { titleKind } from "./rows.js"
import { type SeparatedTitles, nothingSeparated, separateTitles } from "./separations.js"
import { storedTitleColumns, titles, toRecord, toRow, writtenTitles } from "./titleRows.js"

const changedTitles = table(titles.name, { ...writtenTitles.columns, id: number, byRules: nullable(json<object>()) })
const titleIds = table("watching_ids", { kind: titleKind, scheme: text, value: text, titleId: number })

/** Titles as rules make them, whatever corrections show of them. */
const selectTitles = (where: Statement.Fragment) =>
  Effect.map(
    sql(storedTitleColumns)`
      SELECT title.id, ${titles.select("title")},
        (SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM watching_ids WHERE title_id = title.id) AS ids
      FROM (
        SELECT made.* FROM watching_titles AS stored
        CROSS JOIN LATERAL jsonb_populate_record(stored, coalesce(stored.by_rules, '{}')) AS made
        WHERE stored.part_of IS NULL AND (${where})
      ) AS title ORDER BY id`,
    (rows) => rows.map(toRecord)
  )

const titleNames = table(titles.name, { kind: titleKind, matchTitle: text })
const idValues = table(titleIds.name, { kind: titleKind, scheme: text, value: text })

/** Stored titles that may match any of these. */
const candidates = (named: ReadonlyArray<NamedTitle>) => {
  const names = named.map(({ kind, title }) => ({ kind, matchTitle: matchTitle(title.title) }))
  const ids = named.flatMap(({ kind, title }) => [
    ...idsIn(title.ids).map(([scheme, value]) => ({ kind, scheme, value })),
    ...nameKeysOf(title).map((value) => ({ kind, scheme: "name", value }))
  ])
  return selectTitles(sql`
    (stored.kind, stored.match_title) IN (SELECT * FROM ${titleNames.valuesOf(names)})
    OR (stored.by_rules IS NOT NULL
      AND (stored.kind, stored.by_rules ->> 'match_title') IN (SELECT * FROM ${titleNames.valuesOf(names)}))
    OR stored.id IN (
      SELECT title_id FROM watching_ids WHERE (kind, scheme, value) IN (SELECT * FROM ${idValues.valuesOf(ids)})
    )`)
}

/** Where a film or show is stored, and the naming that its source used. */
interface TitlePlace {
  readonly titleId: number
  readonly namingId: number
}

/** The result of storing titles: where they are, in the order of the input, and the affected titles. */
export interface PlacedTitles {
  readonly places: ReadonlyArray<TitlePlace>
  /** Ids of titles to publish again. */
  readonly changed: ReadonlyArray<number>
  /** Ids of titles that were merged into others. */
  readonly merged: ReadonlyArray<{ readonly id: number; readonly kind: TitleKind; readonly into: number }>
  readonly added: number
  /** What became of titles that corrections separate. */
  readonly separated: SeparatedTitles
}

/** Inserts new films and shows, and updates existing ones. */
export const placeTitles = Effect.fn("watching.placeTitles")(function* (
  named: ReadonlyArray<NamedTitle>,
  namer: string
) {
  if (named.length === 0) return { places: [], changed: [], merged: [], added: 0, separated: nothingSeparated }
  const sources = yield* watchSources
  const matcher = makeTitleMatcher(sources, yield* candidates(named))
  const { rows, ...stored } = yield* storeTitles(matcher, yield* matcher.place(named, namer))
  const namings = yield* storeNamings(
    named.map(({ title }, index) => ({ title, titleId: rows[index]!.id })),
    namer
  )
  const separated = yield* separateTitles(
    rows.map(({ id }) => id),
    yield* correctionsOf("watching")
  )
  return {
    ...stored,
    separated,
    places: rows.map(({ id }, index) => ({
      titleId: separated.placeOf(namings[index]!) ?? id,
      namingId: namings[index]!
    }))
  } satisfies PlacedTitles
})

/**
 * Merges the metadata service's description into a stored title, and merges titles that turn out to be the same. Null
 * if the description belongs to a different known title: a service that lacks a film may return one of the same name
 * from the year before. A title that corrections separate is described apart from what rules make of it.
 */
export const describeTitle = Effect.fn("watching.describeTitle")(function* (kind: TitleKind, id: number, title: Title) {
  const [part] = yield* sql({ ruleId: number })`
    SELECT coalesce(part_of, id) AS rule_id FROM watching_titles
    WHERE id = ${id} AND kind = ${kind} AND shown_ids IS NOT NULL`
  const corrections = yield* correctionsOf("watching")
  if (part !== undefined) {
    yield* storeDescription(part.ruleId, id, title)
    const separated = yield* separateTitles([part.ruleId], corrections)
    return { changed: [id], merged: [], separated }
  }
  const own = yield* selectTitles(sql`stored.id = ${id} AND stored.kind = ${kind}`)
  if (own[0] === undefined) return null
  const others = (yield* candidates([{ kind, title }])).filter((row) => row.id !== id)
  const self = own[0]
  const ids = idsIn(title.ids)
  const sources = yield* watchSources
  if (
    others.some(
      (row) =>
        ids.some(([scheme, value]) => row.ids.get(scheme)?.has(value) === true) && !mayBeSameTitle(sources, row, self)
    )
  )
    return null
  const matcher = makeTitleMatcher(sources, [self, ...others])
  matcher.absorb(own[0], title, "tmdb")
  const { changed, merged, rows } = yield* storeTitles(matcher, [own[0]])
  yield* storeDescription(rows[0]!.id, null, title)
  const separated = yield* separateTitles([rows[0]!.id, ...merged.map(({ into }) => into)], corrections)
  return { changed, merged, separated }
})

/** Whether a number of TMDB is that of another film, which contradicts this one. */
export const isOtherFilm = Effect.fn("watching.isOtherFilm")(function* (id: number, tmdbId: number) {
  const own = yield* selectTitles(sql`stored.id = (SELECT coalesce(part_of, id) FROM watching_titles WHERE id = ${id})`)
  const sources = yield* watchSources
  const others = yield* selectTitles(sql`stored.id IN (
    SELECT title_id FROM watching_ids WHERE kind = 'movie' AND scheme = 'tmdb' AND value = ${String(tmdbId)}
  )`)
  return others.some((other) => other.id !== own[0]?.id && own.some((film) => !mayBeSameTitle(sources, film, other)))
})

const storeTitles = Effect.fn(function* ({ current, merges }: TitleMatcher, rows: ReadonlyArray<TitleRecord>) {
  const distinct = [...new Set([...rows, ...merges.map(([, into]) => into)])].filter(
    (row) => !merges.some(([from]) => from === row)
  )
  const fresh = distinct.filter(({ id }) => id === 0)
  const changed = distinct.filter((row) => row.id !== 0 && row.changed)
  yield* insert(fresh)
  yield* changedTitles.update(
    changed.map((record) => ({ ...toRow(record), byRules: null })),
    { key: ["id"], returning: {} }
  )
  const merged = []
  for (const [from, into] of merges) {
    if (from.id === 0) continue
    const parts = yield* mergeTitle(from.kind, from.id, into.id)
    merged.push({ id: from.id, kind: from.kind, into: into.id })
    for (const id of parts) merged.push({ id, kind: from.kind, into: into.id })
  }
  yield* titleIds.insert(
    distinct.flatMap(({ id, kind, newIds }) => newIds.map(([scheme, value]) => ({ kind, scheme, value, titleId: id }))),
    { skip: true }
  )
  return { rows: rows.map(current), changed: changed.map(({ id }) => id), merged, added: fresh.length }
})

/** Ids are assigned in the order of the records. */
const insert = (records: ReadonlyArray<TitleRecord>) =>
  Effect.map(writtenTitles.insertReturning(records.map(toRow), { id: number }), (rows) =>
    rows
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .forEach((id, index) => {
        records[index]!.id = id
      })
  )
