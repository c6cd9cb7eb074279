import type { Domain } from "@daybook/core"
import type { Job, JobReport, Jobs, Triggered } from "@daybook/core/sync"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Effect, Schema } from "effect"

/** The answer to what has only begun: the run or runs that tell how it goes. */
export const Queued = Schema.Struct({
  run_id: Schema.Number,
  status: Schema.Literal("queued"),
  runs: Schema.Array(Schema.Struct({ source: Schema.String, run_id: Schema.Number }))
}).annotations({ identifier: "SyncQueued", ...HttpApiSchema.annotations({ status: 202 }) })

export const queued = (runs: ReadonlyArray<Triggered>): typeof Queued.Type => ({
  run_id: runs[0]?.run ?? 0,
  status: "queued",
  runs: runs.map(({ run, source }) => ({ source, run_id: run }))
})

/** What a description says of an operation that starts a job. */
export const asJob = (description: string) =>
  `${description} Answers at once with a run; \`GET /v1/admin/sync/runs/{id}\` says how far it is and, in \`result\`, what it came to. While it runs, asking again gives the same run.`

/** Starts a job whose result is an object. */
export const startJob = (jobs: Jobs, name: string, domain: Domain, work: Job["work"]) =>
  Effect.map(jobs.start({ name, domain, work }), (run) => queued([run]))

/** For work that gives nothing but its result. */
export const reportOf = (changed: number, result: object): JobReport => ({ changed, result: { ...result } })
