import { Clock, Effect, Layer, Option } from "effect"
import type { StorageFailure } from "../../src/shared/errors.js"
import { Transaction } from "../../src/shared/Transaction.js"
import type { Drift } from "../../src/sync/driftModel.js"
import { EnrichmentTasks } from "../../src/sync/EnrichmentTasks.js"
import { SyncEngine } from "../../src/sync/SyncEngine.js"
import {
  DataVersions,
  EnrichmentLocks,
  type FailingQueue,
  type LatestRun,
  type Run,
  SyncStore
} from "../../src/sync/SyncStore.js"

/** The data that a transaction commits or rolls back. */
export interface Data {
  /** Stored values by key; the records of the fake domain. */
  readonly records: Map<string, string>
  readonly cursors: Map<string, string>
  readonly staged: Map<string, Set<string>>
  version: number
}

/** A database in memory, a log of its calls, and injected faults. */
export interface Memory {
  data: Data
  runs: Array<Run>
  /** Every call in order, including `begin`, `commit` and `rollback`. */
  readonly log: Array<string>
  /** Heartbeats, by run id. */
  readonly beats: Array<number>
  inTransaction: boolean
  /** Runs at each call; may make it fail, die or interrupt. */
  fault: (call: string) => Effect.Effect<void, StorageFailure>
  latest: () => ReadonlyArray<LatestRun>
  /** Stored comparisons with the provider's number of records, and whether each was an alarm. */
  readonly drifts: Map<string, ReadonlyArray<readonly [Drift, boolean]>>
  /** Queues whose last drain failed, by domain and id. */
  readonly failing: Map<string, FailingQueue>
  /** Claimed due times. */
  readonly slots: Set<number>
}

export const emptyMemory = (): Memory => ({
  data: { records: new Map(), cursors: new Map(), staged: new Map(), version: 0 },
  runs: [],
  log: [],
  beats: [],
  inTransaction: false,
  fault: () => Effect.void,
  latest: () => [],
  drifts: new Map(),
  failing: new Map(),
  slots: new Set()
})

/** Logs a call, runs the fault, then the call. Writes of a sync must run in a transaction. */
export const call = <A>(
  memory: Memory,
  name: string,
  place: "inside" | "anywhere",
  run: () => A
): Effect.Effect<A, StorageFailure> =>
  Effect.suspend(() => {
    memory.log.push(name)
    if (place === "inside" && !memory.inTransaction) return Effect.dieMessage(`${name} outside a transaction`)
    return Effect.zipRight(memory.fault(name), Effect.sync(run))
  })

const transaction = (memory: Memory) => {
  const within =
    (keep: boolean) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
      Effect.acquireUseRelease(
        call(memory, "begin", "anywhere", () => {
          memory.inTransaction = true
          return structuredClone(memory.data)
        }),
        () =>
          keep
            ? Effect.zipLeft(
                effect,
                call(memory, "ending", "inside", () => undefined)
              )
            : effect,
        (before, exit) =>
          Effect.sync(() => {
            const isCommitted = keep && exit._tag === "Success"
            if (!isCommitted) memory.data = before
            memory.inTransaction = false
            memory.log.push(isCommitted ? "commit" : "rollback")
          })
      )
  return Layer.succeed(Transaction, { run: within(true), dryRun: within(false) })
}

const syncStore = (memory: Memory) => {
  const begin = (of: Pick<Run, "source" | "domain" | "syncType" | "trigger">, startedAt: number) => {
    const alive = memory.runs.find((run) => run.source === of.source && run.status === "running")
    if (alive !== undefined) return { _tag: "Busy", run: alive.id } as const
    const id = memory.runs.length + 1
    memory.runs.push({
      ...of,
      id,
      status: "running",
      startedAt,
      finishedAt: Option.none(),
      added: 0,
      changed: 0,
      removed: 0,
      failure: Option.none()
    })
    return { _tag: "Claimed", run: id } as const
  }
  return Layer.mock(SyncStore, {
    claim: (of) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => call(memory, "claim", "anywhere", () => begin(of, now))),
    heartbeat: (run) => call(memory, "beat", "anywhere", () => memory.beats.push(run) > 0),
    finish: (id, counts, failure) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        call(memory, "finish", "anywhere", () => {
          const status = Option.isNone(failure) ? ("completed" as const) : ("failed" as const)
          memory.runs = memory.runs.map((run) =>
            run.id === id ? { ...run, ...counts, failure, status, finishedAt: Option.some(now) } : run
          )
        })
      ),
    endDeadRuns: call(memory, "reap", "anywhere", () => 0),
    takeSlot: (_, due) =>
      call(memory, "take slot", "anywhere", () => !memory.slots.has(due) && memory.slots.add(due).size > 0),
    position: (source) =>
      call(memory, "position", "anywhere", () => ({
        cursor: Option.fromNullable(memory.data.cursors.get(source)),
        drift: Option.fromNullable(memory.drifts.get(source)?.at(-1)?.[0])
      })),
    advance: (source, cursor) =>
      call(memory, `advance ${cursor}`, "inside", () => void memory.data.cursors.set(source, cursor)),
    stage: (source, keys) =>
      call(
        memory,
        "stage",
        "inside",
        () => void memory.data.staged.set(source, new Set([...(memory.data.staged.get(source) ?? []), ...keys]))
      ),
    staged: (source) => call(memory, "staged", "anywhere", () => [...(memory.data.staged.get(source) ?? [])]),
    unstage: (source, keys) =>
      call(memory, "unstage", "anywhere", () => {
        const left = [...(memory.data.staged.get(source) ?? [])].filter((key) => !keys.includes(key))
        if (left.length === 0) memory.data.staged.delete(source)
        else memory.data.staged.set(source, new Set(left))
      }),
    recordDrain: (queue, failure) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const key = `${queue.domain}/${queue.id}`
        const since = memory.failing.get(key)?.since ?? now
        if (Option.isNone(failure)) memory.failing.delete(key)
        else {
          const { message, next } = failure.value
          memory.failing.set(key, { ...queue, message, next, since, failedAt: now })
        }
      }),
    failingQueues: Effect.sync(() => [...memory.failing.values()]),
    recordDrift: (source, _, drift, isAlarm) =>
      Effect.sync(() => void memory.drifts.set(source, [...(memory.drifts.get(source) ?? []), [drift, isAlarm]])),
    latest: (since) => call(memory, `latest since ${since}`, "anywhere", () => memory.latest())
  })
}

const dataVersions = (memory: Memory) =>
  Layer.succeed(DataVersions, {
    latest: () => memory.data.version,
    bump: (domain) => call(memory, `bump ${domain}`, "inside", () => void memory.data.version++)
  })

/** The real engine over the memory. */
export const engineOver = (memory: Memory) =>
  Layer.provide(SyncEngine.Default, Layer.mergeAll(transaction(memory), syncStore(memory), dataVersions(memory)))

/** The store alone. */
export const storeOver = syncStore

/** Nobody asks which queues fail. */
export const noDrains = Layer.mock(SyncStore, { recordDrain: () => Effect.void })

/** Queues of tests keep their own state. */
export const noTasks = Layer.mock(EnrichmentTasks, {})

/** No other process holds a lock of any queue. */
export const aloneAtQueues = Layer.succeed(EnrichmentLocks, { acquire: () => Effect.void })
