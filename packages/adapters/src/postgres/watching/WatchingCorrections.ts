import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
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
import { titleKind } from "./rows.js"
import { resolveViewings } from "./viewings.js"

/** The titles that a key names: a film or show, or that of a viewing. */
const titlesNamed = (type: string, key: RecordKey) =>
  Effect.map(correctableTitles(sql`true`), (titles) =>
    titles.filter((title) => {
      const kind = type === "viewing" ? (key["season"] === undefined ? "movie" : "show") : type
      return title.kind === kind && namesTitle(key, title)
    })
  )

const has = Effect.fn("watching.hasRecord")(function* (type: string, key: RecordKey) {
  const titles = yield* titlesNamed(type, key)
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

/** Films and shows that were seen, with their viewings and reports of an unknown time. */
const seenTitles = (ids: ReadonlyArray<number>) => sql({ id: number, kind: titleKind, title: text, times: number })`
  SELECT * FROM (
    SELECT id, kind, title, (SELECT count(*) FROM watching_watches WHERE title_id = title.id) + CASE WHEN hidden THEN 0
      ELSE (SELECT count(*) FROM watching_reports WHERE title_id = title.id AND at IS NULL AND NOT dismissed)
      END AS times
    FROM watching_titles AS title WHERE id = ANY(${ids}::int[])
  ) AS seen WHERE times > 0 ORDER BY id`

const timesIn = (seen: ReadonlyArray<{ readonly times: number }>) => seen.reduce((sum, { times }) => sum + times, 0)

const apply = Effect.fn("watching.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const named = yield* Effect.forEach(concerned, ({ subject, type }) => titlesNamed(type, subject))
  const titles = [...new Map(named.flat().map((title) => [title.id, title])).values()]
  const ids = titles.map(({ id }) => id)
  const before = timesIn(yield* seenTitles(ids))
  const viewings = yield* resolveViewings(yield* subjectsOf(ids))
  const changes = yield* changesOf(viewings, [], [])
  return {
    changes,
    affected: Math.abs(timesIn(yield* seenTitles(ids)) - before),
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
          WHERE EXISTS (SELECT FROM watching_watches WHERE title_id = title.id) OR (NOT hidden AND EXISTS (
            SELECT FROM watching_reports WHERE title_id = title.id AND at IS NULL AND NOT dismissed
          ))
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
