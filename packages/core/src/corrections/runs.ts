import { Effect, Schedule } from "effect"
import type { Domain } from "../domains.js"
import { type Job, Jobs } from "../sync/Jobs.js"
import { Corrections } from "./service.js"

/** How soon a host takes up what another process left. */
const lookEvery = "1 minute"

/** Applies corrections of a domain to the events that wait, as a run that can be watched. */
export const correctionJob = (corrections: Corrections, domain: Domain): Job => ({
  name: `corrections:${domain}`,
  domain,
  work: (progress) => Effect.map(corrections.finish(domain, progress), (changed) => ({ changed, result: { changed } }))
})

/** Takes up interrupted corrections, now and every minute, until the scope closes. */
export const watchCorrections = Effect.gen(function* () {
  const corrections = yield* Corrections
  const jobs = yield* Jobs
  const round = Effect.flatMap(corrections.waiting, (domains) =>
    Effect.forEach(domains, (domain) => jobs.perform(correctionJob(corrections, domain)), { discard: true })
  )
  yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(round), Schedule.spaced(lookEvery)))
})
