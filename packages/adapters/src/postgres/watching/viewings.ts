import { type ChangeOp, logChanges } from "@daybook/core/changes"
import type { FeedKey } from "@daybook/core/feed"
import {
  type SubjectId,
  type WatchSources,
  changedLinks,
  compareViewings,
  opinion,
  reported,
  subjectKey,
  viewingsOf,
  watchSources
} from "@daybook/core/watching"
import { Array, Effect } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type AttributedReport, type ReportRow, attribute, undatedReports } from "./attribution.js"
import { type Hiding, hidingOf } from "./hiding.js"
import { subjectColumns } from "./subjects.js"

const common = { id: number, ...subjectColumns, source: text, dated: boolean }

const viewings = table("watching_watches", {
  ...common,
  at: instant,
  date,
  ...columnsOf(opinion),
  reliable: boolean,
  sourceId: text
})
type ViewingRow = RowOf<typeof viewings.columns>

/** The viewing that a report belongs to, and why if another report represents that viewing. */
const links = table("watching_reports", { id: number, watchId: nullable(number), reason: nullable(text) })

const { rating, ...opinionColumns } = columnsOf({ ...opinion, rewatch: reported.rewatch })
const reports = table(links.name, {
  ...common,
  key: text,
  at: nullable(instant),
  date: nullable(date),
  ...opinionColumns,
  edited: boolean,
  reviewEdited: boolean,
  dismissed: boolean,
  endedAt: nullable(instant),
  marked: boolean,
  ...undatedReports.columns,
  ...links.columns
})

const readColumns = { ...reports.columns, rating, isLeftOut: boolean }

/** How the viewings of some films and episodes differ from before. */
export interface ViewingChanges {
  /** New and changed viewings. */
  readonly changed: ReadonlyArray<ViewingRow>
  /** Feed entries of viewings that were deleted or renamed. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly titles: ReadonlyArray<number>
  /** Titles that corrections write differently from now on. */
  readonly renamed: ReadonlyArray<number>
  /** Episodes that have another name than before. */
  readonly renamedEpisodes: ReadonlyArray<number>
  /** Episodes to which corrections credit reports. */
  readonly credited: ReadonlyArray<number>
  /** Of `titles`, those that have viewings or reports which corrections hide. */
  readonly concealing: ReadonlySet<number>
  /** Of `titles`, those that had a viewing before, or that corrections hide from now on. */
  readonly earlier: ReadonlySet<number>
}

const noViewingChanges: ViewingChanges = {
  changed: [],
  retracted: [],
  titles: [],
  renamed: [],
  renamedEpisodes: [],
  credited: [],
  concealing: new Set(),
  earlier: new Set()
}

/** Resolves the viewings of films and episodes from all their reports. */
export const resolveViewings = Effect.fn("watching.resolveViewings")(function* (concerned: ReadonlyArray<SubjectId>) {
  if (concerned.length === 0) return noViewingChanges
  const hiding = yield* hidingOf(concerned)
  const { subjects } = hiding
  const renamedEpisodes = yield* nameCredited(subjects)
  const reported = yield* reportsOf(subjects, hiding.concernsUndated)
  const reportIds = reported.map(({ id }) => id)
  const before = yield* watchesOf(subjects, reportIds)
  const separated = hiding.separated(reported)
  const { hidden, resolved, undated } = yield* mergeViewings(reported, separated, hiding)
  yield* undatedReports.update(undated, { key: ["id"], returning: {} })
  const { changed, deleted, retracted } = yield* compareViewings(before, resolved)
  if (deleted.length > 0) yield* sql`DELETE FROM watching_watches WHERE id = ANY(${deleted.map(({ id }) => id)}::int[])`
  yield* viewings.upsert(changed, { key: ["id"], returning: {} })
  yield* logViewings("delete", deleted)
  yield* logViewings("upsert", changed)
  yield* links.update(yield* changedLinks(reported, resolved), { key: ["id"], returning: {} })
  const touched = [...changed, ...deleted, ...(yield* unwatched(subjects))].map(({ titleId }) => titleId)
  const concealed = subjects.map(({ titleId }) => titleId).filter(hiding.isTitleConcealed)
  const leftOut = reported.filter(({ isLeftOut }) => isLeftOut).map((report) => hiding.shownAs(report).titleId)
  return {
    changed,
    retracted,
    titles: [...new Set([...touched, ...hiding.flipped, ...hiding.leads])],
    renamed: hiding.renamed,
    renamedEpisodes,
    credited: hiding.credited,
    concealing: new Set([...hidden.map(({ titleId }) => titleId), ...concealed, ...leftOut]),
    earlier: new Set([...before.map(({ titleId }) => titleId), ...hiding.flipped])
  } satisfies ViewingChanges
})

/**
 * Merges reports into viewings, and distinguishes those that corrections hide. Other fibers run between two films or
 * episodes.
 */
