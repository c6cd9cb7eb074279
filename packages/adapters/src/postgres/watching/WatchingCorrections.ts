import type { CorrectionKind, NewCorrection, RecordKey } from "@daybook/core/corrections"
import type { EntityRef } from "@daybook/core/shared"
import {
  type TitleKind,
  WatchingCorrections,
  conflictOfViewings,
  kindOfKey,
  namesEpisode,
  namesTitle,
  namesViewing,
  placeIn,
  unknownDay
} from "@daybook/core/watching"
import { Array as Arrays, Effect, Layer } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { boolean, date, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { correctableTitles } from "./hiding.js"
import { changesOf } from "./publishable.js"
import { isUndated, titleKind, undatedOf } from "./rows.js"
import { isNamedBySource, rowsOf, separableTitles } from "./separable.js"
import { separateTitles } from "./separations.js"
import { subjectColumns } from "./subjects.js"
import { type ViewingChanges, resolveViewings } from "./viewings.js"

/** The type of title that a key of some type is about; null if it is about none. */
const kindOf = (type: string, key: RecordKey): TitleKind | null =>
  type === "viewing"
    ? kindOfKey(key)
    : type === "episode"
      ? "show"
      : type === "episode_number"
        ? null
        : (type as TitleKind)

/** The titles that a key names: a film or show, or that of a viewing or an episode. */
const titlesNamed = (type: string, key: RecordKey) =>
  Effect.map(correctableTitles(sql`true`), (titles) => {
    const kind = kindOf(type, key)
    return titles.filter((title) => title.kind === kind && namesTitle(key, title))
  })

const viewedColumns = { season: nullable(number), number: nullable(number), date: nullable(date), isUndated: boolean }

/** The places and days of what is reported of titles, and those at which their viewings are shown. */
const viewedOf = (ids: ReadonlyArray<number>) => sql({ ...viewedColumns, isReported: boolean })`
  SELECT season, number, date, at IS NULL AS is_undated, is_reported FROM (
    SELECT episode_id, date, at, true AS is_reported FROM watching_reports
    WHERE title_id = ANY(${ids}::int[]) AND NOT dismissed
      AND (episode_id IS NOT NULL OR title_id IN (SELECT id FROM watching_titles WHERE kind = 'movie'))
    UNION ALL SELECT episode_id, date, at, false FROM watching_watches WHERE title_id = ANY(${ids}::int[])
  ) AS viewed LEFT JOIN watching_episodes AS episode ON episode.id = viewed.episode_id`

const has = Effect.fn("watching.hasRecord")(function* (type: string, key: RecordKey, kind: CorrectionKind) {
  if (type === "episode_number") return placeIn(key) !== null
  if (kind === "different" && (yield* isNamedBySource(type as TitleKind, key))) return true
  const named = yield* titlesNamed(type, key)
  // A title that was given a name already is given another one by its reported name.
  const titles = kind === "name" ? named.filter((title) => namesTitle(key, { ...title, givenTitle: null })) : named
  if ((type !== "viewing" && type !== "episode") || titles.length === 0) return titles.length > 0
  const viewed = yield* viewedOf(yield* withParts(titles.map(({ id }) => id)))
  return viewed.some(({ date, isReported, isUndated, number, season }) => {
    // Only `hide` may name what other corrections made. What was seen at an unknown time is no viewing to hide.
    if (kind === "hide" ? isUndated : !isReported) return false
    const episode = season === null || number === null ? null : { season, number }
    const viewing = { titles, episodes: [episode], dates: [date ?? unknownDay] }
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

/** Where and when each viewing and each report of an unknown time is shown. Both have ids of reports. */
const shownIn = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number, shown: text })`
      SELECT id, concat_ws(' ', title_id, coalesce(episode_id, 0), date) AS shown
      FROM watching_watches WHERE title_id = ANY(${ids}::int[])
      UNION ALL
      SELECT undated.id, concat_ws(' ', title.id, coalesce(undated.episode_id, 0))
      FROM watching_titles AS title CROSS JOIN LATERAL ${undatedOf("title.id")} AS undated
      WHERE title.id = ANY(${ids}::int[])`,
    (rows) => new Map(rows.map(({ id, shown }) => [id, shown]))
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

/** All films and episodes of titles: those that are reported, and those that show viewings. */
const allSubjectsOf = (ids: ReadonlyArray<number>) => sql(subjectColumns)`
  SELECT title_id, episode_id FROM watching_reports WHERE title_id = ANY(${ids}::int[])
  UNION SELECT title_id, episode_id FROM watching_watches WHERE title_id = ANY(${ids}::int[])`

/** Deletes episodes that nothing reports and no correction needs. They have no name yet. */
const dropUnused = (shows: ReadonlyArray<number>, credited: ReadonlyArray<number>) => sql`
  DELETE FROM watching_episodes AS episode
  WHERE show_id = ANY(${shows}::int[]) AND title IS NULL AND id <> ALL(${credited}::int[])
    AND show_id IN (SELECT id FROM watching_titles WHERE part_of IS NULL AND shown_ids IS NULL)
    AND NOT EXISTS (SELECT FROM watching_watches WHERE episode_id = episode.id)
    AND NOT EXISTS (SELECT FROM watching_reports WHERE episode_id = episode.id)`

/** The titles that corrections name. */
const titlesOf = (concerned: ReadonlyArray<NewCorrection>) =>
  Effect.map(
    Effect.forEach(concerned, ({ kind, object, subject, type }) =>
      Effect.forEach(object === null || kind === "credit" ? [subject] : [subject, object], (key) =>
        titlesNamed(type, key)
      )
    ),
    (named) => distinct(named.flat(2))
  )

const distinct = <T extends { readonly id: number }>(titles: ReadonlyArray<T>): ReadonlyArray<T> => [
  ...new Map(titles.map((title) => [title.id, title])).values()
]

/** A title that shows nothing because all of it is of another part keeps its picture. */
const retaining = (viewings: ViewingChanges, ids: ReadonlyArray<number>): ViewingChanges => ({
  ...viewings,
  concealing: new Set([...viewings.concealing, ...ids]),
  earlier: new Set([...viewings.earlier, ...ids])
})

const apply = Effect.fn("watching.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const separable = yield* separableTitles(concerned)
  const earlier = yield* titlesOf(concerned)
  const formerParts = yield* withParts([...earlier.map(({ id }) => id), ...(yield* rowsOf(separable))])
  const before = yield* shownIn(formerParts)
  const separated = yield* separateTitles(separable, yield* correctionsOf("watching"))
  const titles = separable.length === 0 ? earlier : distinct([...earlier, ...(yield* titlesOf(concerned))])
  const ids = [...titles.map(({ id }) => id), ...separated.changed]
  const parts = [...new Set([...formerParts, ...(yield* withParts(ids))])]
  const viewings = yield* resolveViewings([...(yield* allSubjectsOf(parts)), ...separated.subjects])
  const changes = yield* changesOf(retaining(viewings, separable), separated.changed, [])
  const all = [...new Set([...parts, ...(yield* withParts(ids))])]
  yield* dropUnused(all, viewings.credited)
  const after = yield* shownIn(all)
  const affected = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  const viewed = concerned.some(({ kind }) => kind === "set" || kind === "credit") ? affected : []
  return {
    changes,
    affected: affected.length,
    touched: [
      ...titles.map(({ id, kind }): EntityRef => ({ type: kind, id })),
      ...viewed.map((id): EntityRef => ({ type: "viewing", id }))
    ]
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
    conflict: (correction) =>
      Effect.gen(function* () {
        const existing = yield* correctionsOf("watching")
        return conflictOfViewings(existing, correction, yield* correctableTitles(sql`true`))
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
)
