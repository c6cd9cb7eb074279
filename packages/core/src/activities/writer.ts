import { Effect } from "effect"
import {
  declaredWriter,
  DeclaredRecords,
  type DeclaredStore,
  type DeclaredWriteServices,
  keyText,
  publishCorrectedRecords,
  publishRecords,
  readRow,
  type RecordBatch,
  type RecordChanges,
  type RecordRow,
  recordNamed,
  type Values
} from "../declared/index.js"
import type { SourceRanks } from "../ranks/index.js"
import { Calendar } from "../shared/Calendar.js"
import { fromOrdinal } from "../shared/LocalDate.js"
import type { DomainWriter } from "../sync/Source.js"
import { workoutSources } from "../workouts/index.js"
import { affectedBy } from "./affected.js"
import { type Activity, type ActivityReport, activities, origins } from "./domain.js"
import { activityRefOf, type MergedActivity, mergeActivities, newerActivityReport } from "./merge.js"

const inner = declaredWriter(activities)
const reportRecord = recordNamed(activities, "report")!
const activityRecord = recordNamed(activities, "activity")!

const dayMillis = 86_400_000

const asReport = (values: Values) => values as unknown as ActivityReport
const reportKey = (report: Pick<ActivityReport, "report" | "origin" | "service">) =>
  keyText(reportRecord.record, { service: report.service, report: report.report, origin: report.origin })

/** Activities to write and to take back, by the source that reports them. */
const bySource = <A>() => {
  const lists = new Map<string, Array<A>>()
  return { lists, add: (source: string, item: A) => void lists.set(source, [...(lists.get(source) ?? []), item]) }
}

/** The stored activity of each merged one: the oldest that is known by one of its reports. Links to it stay. */
const storedActivityOf = ({ values }: MergedActivity, rows: ReadonlyArray<RecordRow>): RecordRow | undefined =>
  rows
    .filter((row) => values.reports.includes(refOfRow(row)))
    .reduce<RecordRow | undefined>(
      (oldest, row) => (oldest === undefined || row.id < oldest.id ? row : oldest),
      undefined
    )

const dayOf = ({ dateOf }: typeof Calendar.Service, { local_start, started_at }: MergedActivity["values"]) =>
  local_start === null ? dateOf(started_at) : fromOrdinal(Math.floor(local_start / dayMillis))

/** An activity that is a part of another one now. It keeps its id, for the day when it is one of its own again. */
const absorbed = ({ values }: RecordRow): Values => ({ ...values, reports: [] })
const refOfRow = ({ values }: RecordRow): string => (values as unknown as Activity).activity
const serviceOf = (ref: string): string => ref.slice(0, ref.indexOf(":"))

const keyOfRef = (activity: string) => keyText(activityRecord.record, { activity })
const refOfKey = (key: string) => (JSON.parse(key) as readonly [string])[0]

/** What sources report of activities from now on, and the keys of those that they report no more, by source. */
const writesOf = (
  calendar: typeof Calendar.Service,
  all: ReadonlyArray<MergedActivity>,
  rows: ReadonlyArray<RecordRow>
) => {
  const reports = bySource<Values>()
  const retractions = bySource<string>()
  const present = new Map<string, ReadonlyArray<string>>()
  const parts = new Set<string>()
  for (const one of all) {
    const row = storedActivityOf(one, rows)
    const activity = row === undefined ? one.values.reports[0]! : refOfRow(row)
    present.set(activity, one.services)
    for (const service of one.services)
      reports.add(service, { ...one.values, activity, day: dayOf(calendar, one.values) })
    for (const ref of one.values.reports) if (ref !== activity) parts.add(ref)
  }
  for (const row of rows.filter((one) => parts.has(refOfRow(one)))) {
    present.set(refOfRow(row), [serviceOf(refOfRow(row))])
    reports.add(serviceOf(refOfRow(row)), absorbed(row))
  }
  for (const row of rows)
    for (const source of row.sources)
      if (source !== "manual" && present.get(refOfRow(row))?.includes(source) !== true)
        retractions.add(source, keyText(activityRecord.record, row.values))
  return { reports: reports.lists, retractions: retractions.lists }
}

/**
 * Writes the activities that all reports around some starts make, as corrections separate them. `refs` are the changed
 * reports. Every source that contributes reports the whole activity. An activity that was deleted by hand stays
 * deleted, whatever else reports it. Answers what changed.
 */
