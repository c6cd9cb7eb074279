import type { CorrectionKind, NewCorrection, RecordKey } from "@daybook/core/corrections"
import {
  type TitleKind,
  WatchingCorrections,
  conflictOfViewings,
  namesEpisode,
  namesTitle,
  namesViewing,
  placeIn,
  reportRef,
  unknownDay
} from "@daybook/core/watching"
import { Calendar } from "@daybook/core/shared"
import { Array as Arrays, type Context, Effect, Layer } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { boolean, date, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implementRanked } from "../kit/store.js"
import { applyCorrections, titlesNamed, withParts } from "./applyCorrections.js"
import { correctableTitles } from "./correctableTitles.js"
import { applyNumbers } from "./episodeNumbers.js"
import { joined } from "./publishable.js"
import { isUndated, titleKind, undatedOf } from "./rows.js"
import { isNamedBySource, namedTitles } from "./separable.js"
import { namesOf } from "./unnumbered.js"

const viewedColumns = {
  ...{ source: text, key: text, date: nullable(date) },
  ...{ season: nullable(number), number: nullable(number) },
  ...{ isUndated: boolean, isReported: boolean }
}

/** The places and days of what is reported of titles, and those at which their viewings are shown. */
const viewedOf = (ids: ReadonlyArray<number>) => sql(viewedColumns)`
  SELECT source, key, season, number, date, at IS NULL AS is_undated, is_reported FROM (
    SELECT episode_id, source, key, date, at, true AS is_reported FROM watching_reports
    WHERE title_id = ANY(${ids}::int[]) AND NOT dismissed
      AND (episode_id IS NOT NULL OR title_id IN (SELECT id FROM watching_titles WHERE kind = 'movie'))
    UNION ALL
    SELECT watch.episode_id, report.source, report.key, watch.date, watch.at, false
    FROM watching_watches AS watch JOIN watching_reports AS report ON report.watch_id = watch.id
    WHERE watch.title_id = ANY(${ids}::int[])
  ) AS viewed LEFT JOIN watching_episodes AS episode ON episode.id = viewed.episode_id`

const has = Effect.fn("watching.hasRecord")(function* (type: string, key: RecordKey, kind: CorrectionKind) {
  if (type === "unnumbered") return (yield* namesOf([key])).length > 0
  if (type === "episode_number") return placeIn(key) !== null
  const isOfSources = kind === "different" || kind === "identify"
  if (isOfSources && (yield* isNamedBySource(type as TitleKind, key))) return true
  const named = yield* titlesNamed({ kind, type }, key)
  // A title that was given a name already is given another one by its reported name.
  const titles = kind === "name" ? named.filter((title) => namesTitle(key, { ...title, givenTitle: null })) : named
  if ((type !== "viewing" && type !== "episode") || titles.length === 0) return titles.length > 0
  const viewed = yield* viewedOf(yield* withParts(titles.map(({ id }) => id)))
  return viewed.some(({ date, isReported, isUndated, key: reported, number, season, source }) => {
    // Only `hide` may name what other corrections made. What was seen at an unknown time is no viewing to hide.
    if (kind === "hide" ? isUndated : !isReported) return false
    const episode = season === null || number === null ? null : { season, number }
    const reports = [reportRef({ source, key: reported })]
    const viewing = { titles, episodes: [episode], dates: [date ?? unknownDay], reports }
    return type === "episode" ? namesEpisode(key, viewing) : namesViewing(key, viewing)
  })
})

/** Films and shows that are shown, with their viewings and reports of an unknown time. */
const seenTitles = (ids: ReadonlyArray<number>) => sql({ id: number, kind: titleKind, title: text, times: number })`
  SELECT * FROM (
    SELECT id, kind, title, (SELECT count(*) FROM watching_watches WHERE title_id = title.id)
      + (SELECT count(*) FROM ${undatedOf("title.id")} AS undated) AS times
    FROM watching_titles AS title WHERE id = ANY(${ids}::int[])
  ) AS seen WHERE times > 0 ORDER BY id`

/** Viewings, and reports of an unknown time, by where and when they are shown: `Heron Street S1E2, 2024-03-01`. */
const seenViewings = (ids: ReadonlyArray<number>) => sql({ id: number, name: text })`
  SELECT shown.id, concat_ws(', ', title.title || coalesce(' S' || episode.season || 'E' || episode.number, ''),
    coalesce(shown.date::text, 'at an unknown time')) AS name
  FROM (
    SELECT id, title_id, episode_id, date FROM watching_watches WHERE id = ANY(${ids}::int[])
    UNION ALL
    SELECT report.id, coalesce(title.stand_in, title.id), coalesce(shown_episode_id, episode_id), NULL
    FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
    WHERE report.id = ANY(${ids}::int[]) AND ${isUndated("report")} AND NOT title.hidden
  ) AS shown
  JOIN watching_titles AS title ON title.id = shown.title_id
  LEFT JOIN watching_episodes AS episode ON episode.id = shown.episode_id ORDER BY shown.id`

const sizeColumns = { movies: number, shows: number, viewings: number }

/** Applies corrections to what they name: first to names without a number, so that their reports are there. */
const applyAll = Effect.fn("watching.correctAll")(function* (
  calendar: Context.Tag.Service<Calendar>,
  concerned: ReadonlyArray<NewCorrection>
) {
  const [others, names] = Arrays.partition(concerned, ({ type }) => type === "unnumbered")
  const numbered = yield* applyNumbers(
    calendar,
    names.map(({ subject }) => subject)
  )
  const applied = yield* applyCorrections(others)
  return {
    changes: joined(numbered.changes, applied.changes),
    affected: numbered.affected + applied.affected,
    touched: [...numbered.touched, ...applied.touched]
  }
})

const layerOf = (calendar: Context.Tag.Service<Calendar>) =>
  implementRanked(WatchingCorrections, {
    has,
    apply: (concerned) => domainLock("watching")(applyAll(calendar, concerned)),
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
    conflict: (correction) =>
      Effect.gen(function* () {
        const existing = yield* correctionsOf("watching")
        const titles = yield* correctableTitles(sql`true`)
        const isBySource = ({ kind, type }: NewCorrection) =>
          kind === "identify" || (kind === "different" && type === "viewing")
        const named = [...existing, correction].some(isBySource) ? yield* namedTitles() : []
        const standIns = new Map(titles.map(({ id, standIn }) => [id, standIn]))
        return conflictOfViewings(existing, correction, [
          ...titles,
          ...named.map((one) => ({ ...one, standIn: standIns.get(one.id) ?? null }))
        ])
      }),
    summaries: (records) =>
      Effect.gen(function* () {
        const [viewings, titles] = Arrays.partition(records, ({ type }) => type !== "viewing")
        const seen = yield* seenTitles(titles.map(({ id }) => id))
        const viewingRows = viewings.length === 0 ? [] : yield* seenViewings(viewings.map(({ id }) => id))
        return [
          ...seen.map(({ id, kind, times, title }) => ({ type: kind, id, name: title, of: null, count: times })),
          ...viewingRows.map(({ id, name }) => ({ type: "viewing", id, name, of: null, count: 1 }))
        ]
      })
  })

export const layer = Layer.effect(WatchingCorrections, Effect.flatMap(Calendar, layerOf))
