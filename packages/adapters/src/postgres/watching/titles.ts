import {
  type Director,
  type IdScheme,
  type NamedTitle,
  type Title,
  type TitleKind,
  type TitleMatcher,
  type TitleNamer,
  type TitleRecord,
  details,
  idsIn,
  localNames,
  makeTitleMatcher,
  matchTitle,
  mayBeSameTitle,
  nameKeysOf,
  sortTitle
} from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { type Column, type RowOf, json, nullable, number, text, texts } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { titleKind } from "./rows.js"

/** Merges a film or show into another that is the same title: moves reports, episodes, ratings and ids. */
const mergeTitle = Effect.fn("watching.mergeTitle")(function* (kind: TitleKind, from: number, into: number) {
  yield* sql`DELETE FROM watching_watches WHERE title_id = ${from}`
  if (kind === "show") yield* mergeEpisodes(from, into)
  yield* dropTwins(from, into)
  yield* sql`UPDATE watching_reports SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`
    DELETE FROM watching_ratings AS rating WHERE title_id = ${from}
      AND EXISTS (
        SELECT FROM watching_ratings AS other WHERE other.title_id = ${into} AND other.source = rating.source
      )`
  yield* sql`UPDATE watching_ratings SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`UPDATE watching_ids SET title_id = ${into} WHERE title_id = ${from}`
  // Corrections are applied again afterwards, to the titles that these rows connect.
  yield* sql`UPDATE watching_titles SET stand_in = nullif(${into}::int, id) WHERE stand_in = ${from}`
  yield* sql`
    UPDATE watching_titles AS title SET stand_in = old.stand_in FROM watching_titles AS old
    WHERE title.id = ${into} AND title.stand_in IS NULL AND old.id = ${from} AND old.stand_in <> ${into}`
  yield* sql`DELETE FROM watching_titles WHERE id = ${from}`
  yield* forget("watching", kind, [from])
})

/** Of two reports with the same key one stays, preferably with a URL. Two URLs are two reports. */
const dropTwins = Effect.fn(function* (from: number, into: number) {
  const drop = (title: number, other: number, more: Statement.Fragment) => sql`
    DELETE FROM watching_reports AS report
    WHERE title_id = ${title} AND episode_id IS NULL AND address IS NULL AND EXISTS (
      SELECT FROM watching_reports AS other
      WHERE other.title_id = ${other} AND other.episode_id IS NULL AND other.source = report.source
        AND other.key = report.key ${more}
    )`
  yield* drop(into, from, sql`AND other.address IS NOT NULL`)
  yield* drop(from, into, sql``)
})

/**
 * Merges episodes with the same season and number; the others move to the other show. A name in the language of an
 * account gives way to any other.
 */
const mergeEpisodes = Effect.fn(function* (from: number, into: number) {
  const both = sql`
    watching_episodes AS episode JOIN watching_episodes AS twin
      ON twin.show_id = ${into} AND twin.season = episode.season AND twin.number = episode.number
    WHERE episode.show_id = ${from}`
  const isNamedElsewhere = (id: string) => sql`
    EXISTS (SELECT FROM watching_reports WHERE episode_id = ${sql.literal(id)} AND source::text <> ${localNames})`
  yield* sql`
    UPDATE watching_episodes AS stored SET title = episode.title FROM ${both} AND twin.id = stored.id
      AND episode.title IS NOT NULL
      AND (twin.title IS NULL OR (${isNamedElsewhere("episode.id")} AND NOT ${isNamedElsewhere("twin.id")}))`
  yield* sql`
    DELETE FROM watching_reports AS report USING ${both} AND report.episode_id = episode.id AND EXISTS (
      SELECT FROM watching_reports AS other
      WHERE other.episode_id = twin.id AND other.source = report.source AND other.key = report.key
    )`
  yield* sql`
    UPDATE watching_reports AS report SET title_id = ${into}, episode_id = twin.id
    FROM ${both} AND report.episode_id = episode.id`
  yield* sql`
    UPDATE watching_watches AS watch SET episode_id = twin.id FROM ${both} AND watch.episode_id = episode.id`
  yield* sql`
    DELETE FROM watching_episodes AS episode USING watching_episodes AS twin
    WHERE episode.show_id = ${from} AND twin.show_id = ${into} AND twin.season = episode.season
      AND twin.number = episode.number`
  yield* sql`UPDATE watching_episodes SET show_id = ${into} WHERE show_id = ${from}`
})

/** Such as the ids of directors: `integer[]`. */
const integers: Column<ReadonlyArray<number>> = {
  holds: "an array of numbers",
  is: (value): value is ReadonlyArray<number> => Array.isArray(value),
  array: texts.array,
  encode: (value) => JSON.stringify(value),
  cast: (element) => `${texts.cast(element)}::int[]`
}

const titles = table("watching_titles", {
  kind: titleKind,
  reportedTitle: text,
  matchTitle: text,
  year: nullable(number),
  namedBy: number,
  describedBy: number,
  ...columnsOf(details),
  directors: texts,
  /** A person without an id is stored under 0. */
  directorIds: integers
})
const writtenTitles = table(titles.name, { ...titles.columns, reportedSortTitle: text })
const changedTitles = table(titles.name, { ...writtenTitles.columns, id: number })
const titleIds = table("watching_ids", { kind: titleKind, scheme: text, value: text, titleId: number })

