import { Effect, Option } from "effect"
import { type Entity, Publisher, commitChange, publishCorrectedOf } from "../publishing/index.js"
import type { DomainWriter } from "../sync/Source.js"
import type { Report } from "./model.js"
import { type CorrectedRuns, RunningRecords, type PublishableRun, type RunRemoval } from "./store.js"
import { metresPerMile } from "./units.js"

const domain = "running"

const refOf = (id: number) => ({ type: "activity", id }) as const

/** A run in feed and search. */
export const entityOf = (source: string, run: PublishableRun): Entity => {
  const subtitle = `${(run.distance / metresPerMile).toFixed(1)} mi`
  return {
    ...refOf(run.id),
    document: {
      title: run.name,
      subtitle,
      body: [run.description, run.city].filter((text) => text !== null).join("\n") || null,
      details: {}
    },
    image: null,
    feed: [
      {
        eventType: "activity",
        sourceId: `${run.source ?? source}:${run.id}`,
        occurredAt: run.startedAt,
        date: run.date,
        title: run.name,
        subtitle,
        metadata: null
      }
    ]
  }
}

const publishRemoval = (source: string, { deleted, upserted }: RunRemoval) =>
  Effect.gen(function* () {
    const publisher = yield* Publisher
    yield* publisher.withdraw(domain, deleted.map(refOf))
    yield* publisher.publish(
      domain,
      upserted.map((run) => entityOf(source, run))
    )
  })

/** Publishes what corrections changed. Entries of the feed return with their ids when a correction is removed. */
export const publishCorrectedRuns = publishCorrectedOf(domain, (run: CorrectedRuns["upserted"][number]) =>
  entityOf(run.source, run)
)

/** Stores reports of runs and publishes or withdraws them. */
export const runningWriter: DomainWriter<Report, RunningRecords | Publisher> = {
  domain,
  timeOf: (report) => (report._tag === "Shoes" ? null : report.run.startedAt),
  apply: (source, page) =>
    Effect.gen(function* () {
      const records = yield* RunningRecords
      const publisher = yield* Publisher
      const {
        deleted: absorbed,
        upserted,
        ...applied
      } = yield* records.put(source, page.records, Option.getOrNull(page.covers), page.fullListing)
      yield* publisher.withdraw(domain, absorbed.map(refOf))
      yield* publisher.publish(
        domain,
        upserted.map((run) => entityOf(source, run))
      )
      const deleted = page.deleted.length === 0 ? [] : yield* records.existing(source, page.deleted)
      return { ...applied, missing: [...applied.missing, ...deleted] }
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const records = yield* RunningRecords
      const removal = yield* records.remove(source, keys)
      yield* publishRemoval(source, removal)
      return removal.count
    }),
  recount: Effect.void,
  count: (source) => Effect.flatMap(RunningRecords, (records) => records.count(source))
}

/** Stores reports that arrive outside a sync. */
export const applyReports = (source: string, reports: ReadonlyArray<Report>) =>
  commitChange(
    domain,
    runningWriter.apply(source, {
      records: reports,
      deleted: [],
      covers: Option.none(),
      cursor: Option.none(),
      total: Option.none()
    }),
    ({ added, changed }) => added + changed > 0
  )

/** Removes runs that the provider deleted. Returns how many were stored. */
export const removeRuns = (source: string, ids: ReadonlyArray<number>) =>
  commitChange(domain, runningWriter.remove(source, ids.map(String)), (removed) => removed > 0)

/** Deletes a run by hand; syncs do not restore it. False if there is none. */
export const deleteRun = (id: number) =>
  commitChange(
    domain,
    Effect.gen(function* () {
      const records = yield* RunningRecords
      const removal = yield* records.discard(id)
      if (removal !== null) yield* publishRemoval("strava", removal)
      return removal !== null
    }),
    (existed) => existed
  )

/** Separates a merged report until its corrections are removed. False if it is none. */
export const separateRun = (id: number) =>
  commitChange(
    domain,
    Effect.gen(function* () {
      const records = yield* RunningRecords
      const changes = yield* records.separate(id)
      if (changes !== null) yield* publishCorrectedRuns(changes)
      return changes !== null
    }),
    (existed) => existed
  )

/** Recomputes every row and count from the providers' reports. */
export const recompute = commitChange(
  domain,
  Effect.flatMap(RunningRecords, (records) => records.recompute),
  () => true
)
