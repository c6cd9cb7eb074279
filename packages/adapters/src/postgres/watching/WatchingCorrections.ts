import type { CorrectionKind, NewCorrection, RecordKey } from "@daybook/core/corrections"
import type { EntityRef } from "@daybook/core/shared"
import { WatchingCorrections, namesTitle, namesViewing } from "@daybook/core/watching"
import { Effect, Layer } from "effect"
import { date, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { correctableTitles } from "./hiding.js"
import { changesOf } from "./publishable.js"
import { subjectsOf } from "./putRecords.js"
import { titleKind, undatedOf } from "./rows.js"
import { resolveViewings } from "./viewings.js"

/** The titles that a key names: a film or show, or that of a viewing. */
const titlesNamed = (type: string, key: RecordKey) =>
  Effect.map(correctableTitles(sql`true`), (titles) =>
    titles.filter((title) => {
      const kind = type === "viewing" ? (key["season"] === undefined ? "movie" : "show") : type
      return title.kind === kind && namesTitle(key, title)
    })
  )

const has = Effect.fn("watching.hasRecord")(function* (type: string, key: RecordKey, kind: CorrectionKind) {
  const named = yield* titlesNamed(type, key)
  // A title that was given a name already is given another one by its reported name.
  const titles = kind === "name" ? named.filter((title) => namesTitle(key, { ...title, givenTitle: null })) : named
  if (type !== "viewing" || titles.length === 0) return titles.length > 0
  const reports = yield* sql({ titleId: number, date, season: nullable(number), number: nullable(number) })`
    SELECT report.title_id, report.date, episode.season, episode.number
    FROM watching_reports AS report LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
    WHERE report.title_id = ANY(${titles.map(({ id }) => id)}::int[]) AND report.at IS NOT NULL AND NOT dismissed`
  return reports.some(({ date, number, season, titleId }) =>
    namesViewing(key, {
      title: titles.find(({ id }) => id === titleId)!,
      episode: season === null || number === null ? null : { season, number },
      date
    })
  )
})

/** Films and shows that are shown, with their viewings and reports of an unknown time. */
const seenTitles = (ids: ReadonlyArray<number>) => sql({ id: number, kind: titleKind, title: text, times: number })`
  SELECT * FROM (
    SELECT id, kind, title, (SELECT count(*) FROM watching_watches WHERE title_id = title.id)
      + (SELECT count(*) FROM ${undatedOf("title.id")} AS undated) AS times
    FROM watching_titles AS title WHERE id = ANY(${ids}::int[])
  ) AS seen WHERE times > 0 ORDER BY id`

/** The title that shows each viewing and each report of an unknown time of some titles. */
const shownIn = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ key: text, titleId: number })`
      SELECT 'viewing ' || id AS key, title_id FROM watching_watches WHERE title_id = ANY(${ids}::int[])
      UNION ALL
      SELECT 'report ' || undated.id, title.id
      FROM watching_titles AS title CROSS JOIN LATERAL ${undatedOf("title.id")} AS undated
      WHERE title.id = ANY(${ids}::int[])`,
    (rows) => new Map(rows.map(({ key, titleId }) => [key, titleId]))
  )

/** Titles, and those that stand for them or for which they stand. */
const withParts = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number })`
      SELECT DISTINCT part.id
      FROM watching_titles AS title JOIN watching_titles AS part
        ON coalesce(part.stand_in, part.id) = coalesce(title.stand_in, title.id)
      WHERE title.id = ANY(${ids}::int[])`,
    (rows) => rows.map(({ id }) => id)
  )

const apply = Effect.fn("watching.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const named = yield* Effect.forEach(concerned, ({ object, subject, type }) =>
    Effect.forEach(object === null ? [subject] : [subject, object], (key) => titlesNamed(type, key))
  )
  const titles = [...new Map(named.flat(2).map((title) => [title.id, title])).values()]
  const ids = titles.map(({ id }) => id)
  const parts = yield* withParts(ids)
  const before = yield* shownIn(parts)
  const viewings = yield* resolveViewings(yield* subjectsOf(ids))
  const changes = yield* changesOf(viewings, [], [])
  const after = yield* shownIn([...new Set([...parts, ...(yield* withParts(ids))])])
  return {
    changes,
    affected: [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
      .length,
    touched: titles.map(({ id, kind }): EntityRef => ({ type: kind, id }))
  }
})

const sizeColumns = { movies: number, shows: number, viewings: number }

export const layer = Layer.effect(
  WatchingCorrections,
  implement(WatchingCorrections, {
    has,
    apply: (concerned) => domainLock("watching")(apply(concerned)),
    size: Effect.map(
      sql(sizeColumns)`
        WITH seen AS (
          SELECT kind FROM watching_titles AS title
          WHERE EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)
            OR EXISTS (SELECT FROM ${undatedOf("title.id")} AS undated)
        )
        SELECT (SELECT count(*) FROM seen WHERE kind = 'movie') AS movies,
          (SELECT count(*) FROM seen WHERE kind = 'show') AS shows, (SELECT count(*) FROM watching_watches) AS viewings`,
      ([row]) => ({ ...row! })
    ),
    summaries: (records) =>
      Effect.map(seenTitles(records.map(({ id }) => id)), (rows) =>
        rows.map(({ id, kind, times, title }) => ({ type: kind, id, name: title, of: null, count: times }))
      )
  })
)
