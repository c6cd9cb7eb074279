import type { Domain } from "@daybook/core"
import { Array, Duration, Effect, Schedule } from "effect"
import { allTables } from "./domains.js"
import { completeCounts } from "./kit/counts.js"
import { storage } from "./storage.js"
import { Versions } from "./Versions.js"

const allCounts = Effect.map(allTables, (tables) => tables.flatMap(({ counts = [] }) => counts))

/** Completes the counts of a domain for its current data version. */
export const completeDomain = (domain: Domain) =>
  Effect.flatMap(allCounts, (all) =>
    Effect.forEach(
      all.filter((counts) => counts.domain === domain),
      completeCounts,
      { discard: true }
    )
  )

const interval = Duration.seconds(1)
/** Enrichments change data every few seconds for hours. Then the counts are at most so many intervals old. */
const maxWait = 10

/** What a host knows about the counts of a domain. `waited` counts the intervals since the first uncounted change. */
interface Watched {
  readonly counted: number
  readonly seen: number
  readonly waited: number
}

/**
 * Completes the counts at the start and after each change, when no other change followed for a second. A failure is
 * logged and retried: meanwhile reads count.
 */
export const watchCounts = Effect.gen(function* () {
  const versions = yield* Versions
  const domains = Array.dedupe((yield* allCounts).map(({ domain }) => domain))
  const watched = new Map<Domain, Watched>()
  const look = (domain: Domain) =>
    Effect.gen(function* () {
      const { counted, seen, waited } = watched.get(domain) ?? { counted: -1, seen: -1, waited: 0 }
      const version = versions.latest(domain)
      if (version === counted) return
      watched.set(domain, { counted, seen: version, waited: waited + 1 })
      if (version !== seen && waited < maxWait) return
      yield* completeDomain(domain)
      watched.set(domain, { counted: version, seen: version, waited: 0 })
    })
  yield* Effect.forEach(domains, look, { discard: true }).pipe(
    storage("DomainCounts.watchCounts"),
    Effect.ignoreLogged,
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
})