const storedTitleColumns = {
  ...titles.columns,
  id: number,
  ids: nullable(json<ReadonlyArray<readonly [IdScheme, string]>>())
}

const toRecord = ({
  describedBy,
  directorIds,
  directors,
  id,
  ids,
  kind,
  matchTitle,
  namedBy,
  reportedTitle,
  year,
  ...details
}: RowOf<typeof storedTitleColumns>): TitleRecord => ({
  id,
  kind,
  title: reportedTitle,
  matchTitle,
  year,
  namedBy,
  describedBy,
  details: {
    ...details,
    directors: directors.map((name, place): Director => ({ name, id: directorIds[place] || null }))
  },
  ids: (ids ?? []).reduce(
    (all, [scheme, value]) => all.set(scheme, (all.get(scheme) ?? new Set()).add(value)),
    new Map<IdScheme, Set<string>>()
  ),
  newIds: [],
  changed: false
})

const toRow = ({ details, title, ...record }: TitleRecord): RowOf<typeof changedTitles.columns> => ({
  ...record,
  ...details,
  reportedTitle: title,
  reportedSortTitle: sortTitle(title),
  directors: details.directors.map(({ name }) => name),
  directorIds: details.directors.map(({ id }) => id ?? 0)
})

const selectTitles = (where: Statement.Fragment) =>
  Effect.map(
    sql(storedTitleColumns)`
      SELECT title.id, ${titles.select("title")},
        (SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM watching_ids WHERE title_id = title.id) AS ids
      FROM watching_titles AS title WHERE ${where} ORDER BY id`,
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
    (kind, match_title) IN (SELECT * FROM ${titleNames.valuesOf(names)}) OR id IN (
      SELECT title_id FROM watching_ids WHERE (kind, scheme, value) IN (SELECT * FROM ${idValues.valuesOf(ids)})
    )`)
}

/** The result of storing titles: their rows in the order of the input, and the affected titles. */
export interface PlacedTitles {
  readonly rows: ReadonlyArray<TitleRecord>
  /** Ids of titles to publish again. */
  readonly changed: ReadonlyArray<number>
  /** Ids of titles that were merged into others. */
  readonly merged: ReadonlyArray<{ readonly id: number; readonly kind: TitleKind; readonly into: number }>
  readonly added: number
}

/** Inserts new films and shows, and updates existing ones. */
export const placeTitles = Effect.fn("watching.placeTitles")(function* (
  named: ReadonlyArray<NamedTitle>,
  namer: TitleNamer
) {
  if (named.length === 0) return { rows: [], changed: [], merged: [], added: 0 } satisfies PlacedTitles
  const matcher = makeTitleMatcher(yield* candidates(named))
  const rows = matcher.place(named, namer)
  return yield* storeTitles(matcher, rows)
})

/**
 * Merges the metadata service's description into a stored title, and merges titles that turn out to be the same. Null
 * if the description belongs to a different known title: a service that lacks a film may return one of the same name
 * from the year before.
 */
export const describeTitle = Effect.fn("watching.describeTitle")(function* (kind: TitleKind, id: number, title: Title) {
  const own = yield* selectTitles(sql`id = ${id} AND kind = ${kind}`)
  if (own[0] === undefined) return null
  const others = (yield* candidates([{ kind, title }])).filter((row) => row.id !== id)
  const self = own[0]
  const ids = idsIn(title.ids)
  if (
    others.some(
      (row) => ids.some(([scheme, value]) => row.ids.get(scheme)?.has(value) === true) && !mayBeSameTitle(row, self)
    )
  )
    return null
  const matcher = makeTitleMatcher([self, ...others])
  matcher.absorb(own[0], title, "tmdb")
  return yield* storeTitles(matcher, [own[0]])
})

const storeTitles = Effect.fn(function* ({ current, merges }: TitleMatcher, rows: ReadonlyArray<TitleRecord>) {
  const distinct = [...new Set([...rows, ...merges.map(([, into]) => into)])].filter(
    (row) => !merges.some(([from]) => from === row)
  )
  const fresh = distinct.filter(({ id }) => id === 0)
  const changed = distinct.filter((row) => row.id !== 0 && row.changed)
  yield* insert(fresh)
  yield* changedTitles.update(changed.map(toRow), { key: ["id"], returning: {} })
  const merged = []
  for (const [from, into] of merges) {
    if (from.id === 0) continue
    yield* mergeTitle(from.kind, from.id, into.id)
    merged.push({ id: from.id, kind: from.kind, into: into.id })
  }
  yield* titleIds.insert(
    distinct.flatMap(({ id, kind, newIds }) => newIds.map(([scheme, value]) => ({ kind, scheme, value, titleId: id }))),
    { skip: true }
  )
  return {
    rows: rows.map(current),
    changed: changed.map(({ id }) => id),
    merged,
    added: fresh.length
  } satisfies PlacedTitles
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
