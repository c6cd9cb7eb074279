import { Effect, Option } from "effect"
import {
  type DeclaredStore,
  type DeclaredWriteServices,
  isOptionalRow,
  optionalKeyOf,
  optionalRow,
  type OptionalRow,
  type RecordBatch,
  withOptionalWriter
} from "../declared/index.js"
import type { SourceRanks } from "../ranks/index.js"
import type { DataVersions } from "../sync/SyncStore.js"
import type { DomainWriter, Page } from "../sync/Source.js"
import { reportsWithin } from "./affected.js"
import { type ActivityReport, activities, origins } from "./domain.js"
import { activitiesWriter } from "./writer.js"

/** A report of an activity, in a page of a source of runs. */
export const activityRow = (report: ActivityReport): OptionalRow => optionalRow("report", report)

const reportOf = ({ row }: OptionalRow) => row as ActivityReport

/** The keys of what a source says of an activity, by its API and its files. */
const keysOf = (service: string, report: string) => origins.map((origin) => ({ service, report, origin }))

/** The id at the source of an activity whose removal is staged; null for a run. */
export const stagedActivityId = (key: string): string | null => {
  const own = optionalKeyOf(activities, key)
  if (own === null) return null
  const [, report] = JSON.parse(own.slice("report:".length)) as ReadonlyArray<unknown>
  return typeof report === "string" ? report : null
}

/**
 * What a page of runs and other activities says about activities. Removed are those that the page reports as deleted,
 * those that it lists as runs, and those of the API in its span that it does not list.
 */
const batchesOf = <Record extends object>(
  keyOf: (run: Record) => string | null,
  source: string,
  { covers, deleted, records }: Page<Record | OptionalRow>
) =>
  Effect.gen(function* () {
    const reports = records.filter(isOptionalRow).map(reportOf)
    const runs = records.flatMap((record) => (isOptionalRow(record) ? [] : (keyOf(record) ?? [])))
    const listed = new Set(reports.map(({ report }) => report))
    const within = Option.isNone(covers) ? [] : yield* reportsWithin(covers.value)
    const missing = within.flatMap(({ report, origin, service }) =>
      service === source && origin === "api" && !listed.has(report) ? keysOf(source, report) : []
    )
    const removed = [...[...deleted, ...runs].flatMap((report) => keysOf(source, report)), ...missing].filter(
      ({ report }) => !listed.has(report)
    )
    return reports.length + removed.length === 0
      ? []
      : [{ record: "report", rows: reports, removed } satisfies RecordBatch]
  })

/** Writes runs as `main` does, and other activities of the same pages into their domain. `keyOf`: the id of a run. */
export const withActivities = <Record extends object, R>(
  main: DomainWriter<Record, R>,
  keyOf: (run: Record) => string | null
): DomainWriter<Record | OptionalRow, R | DeclaredWriteServices | DeclaredStore | DataVersions | SourceRanks> =>
  withOptionalWriter(main, activities, {
    writer: activitiesWriter,
    batchesOf: (source, page) => batchesOf(keyOf, source, page)
  })
