import { type Correction, sentenceOf } from "@daybook/core/corrections"
import type { Explanation } from "@daybook/core/explain"
import type { LocalDate } from "@daybook/core/shared"
import {
  type GivenDay,
  type SubjectId,
  type TitleKind,
  explainTitle,
  explainViewing,
  explainWatchedDay,
  namesTitle,
  namesUnnumbered,
  subjectKey,
  viewingsOf,
  watchSources
} from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { countsOf } from "../explain/countsOf.js"
import { boolean, date, instant, nullable, number, real, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { attribute } from "./attribution.js"
import { correctableTitles } from "./correctableTitles.js"
import { readHiding } from "./hiding.js"
import { partsOf } from "./rows.js"
import { namedTitles } from "./separable.js"
import { subjectColumns } from "./subjects.js"
import { namesWhere } from "./unnumbered.js"
import { explainedReportsOf } from "./viewings.js"

/** The corrections that name a film or show, or an episode of it; with days, also those of viewings of these days. */
const correctionsNaming = Effect.fn("watching.explainCorrections")(function* (
  titleId: number,
  dates: ReadonlyArray<LocalDate>
) {
  const corrections = yield* correctionsOf("watching")
  if (corrections.length === 0) return []
  const rows = yield* correctableTitles(sql`id IN ${partsOf(String(titleId))}`)
  const kind = rows[0]?.kind
  // A title that is another one at the provider is named as sources name it.
  const titles = [...rows, ...(yield* namedTitles(rows.map(({ id }) => id)))]
  return corrections.filter(({ kind: does, object, subject, type }) => {
    const isOfDay = type === "viewing" && dates.includes(subject["watched_on"] ?? "")
    if (type !== kind && !isOfDay && !(type === "episode" && kind === "show")) return false
    const other = does === "credit" ? null : object
    return titles.some((title) => namesTitle(subject, title) || (other !== null && namesTitle(other, title)))
  })
})

/** The corrections that say which episode or film a name without a number is; of a title, all of them. */
const correctionsNumbering = Effect.fn("watching.explainNumbers")(function* (where: Statement.Fragment) {
  const names = yield* namesWhere(sql`id IN (SELECT unnumbered_id FROM watching_reports WHERE ${where})`)
  if (names.length === 0) return []
  return (yield* correctionsOf("watching")).filter(
    ({ subject, type }) => type === "unnumbered" && names.some((name) => namesUnnumbered(subject, name))
  )
})

const linesOf = (corrections: ReadonlyArray<Correction>) =>
  corrections.map((one) => ({ id: one.id, says: sentenceOf(one) }))

const viewing = Effect.fn("watching.explainViewing")(function* (id: number) {
  const [subject] = yield* sql({ titleId: number, episodeId: nullable(number), date })`
    SELECT title_id, episode_id, date FROM watching_watches WHERE id = ${id}`
  if (subject === undefined) return Option.none<Explanation>()
  const { hiding } = yield* readHiding(yield* subjectsShownAs(subject))
  const reported = yield* explainedReportsOf(hiding.subjects, hiding.concernsUndated)
  const separated = hiding.separated(reported)
  const { attributed, rowsOf } = yield* attribute(reported, hiding)
  const reports = attributed.filter((one) => subjectKey(one) === subjectKey(subject))
  const givenDay: GivenDay = (of) => hiding.givenDayOf(subject, rowsOf(of.map((one) => one.id)))
  const key = subjectKey(subject)
  const resolved = viewingsOf(reports, separated, key, givenDay).find((one) => one.id === id)
  const own = resolved === undefined ? [] : rowsOf([id, ...resolved.merged.map((one) => one.id)])
  const naming = [
    ...(yield* correctionsNaming(subject.titleId, [])).filter(({ type }) => type !== "episode"),
    ...(resolved === undefined ? [] : hiding.naming({ ...resolved, ...subject }, own)),
    ...(yield* correctionsNumbering(sql`id = ANY(${own.map((one) => one.id)}::int[])`))
  ].sort((one, other) => one.id - other.id)
  return Option.map(
    Option.fromNullable(explainViewing(id, reports, separated, key, givenDay)),
    (explained): Explanation => ({ ...explained, corrections: linesOf(naming) })
  )
})

/** What may be reported of a viewing: its film, or all episodes of its show, and of those that it stands for. */
const subjectsShownAs = ({ episodeId, titleId }: SubjectId) =>
  episodeId === null
    ? sql(subjectColumns)`SELECT id AS title_id, NULL::int AS episode_id FROM ${partsOf(String(titleId))} AS part (id)`
    : sql(subjectColumns)`
        SELECT show_id AS title_id, id AS episode_id FROM watching_episodes
        WHERE show_id IN ${partsOf(String(titleId))}`

const title = (kind: TitleKind) =>
  Effect.fn("watching.explainTitle")(function* (id: number) {
    const titles = yield* sql`SELECT FROM watching_titles WHERE id = ${id} AND kind = ${kind}`
    if (titles.length === 0) return Option.none<Explanation>()
    const reports = yield* sql({
      source: text,
      reports: number,
      firstSeen: nullable(instant),
      lastSeen: nullable(instant)
    })`
      SELECT source, count(*) AS reports, min(logged_at) AS first_seen, max(logged_at) AS last_seen
      FROM watching_reports WHERE title_id IN ${partsOf(String(id))} AND NOT dismissed
      GROUP BY source ORDER BY source COLLATE "C"`
    const ratings = yield* sql({ source: text, rating: real })`
      SELECT source, rating FROM watching_ratings WHERE title_id IN ${partsOf(String(id))}`
    return Option.some({
      ...explainTitle(yield* watchSources, reports, ratings),
      corrections: linesOf(
        [
          ...(yield* correctionsNaming(id, [])),
          ...(yield* correctionsNumbering(sql`title_id IN ${partsOf(String(id))}`))
        ].sort((one, other) => one.id - other.id)
      )
    })
  })

/** The reports of a day: those of its viewings, and those that no viewing shows. */
const reportsOfDay = (date: LocalDate) => sql`
  watching_reports AS report LEFT JOIN watching_watches AS watch ON watch.id = report.watch_id
  WHERE coalesce(watch.date, report.given_date, report.date) = ${date}::date`

/** The main report of a viewing has its id. */
const day = Effect.fn("watching.explainDay")(function* (date: string) {
  const counts = yield* countsOf(sql`
    SELECT report.source AS source, CASE WHEN watch.id IS NULL THEN 'hidden'
      WHEN watch.id = report.id THEN 'counted' ELSE 'duplicate' END AS fate
    FROM ${reportsOfDay(date)}`)
  const hidden = yield* sql({ source: text, key: text, titleId: number, dismissed: boolean })`
    SELECT report.source AS source, report.key, report.title_id, report.dismissed
    FROM ${reportsOfDay(date)} AND watch.id IS NULL ORDER BY 1, 2`
  const titles = [...new Set(hidden.map(({ titleId }) => titleId))]
  const named = (yield* Effect.forEach(titles, (titleId) => correctionsNaming(titleId, [date]))).flat()
  const hiding = [...new Map(named.filter(({ kind }) => kind === "hide").map((one) => [one.id, one])).values()].sort(
    (one, other) => one.id - other.id
  )
  return Option.fromNullable(
    explainWatchedDay(
      counts,
      linesOf(hiding),
      hidden.filter(({ dismissed }) => dismissed)
    )
  )
})

/** Explains films, shows, viewings and days. */
export const explainWatching = { records: { viewing, movie: title("movie"), show: title("show") }, day }
