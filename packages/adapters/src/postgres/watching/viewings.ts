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
import { attribute, undatedReports } from "./attribution.js"
import { hidingOf } from "./hiding.js"
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

/** How the viewings of some films and episodes differ from before. */
export interface ViewingChanges {
  /** New and changed viewings. */
  readonly changed: ReadonlyArray<ViewingRow>
  /** Feed entries of viewings that were deleted or renamed. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly titles: ReadonlyArray<number>
  /** Titles that corrections write differently from now on. */
  readonly renamed: ReadonlyArray<number>
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
  credited: [],
  concealing: new Set(),
  earlier: new Set()
}

/** Resolves the viewings of films and episodes from all their reports. */
export const resolveViewings = Effect.fn("watching.resolveViewings")(function* (concerned: ReadonlyArray<SubjectId>) {
  if (concerned.length === 0) return noViewingChanges
  const hiding = yield* hidingOf(concerned)
  const { subjects } = hiding
  const reported = yield* reportsOf(subjects, hiding.concernsUndated)
  const reportIds = reported.map(({ id }) => id)
  const before = yield* watchesOf(subjects, reportIds)
  const separated = hiding.separated(reported)
  const { attributed, rowsOf, undated } = attribute(reported, hiding)
  yield* undatedReports.update(undated, { key: ["id"], returning: {} })
  const all = Object.entries(Array.groupBy(attributed, subjectKey)).flatMap(([key, of]) => {
    const { episodeId, titleId } = of[0]
    const subject = { titleId, episodeId }
    return viewingsOf(of, separated, key, (reports) =>
      hiding.givenDayOf(subject, rowsOf(reports.map(({ id }) => id)))
    ).map((viewing) => ({ ...viewing, ...subject }))
  })
  const [resolved, hidden] = Array.partition(all, (viewing) =>
    hiding.isViewingHidden(viewing, rowsOf([viewing.id, ...viewing.merged.map(({ id }) => id)]))
  )
  const { changed, deleted, retracted } = compareViewings(before, resolved)
  if (deleted.length > 0) yield* sql`DELETE FROM watching_watches WHERE id = ANY(${deleted.map(({ id }) => id)}::int[])`
  yield* viewings.upsert(changed, { key: ["id"], returning: {} })
  yield* logViewings("delete", deleted)
  yield* logViewings("upsert", changed)
  yield* links.update(changedLinks(reported, resolved), { key: ["id"], returning: {} })
  const touched = [...changed, ...deleted, ...(yield* unwatched(subjects))].map(({ titleId }) => titleId)
  const concealed = subjects.map(({ titleId }) => titleId).filter(hiding.isTitleConcealed)
  return {
    changed,
    retracted,
    titles: [...new Set([...touched, ...hiding.flipped, ...hiding.leads])],
    renamed: hiding.renamed,
    credited: hiding.credited,
    concealing: new Set([...hidden.map(({ titleId }) => titleId), ...concealed]),
    earlier: new Set([...before.map(({ titleId }) => titleId), ...hiding.flipped])
  } satisfies ViewingChanges
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
      sql({ ...reports.columns, rating, loggedAt: nullable(instant) })`
        SELECT ${selectReport(sources)}, report.logged_at ${reportsFor(subjects, withUndated)}`,
      withReporters(sources)
    )
  )

/** Diary entries carry their own ratings. A service that rates films gives each of its viewings the film's rating. */
const selectReport = (sources: WatchSources) => sql`
  ${reports.select("report")},
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
      sql({ ...reports.columns, rating })`SELECT ${selectReport(sources)} ${reportsFor(subjects, withUndated)}`,
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
