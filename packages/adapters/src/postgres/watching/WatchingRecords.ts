import { Calendar } from "@daybook/core/shared"
import type { Applied, Span } from "@daybook/core/sync"
import { type Report, type WatchingRecord, WatchingRecords, type WatchSource } from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { add, dismiss, edit, separate } from "./byHand.js"
import { locked } from "./locked.js"
import { type Placed, missingIn, storeRatings, storeReports, untold } from "./reports.js"
import { settleViewings } from "./settleViewings.js"
import { weights } from "./Shelf.js"
import { turnedBy } from "./shown.js"
import { type SubjectId, placeSubjects } from "./subjects.js"
import { describeTitle } from "./titles.js"

export const layer = Layer.effect(WatchingRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar

  const placed = (report: Report, subject: SubjectId): Placed => ({
    ...report,
    ...subject,
    date: report.date ?? calendar.dateOf(report.at),
    dated: report.date !== null
  })

  /** A play that the source counts and does not list: it was marked by hand. */
  const marked = (lastAt: number): Report => ({ ...unwritten, key: String(lastAt), at: lastAt })

  const put = Effect.fn(function*(source: WatchSource, records: ReadonlyArray<WatchingRecord>, covers: Span | null) {
    const subjects = yield* placeSubjects(sql, records.map(({ subject }) => subject), weights[source] ?? 1)
    const told = yield* storeReports(sql, source, records.flatMap(({ report }, index) => report === null ? [] : [placed(report, subjects.ids[index]!)]))
    const tallies = records.flatMap(({ tally }, index) => tally === null ? [] : [{ ...tally, ...subjects.ids[index]! }])
    const marks = yield* storeReports(sql, source, (yield* untold(sql, source, tallies)).map((one) => placed(marked(one.lastAt), one)))
    const ratings = yield* storeRatings(sql, source, records.flatMap(({ rating }, index) => rating === null ? [] : [{ titleId: subjects.ids[index]!.titleId, rating }]))
    const aliases = records.flatMap(({ report }) => report?.alias ?? [])
    const missing = covers === null ? [] : yield* missingIn(sql, source, covers, { ids: [...told.present, ...told.fresh], aliases })
    const rated = [...ratings.added, ...ratings.changed].map(({ titleId }) => ({ titleId, episodeId: null }))
    const moved = yield* subjectsOf(subjects.merged.map(({ into }) => into))
    const settled = yield* settleViewings(sql, [...told.touched, ...marks.touched, ...rated, ...moved])
    const turned = yield* turnedBy(sql, settled, [...subjects.changed, ...subjects.merged.map(({ into }) => into)], subjects.merged)
    const added = told.added + marks.added + ratings.added.length
    const changed = told.changed + ratings.changed.length + subjects.changed.length + subjects.merged.length
    return { applied: { added, changed, present: told.present.map(String), missing } satisfies Applied, turned }
  })

  /** Everything of some titles: their films or episodes. */
  const subjectsOf = (titles: ReadonlyArray<number>) =>
    titles.length === 0 ? Effect.succeed([]) : sql<SubjectId>`SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE title_id = ANY(${titles}::int[])`

  const remove = Effect.fn(function*(source: string, keys: ReadonlyArray<string>) {
    const touched = yield* sql<SubjectId>`
      DELETE FROM watching_reports WHERE source::text = ${source} AND id = ANY(${keys.map(Number)}::int[]) RETURNING title_id, episode_id`
    const turned = yield* turnedBy(sql, yield* settleViewings(sql, touched), [], [])
    return { removed: touched.length, turned }
  })

  const describe = Effect.fn(function*(...[kind, id, title]: Parameters<typeof WatchingRecords.Service.describe>) {
    const told = yield* describeTitle(sql, kind, id, title, weights["tmdb"]!)
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
    put: (source, records, covers) => storage("WatchingRecords.put")(turn(put(source as WatchSource, records, covers))),
    remove: (source, keys) => storage("WatchingRecords.remove")(turn(remove(source, keys))),
    count: (source) =>
      storage("WatchingRecords.count")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM watching_reports WHERE source::text = ${source}`,
        ([row]) => row?.count ?? 0
      )),
    describe: (...of) => storage("WatchingRecords.describe")(turn(describe(...of))),
    add: (movie, report) =>
      storage("WatchingRecords.add")(turn(Effect.gen(function*() {
        const subjects = yield* placeSubjects(sql, [{ kind: "movie", title: movie }], weights["manual"]!)
        const subject = subjects.ids[0]!
        const added = yield* add(sql, placed(report, subject))
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

const nothing = { shown: [], retracted: [], gone: [] }

const unwritten = { date: null, rating: null, rewatch: null, review: null, reviewUrl: null, alias: null, loggedAt: null }
