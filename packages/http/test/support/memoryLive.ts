import { type Change, ChangeFeed, ChangeLog, type UnnumberedChange } from "@daybook/core/changes"
import { FeedStore } from "@daybook/core/feed"
import { TicketSeal, Tickets } from "@daybook/core/keys"
import { LiveHub, NowPlayingAnswers, NowPlayingBoard, SyncProgressSignal } from "@daybook/core/live"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { createHmac } from "node:crypto"

/** A log of changes in memory, with the same rules as the stored one. */
export interface MemoryLog {
  readonly append: (changes: ReadonlyArray<UnnumberedChange>) => void
  /** Forgets deletions up to a number. */
  readonly purgeTo: (seq: number) => void
  readonly renew: () => void
  /** Whether the database cannot be reached. */
  readonly cut: (isAway: boolean) => void
  /** How often the log was read. */
  readonly reads: () => number
  /** How often it could not be reached. */
  readonly failures: () => number
  readonly layer: Layer.Layer<ChangeLog>
}

export const memoryLog = (now: () => number): MemoryLog => {
  /** In the order of their numbers. */
  const rows = new Map<string, Change>()
  let [head, purged, epochs, reads, failures] = [0, 0, 1, 0, 0]
  let isAway = false
  const waiting = new Set<() => void>()
  const reached = Effect.suspend(() => {
    if (!isAway) return Effect.void
    failures++
    return new StorageFailure({ operation: "ChangeLog.read", unavailable: true, cause: "away" })
  })
  const state = () => ({ epoch: epochs.toString(16).padStart(4, "a"), head, purged })
  const keyOf = ({ domain, id, type }: UnnumberedChange) => `${domain}/${type}/${id}`
  return {
    append: (changes) => {
      for (const change of changes) {
        rows.delete(keyOf(change))
        rows.set(keyOf(change), { ...change, seq: ++head, at: now() })
      }
      for (const check of waiting) check()
    },
    purgeTo: (seq) => {
      for (const [key, row] of rows) {
        if (row.op !== "delete" || row.seq > seq) continue
        rows.delete(key)
        purged = Math.max(purged, row.seq)
      }
    },
    renew: () => {
      epochs++
    },
    cut: (now) => void (isAway = now),
    reads: () => reads,
    failures: () => failures,
    layer: Layer.succeed(ChangeLog, {
      read: ({ after, domains, limit, types }) =>
        Effect.map(reached, () => {
          reads++
          const matching = Array.from(rows.values()).filter(
            (row) => row.seq > after && (domains?.includes(row.domain) ?? true) && (types?.includes(row.type) ?? true)
          )
          return { state: state(), changes: matching.slice(0, limit), isCut: matching.length > limit }
        }),
      state: Effect.map(reached, state),
      latest: () => head,
      passed: (seq) =>
        Effect.async<void>((resume) => {
          const check = () => {
            if (head <= seq) return
            waiting.delete(check)
            resume(Effect.void)
          }
          waiting.add(check)
          check()
          return Effect.sync(() => void waiting.delete(check))
        }),
      purge: () => Effect.succeed(0)
    })
  }
}

/** What is playing, set by the test. `asked` counts the questions to the source. */
export interface MemoryPlayer {
  answer: unknown
  asked: number
}

const player = (state: MemoryPlayer) => {
  let [version, current, slot] = [0, null as string | null, 0]
  return Layer.merge(
    Layer.succeed(NowPlayingAnswers, {
      ask: Effect.sync(() => {
        state.asked++
        return state.answer
      })
    }),
    Layer.succeed(NowPlayingBoard, {
      claim: (due) => Effect.sync(() => due > slot && ((slot = due), true)),
      publish: (answer) =>
        Effect.sync(() => {
          if (answer !== current) version++
          current = answer
        }),
      current: Effect.sync(() => current),
      version: () => version,
      passed: () => Effect.never
    })
  )
}

const seal = Layer.succeed(TicketSeal, {
  sign: (text) => createHmac("sha256", "a key of the test").update(text).digest("base64url")
})

/** Changes, streams and tickets. Needs the keys and the store of runs. */
export const live = (log: MemoryLog, state: MemoryPlayer) =>
  Layer.mergeAll(ChangeFeed.Default, LiveHub.Default).pipe(
    Layer.provide(log.layer),
    Layer.provide(player(state)),
    Layer.provide(Layer.succeed(SyncProgressSignal, { version: () => 0, passed: () => Effect.never })),
    Layer.provide(
      Layer.mock(FeedStore, {
        items: (ids) =>
          Effect.succeed(
            ids.map((id) => ({
              id,
              domain: "running",
              eventType: "activity",
              sourceId: `strava:${id}`,
              occurredAt: Date.UTC(2026, 10, 22, 7, 10),
              date: "2026-11-22",
              title: `Run ${id}`,
              subtitle: null,
              entity: { type: "activity", id },
              metadata: null,
              createdAt: 0,
              picture: null
            }))
          )
      })
    ),
    Layer.merge(Tickets.Default.pipe(Layer.provide(seal)))
  )
