import { Duration, Effect, Option, type Scope } from "effect"
import type { Domain } from "../domains.js"
import { SyncProgressSignal } from "../live/ports.js"
import { PushedSources } from "./PushedSources.js"
import { nextRun } from "./Scheduler.js"
import { type Schedule, type SourceSetup, SourceSetups } from "./Sources.js"
import { SyncStore } from "./SyncStore.js"

/** How current the data of a domain are. Times are epoch milliseconds. */
export interface DomainFreshness {
  /** Every source was read since then; null if none ever was. */
  readonly at: number | null
  /** From then on a source has missed too many of its due times; null for never. */
  readonly staleFrom: number | null
}

/** A source that missed so many due times is stale. */
const missedTimes = 3

const isRead = ({ enrichesOnly, missing }: SourceSetup): boolean => missing.length === 0 && !enrichesOnly

/** The due time that a source must not miss. A source that was never read has missed all. */
const staleFrom = (schedule: Schedule, lastSuccess: number | undefined): Option.Option<number> => {
  if (lastSuccess === undefined) return Option.some(-Infinity)
  let due = Option.some(lastSuccess)
  for (let time = 0; time < missedTimes; time++) due = Option.flatMap(due, (at) => nextRun(schedule, at))
  return due
}

const least = (values: ReadonlyArray<number>): number | null => (values.length === 0 ? null : Math.min(...values))

/**
 * The freshness of each domain with a source that is set up. `lastSuccess` has the newest successful end by source.
 * Files and deliveries have no due times, so that they count only where nothing else does: the newest of them.
 */
export const freshnessOf = (
  setups: ReadonlyArray<SourceSetup>,
  lastSuccess: ReadonlyMap<string, number>
): ReadonlyMap<Domain, DomainFreshness> => {
  const domains = new Map<Domain, DomainFreshness>()
  for (const domain of new Set(setups.filter(isRead).map((setup) => setup.domain))) {
    const sources = setups.filter((setup) => setup.domain === domain && isRead(setup))
    const scheduled = sources.filter(({ schedule }) => Option.isSome(schedule))
    const times = (some: ReadonlyArray<SourceSetup>) => some.flatMap(({ id }) => lastSuccess.get(id) ?? [])
    const limits = scheduled.flatMap(({ id, schedule }) =>
      Option.toArray(Option.flatMap(schedule, (one) => staleFrom(one, lastSuccess.get(id))))
    )
    if (scheduled.length > 0) domains.set(domain, { at: least(times(scheduled)), staleFrom: least(limits) })
    else if (times(sources).length > 0) domains.set(domain, { at: Math.max(...times(sources)), staleFrom: null })
  }
  return domains
}

/** At most so often, and at least so often, the state is read again. */
const [pause, recheck] = [Duration.seconds(1), Duration.seconds(30)]

/** How current each domain is, in memory: every answer says it. */
export class Freshness extends Effect.Service<Freshness>()("@daybook/core/Freshness", {
  effect: Effect.gen(function* () {
    const setups = yield* SourceSetups
    const store = yield* SyncStore
    const pushed = yield* PushedSources
    const signal = yield* SyncProgressSignal
    let latest: ReadonlyMap<Domain, DomainFreshness> = new Map()
    const read = Effect.gen(function* () {
      const runs = yield* store.latest(0)
      const deliveries = yield* pushed.latest
      latest = freshnessOf(
        setups,
        new Map([
          ...[...deliveries].map(([id, { at }]) => [id, at] as const),
          ...runs.flatMap(({ lastSuccess, source }) => Option.toArray(lastSuccess).map((at) => [source, at] as const))
        ])
      )
    })
    const watch: Effect.Effect<void, never, Scope.Scope> = Effect.gen(function* () {
      yield* Effect.ignoreLogged(read)
      const follow = Effect.gen(function* () {
        const version = signal.version()
        yield* Effect.ignoreLogged(read)
        yield* Effect.sleep(pause)
        yield* Effect.timeoutOption(signal.passed(version), recheck)
      })
      yield* Effect.forkScoped(Effect.forever(follow))
    })
    return {
      /** The newest known state, without a query. Domains without a source are absent. */
      latest: () => latest,
      /** Reads the state, and follows it until the scope closes. */
      watch
    }
  })
}) {}