const regroup = Effect.fn("activities.regroup")(function* (
  [starts, refs]: readonly [starts: ReadonlyArray<number>, refs: ReadonlySet<string>],
  publish: typeof publishRecords = publishRecords
) {
  const store = yield* DeclaredRecords
  const affected = yield* affectedBy(starts)
  const names = Array.from(new Set([...refs, ...affected.map(activityRefOf)]), keyOfRef)
  const rows = yield* store.named(activityRecord, names)
  const apart = yield* store.apart(activityRecord)
  const all = mergeActivities(
    yield* workoutSources,
    affected,
    apart.map(([one, other]) => [refOfKey(one), refOfKey(other)] as const)
  )
  const deleted = new Set((yield* store.deletedKeys(activityRecord, names)).map(refOfKey))
  const own = all.filter(({ values }) => !values.reports.some((ref) => deleted.has(ref)))
  const { reports, retractions } = writesOf(yield* Calendar, own, rows)
  const published = <E, R>(write: Effect.Effect<{ readonly changes: RecordChanges }, E, R>) =>
    Effect.tap(
      Effect.map(write, ({ changes }) => changes),
      (changes) => publish(activityRecord, changes)
    )
  const changes = yield* Effect.forEach(reports, ([service, some]) =>
    published(store.put(activityRecord, service, some))
  )
  const retracted = yield* Effect.forEach(retractions, ([service, keys]) =>
    published(store.retract(activityRecord, service, keys))
  )
  return [...changes, ...retracted]
})

const isEqual = (one: ActivityReport, other: ActivityReport, except: ReadonlyArray<string> = []): boolean =>
  Object.entries(one).every(
    ([name, value]) =>
      except.includes(name) || JSON.stringify(value) === JSON.stringify(other[name as keyof ActivityReport])
  )

/** The stored reports with these keys, by key. */
const storedReports = (keys: ReadonlyArray<string>) =>
  Effect.flatMap(DeclaredRecords, (store) =>
    Effect.map(
      store.existing(reportRecord, keys),
      (rows) => new Map(rows.map(({ values }) => [keyText(reportRecord.record, values), asReport(values)]))
    )
  )

const startsAndRefs = (reports: ReadonlyArray<ActivityReport>) =>
  [reports.map(({ started_at }) => started_at), new Set(reports.map(activityRefOf))] as const

/** Groups the reports with these names again, and those around them, as corrections separate them. */
export const regroupNamed = (refs: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const keys = refs.flatMap((ref) => {
      const at = ref.indexOf(":")
      return origins.map((origin) => reportKey({ service: ref.slice(0, at), report: ref.slice(at + 1), origin }))
    })
    const reports = yield* storedReports(keys)
    return reports.size === 0 ? [] : yield* regroup(startsAndRefs([...reports.values()]), publishCorrectedRecords)
  })

const reportCount = (source: string) =>
  Effect.flatMap(DeclaredRecords, (store) =>
    Effect.map(store.counts(activities, source), (counts) => counts.get("report") ?? 0)
  )

/**
 * Writes reports, and after each page the activities that they make with those of other sources. A page in which
 * nothing changed costs no more than its reports. Runs count reports.
 */
export const activitiesWriter: DomainWriter<RecordBatch, DeclaredWriteServices | DeclaredStore | SourceRanks> = {
  ...inner,
  apply: (source, page) =>
    Effect.gen(function* () {
      const rows = page.records.flatMap(({ rows }) => Array.from(rows))
      const readings = rows.map((row) => readRow(reportRecord.record, row))
      const incoming = new Map<string, ActivityReport>()
      const take = (report: ActivityReport) => {
        const previous = incoming.get(reportKey(report))
        incoming.set(reportKey(report), previous === undefined ? report : newerActivityReport(report, previous))
      }
      for (const reading of readings) if (reading._tag === "Read") take(asReport(reading.value))
      const before = yield* storedReports([...incoming.keys()])
      const after = Array.from(incoming, ([key, report]) => {
        const earlier = before.get(key)
        return earlier === undefined ? report : newerActivityReport(report, earlier)
      })
      const earlierOf = (report: ActivityReport) => before.get(reportKey(report))
      const isOnlyNewer = (report: ActivityReport) => {
        const earlier = earlierOf(report)
        return earlier !== undefined && !isEqual(report, earlier) && isEqual(report, earlier, ["as_of"])
      }
      // What cannot be read is left out and reported by the writer of all domains.
      const unread = rows.filter((_, index) => readings[index]!._tag === "Unreadable")
      const batch = { record: "report", rows: [...after, ...unread] }
      const removed = page.records.flatMap((one) => one.removed ?? [])
      const result = yield* inner.apply(source, { ...page, records: [{ ...batch, removed }] })
      const changed = after.filter((report) => {
        const earlier = earlierOf(report)
        return earlier === undefined || !isEqual(report, earlier, ["as_of"])
      })
      if (changed.length > 0) {
        const all = [...changed, ...changed.flatMap((report) => earlierOf(report) ?? [])]
        yield* regroup(startsAndRefs(all))
      }
      return { ...result, changed: result.changed - after.filter(isOnlyNewer).length }
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const reports = yield* storedReports(keys.map((key) => key.slice("report:".length)))
      const removed = yield* inner.remove(source, keys)
      if (reports.size > 0) yield* regroup(startsAndRefs([...reports.values()]))
      return removed
    }),
  count: reportCount
}