export const mergeViewings = Effect.fnUntraced(function* <R extends ReportRow>(
  reports: ReadonlyArray<R>,
  separated: ReadonlySet<string>,
  hiding: Pick<Hiding, "givenDayOf" | "isViewingHidden" | "placeOf" | "shownAs">
) {
  const { attributed, rowsOf, undated } = yield* attribute(reports, hiding)
  const viewingsOfSubject = ([key, of]: [string, Array.NonEmptyReadonlyArray<AttributedReport<R>>]) => {
    const { episodeId, titleId } = of[0]
    const subject = { titleId, episodeId }
    return viewingsOf(of, separated, key, (some) => hiding.givenDayOf(subject, rowsOf(some.map(({ id }) => id)))).map(
      (one) => {
        const viewing = { ...one, ...subject }
        const isHidden = hiding.isViewingHidden(viewing, rowsOf([one.id, ...one.merged.map(({ id }) => id)]))
        return { viewing, isHidden }
      }
    )
  }
  const merged = yield* Effect.forEach(Object.entries(Array.groupBy(attributed, subjectKey)), (group) =>
    Effect.sync(() => viewingsOfSubject(group))
  )
  const [resolved, hidden] = Array.partition(merged.flat(), ({ isHidden }) => isHidden)
  const viewingIn = ({ viewing }: (typeof resolved)[number]) => viewing
  return { undated, resolved: resolved.map(viewingIn), hidden: hidden.map(viewingIn) }
})

/**
 * Episodes that nobody named have the name by which a source knows what corrections call that episode. Returns the ids
 * of those that have another name than before.
 */
const nameCredited = Effect.fn("watching.nameCredited")(function* (subjects: ReadonlyArray<SubjectId>) {
  const episodes = [...new Set(subjects.flatMap(({ episodeId }) => episodeId ?? []))]
  const renamed = yield* sql({ id: number })`
    UPDATE watching_episodes AS episode SET credited_title = credited.title FROM (
      SELECT named.id, min(name.title COLLATE "C") AS title FROM watching_episodes AS named
      LEFT JOIN watching_reports AS report ON report.episode_id = named.id AND report.unnumbered_id IS NOT NULL
      LEFT JOIN watching_unnumbered AS name ON name.id = report.unnumbered_id AND name.decided_number IS NOT NULL
      WHERE named.id = ANY(${episodes}::int[]) GROUP BY named.id
    ) AS credited WHERE credited.id = episode.id AND episode.credited_title IS DISTINCT FROM credited.title
    RETURNING episode.id`
  return renamed.map(({ id }) => id)
})

const logViewings = (op: ChangeOp, of: ReadonlyArray<{ readonly id: number }>) =>
  logChanges(
    "watching",
    op,
    "viewing",
    of.map(({ id }) => id)
  )

/** Films without a viewing. A report of an unknown time may have been added or removed. */
const unwatched = (subjects: ReadonlyArray<SubjectId>) =>
  sql({ titleId: number })`
    SELECT id AS title_id FROM watching_titles AS title
    WHERE id = ANY(${subjects.map(({ titleId }) => titleId)}::int[])
      AND NOT EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)`

const ofSubjects = (subjects: ReadonlyArray<SubjectId>) => {
  const movies = [...new Set(subjects.flatMap(({ episodeId, titleId }) => (episodeId === null ? [titleId] : [])))]
  const episodes = [...new Set(subjects.flatMap(({ episodeId }) => episodeId ?? []))]
  return sql`((episode_id IS NULL AND title_id = ANY(${movies}::int[])) OR episode_id = ANY(${episodes}::int[]))`
}

/** Reports that may make viewings: those with a time, and those that may have or had a given day. */
const reportsFor = (subjects: ReadonlyArray<SubjectId>, withUndated: boolean) => sql`
  FROM watching_reports AS report WHERE ${ofSubjects(subjects)} AND (
    ${withUndated}::boolean OR at IS NOT NULL OR given_date IS NOT NULL OR shown_episode_id IS NOT NULL
  ) ORDER BY at, id`

/** The reports of films and episodes, with the time of their entry at the source. */
export const explainedReportsOf = (subjects: ReadonlyArray<SubjectId>, withUndated: boolean) =>
  Effect.flatMap(watchSources, (sources) =>
    Effect.map(
      sql({ ...readColumns, loggedAt: nullable(instant) })`
        SELECT ${selectReport(sources)}, report.logged_at ${reportsFor(subjects, withUndated)}`,
      withReporters(sources)
    )
  )

/** Diary entries carry their own ratings. A service that rates films gives each of its viewings the film's rating. */
const selectReport = (sources: WatchSources) => sql`
  ${reports.select("report")},
  EXISTS (SELECT FROM watching_unnumbered AS name WHERE name.id = report.unnumbered_id AND name.left_out) AS is_left_out,
  CASE WHEN rating IS NULL AND episode_id IS NULL AND NOT edited
      AND source = ANY(${sources.namesOf(({ rates }) => rates.includes("viewings"))}::text[])
    THEN (
      SELECT own.rating FROM watching_ratings AS own
      WHERE own.title_id = report.title_id AND own.source = report.source
    )
    ELSE rating END AS rating`

const reportsOf = (subjects: ReadonlyArray<SubjectId>, withUndated: boolean) =>
  Effect.flatMap(watchSources, (sources) =>
    Effect.map(
      sql(readColumns)`SELECT ${selectReport(sources)} ${reportsFor(subjects, withUndated)}`,
      withReporters(sources)
    )
  )

const withReporters =
  (sources: WatchSources) =>
  <Row extends { readonly source: string }>(rows: ReadonlyArray<Row>) =>
    rows.map((row) => ({ ...row, reporter: sources.of(row.source) }))

/** The viewings of films and episodes, and those of reports, which another film or episode may have shown. */
const watchesOf = (subjects: ReadonlyArray<SubjectId>, reportIds: ReadonlyArray<number>) =>
  sql(viewings.columns)`
    SELECT ${viewings.select("watch")} FROM watching_watches AS watch
    WHERE ${ofSubjects(subjects)} OR id = ANY(${reportIds}::int[])`
