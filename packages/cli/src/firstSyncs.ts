import { Sources, type LatestRun, SyncStore } from "@daybook/core/sync"
import { Array as Arrays, Clock, Duration, Effect, Option, Schedule } from "effect"
import * as print from "./print.js"
import { summary } from "./syncing.js"

const lookAgain = Schedule.spaced("200 millis")

/** A page without data is better than none. */
const patience = Duration.minutes(1)

const line = ({ added, changed, failure, finishedAt, removed, source, startedAt }: LatestRun) => {
  const seconds = (Option.getOrElse(finishedAt, () => startedAt) - startedAt) / 1_000
  return `${source}: ${Option.match(failure, {
    onNone: () => summary({ added, changed, removed, seconds }),
    onSome: ({ message }) => message
  })}`
}

const hasRecords = ({ added }: LatestRun) => added > 0
const hasEnded = ({ status }: LatestRun) => status !== "running"

/**
 * Waits until each domain with a scheduled source has records, for a page that is worth looking at. Another process
 * syncs them. Prints how each run ends, also while the rest is read and the host serves.
 */
export const awaitFirstRecords = Effect.gen(function* () {
  const store = yield* SyncStore
  const scheduled = (yield* Sources).filter(
    ({ enrichesOnly, schedule, source }) => Option.isSome(source) && Option.isSome(schedule) && !enrichesOnly
  )
  const byDomain = Arrays.groupBy(scheduled, ({ domain }) => domain)
  const since = yield* Clock.currentTimeMillis
  const reported = new Set<number>()
  const look = Effect.gen(function* () {
    const runs = yield* store.latest(yield* Clock.currentTimeMillis)
    const ended = runs.filter(
      ({ id, startedAt, status }) => startedAt >= since && status !== "running" && !reported.has(id)
    )
    for (const run of ended) {
      reported.add(run.id)
      yield* print.note(line(run))
    }
    return Object.values(byDomain).map((sources) =>
      sources.map(({ id }) => Option.fromNullable(runs.find(({ source }) => source === id)))
    )
  })
  const lookUntil = (isEnough: (runsOfDomain: ReadonlyArray<Option.Option<LatestRun>>) => boolean) =>
    Effect.repeat(look, { schedule: lookAgain, until: (domains) => domains.every(isEnough) })
  const haveEnded = (runs: ReadonlyArray<Option.Option<LatestRun>>) => runs.every(Option.exists(hasEnded))
  yield* Effect.timeoutOption(
    lookUntil((runs) => runs.some(Option.exists(hasRecords)) || haveEnded(runs)),
    patience
  )
  yield* Effect.forkScoped(Effect.ignoreLogged(lookUntil(haveEnded)))
})
