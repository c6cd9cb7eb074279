import { Clock, Context, Effect } from "effect"
import type { Domain } from "../domains.js"
import type { Hook } from "../hooks/model.js"
import { HookStore } from "../hooks/ports.js"
import { Engine } from "../metrics/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { StorageFailure } from "../shared/errors.js"
import { type LocalDate, addDays } from "../shared/LocalDate.js"
import { Enrichments } from "../sync/Enrichments.js"
import { type RunDay, SyncStore } from "../sync/SyncStore.js"
import { Inbox } from "../webhooks/Webhooks.js"

/** The disk with the data folder. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

/** The disk of this host. */
export class Disk extends Context.Tag("@daybook/core/Disk")<
  Disk,
  {
    /** Null if the system does not say. */
    readonly space: Effect.Effect<DiskSpace | null>
  }
>() {}

/** A queue of background work. */
export interface QueueHealth {
  readonly queue: string
  /** Null for a queue that belongs to no domain. */
  readonly domain: Domain | null
  /** The source that the work belongs to; null for work of a shared service. */
  readonly source: string | null
  /** How many items wait; null if this host has not looked yet. */
  readonly waiting: number | null
  /** Items that were given up in the last 30 days. */
  readonly givenUp: number
  /** Why the queue or its last item failed. */
  readonly error: string | null
  /** When the queue is tried again, epoch milliseconds. */
  readonly retryAt: number | null
}

/** What an operator sees of a host. */
export class HostHealth extends Effect.Service<HostHealth>()("@daybook/core/HostHealth", {
  effect: Effect.gen(function* () {
    const engine = yield* Engine
    const disk = yield* Disk
    const enrichments = yield* Enrichments
    const inbox = yield* Inbox
    const hooks = yield* HookStore
    const runs = yield* SyncStore
    const calendar = yield* Calendar

    const queues: Effect.Effect<ReadonlyArray<QueueHealth>, StorageFailure> = Effect.gen(function* () {
      const enriching = (yield* enrichments.states).map(({ domain, failure, id, left, source }) => ({
        queue: id,
        domain,
        source,
        waiting: left,
        givenUp: 0,
        error: failure?.message ?? null,
        retryAt: failure?.retryAt ?? null
      }))
      const received = (yield* inbox.statuses).map(({ dead, due, reason, source }) => ({
        queue: "webhooks",
        domain: null,
        source,
        waiting: due,
        givenUp: dead,
        error: reason._tag === "Some" ? reason.value : null,
        retryAt: null
      }))
      const all = yield* hooks.all
      const disabled = all.filter(({ state }) => state === "disabled")
      const sent = {
        queue: "hooks",
        domain: null,
        source: null,
        waiting: yield* hooks.dueCount,
        givenUp: disabled.length,
        error: disabled[0]?.disabledReason ?? null,
        retryAt: null
      }
      return [...enriching, ...received, sent, ...all.flatMap(listensOf)]
    })

    return {
      status: Effect.gen(function* () {
        return {
          engine: engine.kind,
          connections: engine.connections(),
          bytes: yield* engine.bytes,
          restarts: yield* engine.restarts,
          disk: yield* disk.space,
          queues: yield* queues
        }
      }).pipe(Effect.withSpan("HostHealth.status")),
      /** The runs of each source on the last days, today included; days without a run have none. */
      syncs: Effect.fn("HostHealth.syncs")(function* (count: number) {
        const today = calendar.dateOf(yield* Clock.currentTimeMillis)
        const dates = Array.from({ length: count }, (_, index) => addDays(today, index - count + 1))
        const days = yield* runs.days(dates.map((date) => ({ date, since: calendar.startOf(date) })))
        return { dates, zone: calendar.zone, sources: bySource(days, dates) }
      })
    }
  })
}) {}

/** The listens that a hook passes on to a service. */
const listensOf = ({ disabledReason, kind, listens, pausedUntil }: Hook): ReadonlyArray<QueueHealth> =>
  listens === null
    ? []
    : [
        {
          queue: "listens",
          domain: null,
          source: kind,
          waiting: listens.waiting,
          givenUp: listens.refused,
          error: disabledReason ?? listens.lastRefusal,
          retryAt: pausedUntil
        }
      ]

/** The days of one source. */
export interface SourceDays {
  readonly source: string
  readonly domain: Domain
  readonly days: ReadonlyArray<Pick<RunDay, "date" | "completed" | "failed">>
}

/** Every source with a run, each with every day. */
export const bySource = (days: ReadonlyArray<RunDay>, dates: ReadonlyArray<LocalDate>): ReadonlyArray<SourceDays> => {
  const sources = new Map<string, { readonly domain: Domain; readonly runs: Map<LocalDate, RunDay> }>()
  for (const day of days) {
    const one = sources.get(day.source) ?? { domain: day.domain, runs: new Map<LocalDate, RunDay>() }
    sources.set(day.source, one)
    one.runs.set(day.date, day)
  }
  return Array.from(sources, ([source, { domain, runs }]) => ({
    source,
    domain,
    days: dates.map((date) => ({
      date,
      completed: runs.get(date)?.completed ?? 0,
      failed: runs.get(date)?.failed ?? 0
    }))
  }))
}
