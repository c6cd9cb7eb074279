import { type LogLine, type Run, SyncStore } from "@daybook/core/sync"
import { Effect, Layer, Option } from "effect"

/** An in-memory store of runs that starts with a running sync. */
export const memoryRuns = (now: () => number) => {
  const all = new Map<number, Run>()
  const logs = new Map<number, ReadonlyArray<LogLine>>()
  const nothing = { added: 0, changed: 0, removed: 0 }
  const begin = ({ isJob, ...of }: Parameters<typeof SyncStore.Service.claim>[0]) => {
    const id = all.size + 1
    const job = isJob === true ? { progress: Option.none(), result: Option.none() } : undefined
    all.set(id, {
      ...of,
      ...nothing,
      id,
      status: "running",
      startedAt: now(),
      finishedAt: Option.none(),
      failure: Option.none(),
      job
    })
    return id
  }
  const change = (id: number, to: Partial<Run>) => Effect.sync(() => void all.set(id, { ...all.get(id)!, ...to }))
  begin({ source: "lastfm", domain: "listening", syncType: "scrobbles", trigger: "admin" })
  return Layer.mock(SyncStore, {
    claim: (of) =>
      Effect.sync(() => {
        const alive = [...all.values()].find(({ source, status }) => source === of.source && status === "running")
        return alive === undefined ? { _tag: "Claimed", run: begin(of) } : { _tag: "Busy", run: alive.id }
      }),
    heartbeat: () => Effect.succeed(true),
    report: (run, job) => change(run, { job }),
    finish: (run, counts, failure) =>
      change(run, {
        ...counts,
        failure,
        status: Option.isNone(failure) ? "completed" : "failed",
        finishedAt: Option.some(now())
      }),
    runs: ({ source, status }) =>
      Effect.sync(() => {
        const rows = [...all.values()]
          .filter((run) => (source === undefined || run.source === source) && (status ?? run.status) === run.status)
          .reverse()
        return { rows, total: rows.length }
      }),
    writeLog: (run, lines) => Effect.sync(() => void logs.set(run, [...(logs.get(run) ?? []), ...lines])),
    log: (run) => Effect.sync(() => logs.get(run) ?? []),
    run: (id) => Effect.sync(() => Option.fromNullable(all.get(id))),
    latest: () => Effect.succeed([]),
    failingQueues: Effect.succeed([])
  })
}
