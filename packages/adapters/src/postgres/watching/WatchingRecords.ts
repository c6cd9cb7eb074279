import { Calendar } from "@daybook/core/shared"
import type { Applied, FullList, Span } from "@daybook/core/sync"
import { type Report, type WatchingRecord, WatchingRecords, type WatchSource } from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { noteLists } from "../fullLists.js"
import { add, dismiss, edit, separate } from "./byHand.js"
import { countLists, keyOf, missingFrom, missingIn, timed, withoutMarks, withoutOutdated } from "./listed.js"
import { locked } from "./locked.js"
import { type GivenRating, storeRatings } from "./ratings.js"
import { type Placed, storeReports, untold } from "./reports.js"
import { settleViewings } from "./settleViewings.js"
import { turnedBy } from "./shown.js"
import { type SubjectId, placeSubjects } from "./subjects.js"
import { describeTitle } from "./titles.js"

export const layer = Layer.effect(WatchingRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar

  const placed = (report: Report, subject: SubjectId, asOf: number | null): Placed => ({
    ...report,
    ...subject,
    address: report.address ?? null,
    date: report.at === null ? null : report.date ?? calendar.dateOf(report.at),
    dated: report.at === null || report.date !== null,
    asOf
  })

  /** A play that the source counts and does not list: it was marked by hand. */
  const markedAt = (lastAt: number): Report => ({ ...unwritten, key: String(lastAt), at: lastAt })

  const put = Effect.fn(function*(source: WatchSource, reported: ReadonlyArray<WatchingRecord>, covers: Span | null, given: FullList | null) {
    const list = given === null ? null : yield* timed(sql, source, given)
    const asOf = list?.asOf ?? null
    const records = list === null ? reported : yield* withoutOutdated(sql, source, reported, list)
    if (records.length < reported.length) yield* Effect.logWarning(outdated(source, reported.length - records.length, reported.length))
    const subjects = yield* placeSubjects(sql, records.map(({ subject }) => subject), source)
    const subjectOf = (index: number) => subjects.ids[index]!
    const stored = yield* storeReports(sql, source, records.flatMap(({ report }, index) => report === null ? [] : [placed(report, subjectOf(index), asOf)]))
    const tallies = records.flatMap(({ tally }, index) => tally === null ? [] : [{ ...tally, ...subjectOf(index) }])
    const marks = yield* storeReports(sql, source, (yield* untold(sql, source, tallies)).map((one) => placed(markedAt(one.lastAt), one, null)))
    const rated = records.flatMap(({ rating }, index): ReadonlyArray<GivenRating> => rating === null ? [] : [{ titleId: subjectOf(index).titleId, rating }])
    const ratings = yield* storeRatings(sql, source, rated, asOf)
    const ids = [...stored.present, ...stored.fresh]
    const marked = list === null ? [] : yield* withoutMarks(sql, source, list, ids)
    const missing = [
      ...(covers === null ? [] : yield* missingIn(sql, source, covers, ids)),
      ...(list === null ? [] : yield* missingFrom(sql, source, list, { reports: ids, ratings: rated.map(({ titleId }) => titleId) }))
    ]
    if (list !== null) yield* noteLists(sql, source, list.whole, list.asOf)
    const moved = yield* subjectsOf(subjects.merged.map(({ into }) => into))
    const touched = [...stored.touched, ...marks.touched, ...marked, ...[...ratings.added, ...ratings.changed].map(({ titleId }) => ({ titleId, episodeId: null })), ...moved]
    const settled = yield* settleViewings(sql, touched)
    const turned = yield* turnedBy(sql, settled, [...subjects.changed, ...subjects.merged.map(({ into }) => into)], subjects.merged)
    const added = stored.added + marks.added + ratings.added.length
    const changed = stored.changed + ratings.changed.length + subjects.changed.length + subjects.merged.length
    const present = stored.present.flatMap((id) => [keyOf("viewings", id), keyOf("seen", id)])
    return { applied: { added, changed, present: [...present, ...rated.map(({ titleId }) => keyOf("ratings", titleId))], missing } satisfies Applied, turned }
  })

  /** Everything of some titles: their films or episodes. */
  const subjectsOf = (titles: ReadonlyArray<number>) =>
    titles.length === 0 ? Effect.succeed([]) : sql<SubjectId>`SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE title_id = ANY(${titles}::int[])`

  const remove = Effect.fn(function*(source: string, keys: ReadonlyArray<string>) {
    const ids = (kind: string) => keys.flatMap((key) => key.startsWith(kind) ? [Number(key.slice(kind.length))] : [])
    const reports = [...keys.filter((key) => !key.includes(":")).map(Number), ...ids("seen:")]
    const gone = yield* sql<SubjectId>`
      DELETE FROM watching_reports WHERE source::text = ${source} AND id = ANY(${reports}::int[]) RETURNING title_id, episode_id`
    const unrated = yield* sql<SubjectId>`
      DELETE FROM watching_ratings WHERE source::text = ${source} AND title_id = ANY(${ids("rating:")}::int[]) RETURNING title_id, NULL::int AS episode_id`
    const touched = [...gone, ...unrated]
    const turned = yield* turnedBy(sql, yield* settleViewings(sql, touched), [], [])
    return { removed: touched.length, turned }
  })

  const describe = Effect.fn(function*(...[kind, id, title]: Parameters<typeof WatchingRecords.Service.describe>) {
    const told = yield* describeTitle(sql, kind, id, title)
    if (told === null) return nothing
    const into = told.merged.map((one) => one.into)
    const settled = yield* settleViewings(sql, yield* subjectsOf(into))
    return yield* turnedBy(sql, settled, [...told.changed, ...into], told.merged)
  })

  /** Viewings anew after a change by hand. */
  const after = (touched: ReadonlyArray<SubjectId>) => Effect.flatMap(settleViewings(sql, touched), (settled) => turnedBy(sql, settled, [], []))
  const afterAny = (touched: ReadonlyArray<SubjectId> | null) => touched === null ? Effect.succeed(null) : after(touched)

  const turn = locked(sql)
  return {
    put: (source, records, covers, list) => storage("WatchingRecords.put")(turn(put(source as WatchSource, records, covers, list ?? null))),
    remove: (source, keys) => storage("WatchingRecords.remove")(turn(remove(source, keys))),
    counts: (source) => storage("WatchingRecords.counts")(countLists(sql, source)),
    count: (source) =>
      storage("WatchingRecords.count")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM watching_reports WHERE source::text = ${source}`,
        ([row]) => row?.count ?? 0
      )),
    describe: (...of) => storage("WatchingRecords.describe")(turn(describe(...of))),
    add: (movie, report) =>
      storage("WatchingRecords.add")(turn(Effect.gen(function*() {
        const subjects = yield* placeSubjects(sql, [{ kind: "movie", title: movie }], "manual")
        const subject = subjects.ids[0]!
        const added = yield* add(sql, placed(report, subject, null))
        return added === null ? null : { report: added, turned: yield* after([subject]) }
      }))),
    edit: (id, { watched, ...change }) => {
      const moved = watched === undefined ? {} : { watched: { at: watched.at, date: watched.date ?? calendar.dateOf(watched.at), dated: watched.date !== null } }
      return storage("WatchingRecords.edit")(turn(Effect.flatMap(edit(sql, id, { ...change, ...moved }), afterAny)))
    },
    dismiss: (id) => storage("WatchingRecords.dismiss")(turn(Effect.flatMap(dismiss(sql, id), afterAny))),
    separate: (id) => storage("WatchingRecords.separate")(turn(Effect.flatMap(separate(sql, id), afterAny)))
  }
}))

const outdated = (source: string, count: number, all: number): string =>
  `${source}: ${count} of ${all} records come from an older export than what is stored, and change nothing`

const nothing = { shown: [], retracted: [], gone: [] }

const unwritten = { date: null, rating: null, rewatch: null, review: null, reviewUrl: null, address: null, alias: null, loggedAt: null }
