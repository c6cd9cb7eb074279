import { Effect, Option } from "effect"
import type { Entity } from "../publishing/Entity.js"
import { Publisher } from "../publishing/Publisher.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { Room } from "../sync/Source.js"
import type { Report } from "./records.js"
import { RunningRecords, type ShownRun } from "./RunningRecords.js"
import { metresPerMile } from "./units.js"

const domain = "running"

const refOf = (id: number) => ({ type: "activity", id }) as const

/** A run in the feed and the search (contract §8, §9). */
const entityOf = (source: string, run: ShownRun): Entity => {
  const subtitle = `${(run.distance / metresPerMile).toFixed(1)} mi`
  return {
    ...refOf(run.id),
    document: { title: run.name, subtitle, body: [run.description, run.city].filter((text) => text !== null).join("\n") || null, details: {} },
    image: null,
    feed: [{
      eventType: "activity",
      sourceId: `${source}:${run.id}`,
      occurredAt: run.startedAt,
      date: run.date,
      title: run.name,
      subtitle,
      metadata: null
    }]
  }
}

/** How what a provider says of runs becomes rows, and how runs come into the halls and leave them. */
export const runningRoom: Room<Report, RunningRecords | Publisher> = {
  domain,
  apply: (source, page) =>
    Effect.gen(function*() {
      const records = yield* RunningRecords
      const publisher = yield* Publisher
      const { gone: absorbed, shown, ...applied } = yield* records.put(source, page.records, Option.getOrNull(page.covers), page.list)
      yield* publisher.withdraw(domain, absorbed.map(refOf))
      yield* publisher.publish(domain, shown.map((run) => entityOf(source, run)))
      const gone = page.gone.length === 0 ? [] : yield* records.stored(source, page.gone)
      return { ...applied, missing: [...applied.missing, ...gone] }
    }),
  remove: (source, keys) =>
    Effect.gen(function*() {
      const records = yield* RunningRecords
      const gone = yield* records.remove(source, keys)
      yield* Effect.flatMap(Publisher, (publisher) => publisher.withdraw(domain, gone.map(refOf)))
      return gone.length
    }),
  settle: Effect.void,
  count: (source) => Effect.flatMap(RunningRecords, (records) => records.count(source))
}

/** One change outside of a sync, such as a look-up or a webhook brings: its rows, the halls and the data version together. */
const atOnce = <A, E, R>(change: Effect.Effect<A, E, R>, didSomething: (answer: A) => boolean) =>
  Effect.gen(function*() {
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    return yield* transaction.run(Effect.tap(change, (answer) => didSomething(answer) ? versions.bump(domain) : Effect.void))
  })

/** Takes in what a provider says by the way. */
export const learn = (source: string, reports: ReadonlyArray<Report>) =>
  atOnce(
    runningRoom.apply(source, { records: reports, gone: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }),
    ({ added, changed }) => added + changed > 0
  )

/** Removes runs that the provider says are gone; answers how many were there. */
export const forget = (source: string, ids: ReadonlyArray<number>) =>
  atOnce(runningRoom.remove(source, ids.map(String)), (removed) => removed > 0)

/** Deletes a run by hand: no sync brings it back. False where there is none. */
export const discard = (id: number) =>
  atOnce(
    Effect.gen(function*() {
      const records = yield* RunningRecords
      const was = yield* records.discard(id)
      if (was) yield* Effect.flatMap(Publisher, (publisher) => publisher.withdraw(domain, [refOf(id)]))
      return was
    }),
    (was) => was
  )

/** Makes every row and count anew from what the providers said. */
export const recompute = atOnce(Effect.flatMap(RunningRecords, (records) => records.recompute), () => true)
