import { Effect } from "effect"
import { ChangeLog } from "../changes/ChangeLog.js"
import { encodeCursor } from "../changes/cursor.js"
import { acceptCursor, continues } from "../changes/service.js"
import type { Domain } from "../domains.js"
import { FeedStore } from "../feed/FeedStore.js"
import { SyncStore } from "../sync/SyncStore.js"
import { type LiveEvent, type Topic, resetAt } from "./events.js"
import { type Listener, type Subscription, subscriptions, wantsLog } from "./listeners.js"
import { logTail } from "./logTail.js"
import { nowPlayingPoll } from "./nowPlaying.js"
import { NowPlayingAnswers, NowPlayingBoard, SyncProgressSignal } from "./ports.js"
import { syncProgress } from "./syncProgress.js"

/** A stream that resumes gets at most so many events at once; then it begins at the current end. */
const maxReplayed = 1_000

export interface StreamRequest {
  readonly topics: ReadonlyArray<Topic>
  /** Null means all. */
  readonly domains: ReadonlyArray<Domain> | null
  /** A cursor to resume at; the current end by default. */
  readonly since: string | undefined
  /** Seconds between heartbeats, for the first event. */
  readonly heartbeat: number
}

/** A stream that is about to open: its first events, and the effect that sends the others until it is interrupted. */
export interface LiveStream {
  readonly first: ReadonlyArray<LiveEvent>
  readonly follow: (listener: Listener) => Effect.Effect<void>
}

/** Sends what happens on any host to the streams of this one. Nothing is read while no stream wants it. */
export class LiveHub extends Effect.Service<LiveHub>()("@daybook/core/LiveHub", {
  scoped: Effect.gen(function* () {
    const log = yield* ChangeLog
    const streams = subscriptions()
    const tail = logTail(log, yield* FeedStore, streams)
    yield* Effect.forkScoped(tail.follow)
    yield* Effect.forkScoped(nowPlayingPoll(yield* NowPlayingBoard, yield* NowPlayingAnswers, streams))
    yield* Effect.forkScoped(syncProgress(yield* SyncStore, yield* SyncProgressSignal, streams))

    /** A stream whose log cannot be read ends: its client resumes later. */
    const replayed = (subscription: Subscription) =>
      Effect.catchAll(tail.replay(subscription, maxReplayed), (failure) =>
        Effect.zipRight(Effect.logWarning(failure.message), Effect.sync(subscription.listener.end))
      )

    return {
      /** Opens a stream. Fails if the cursor is none of Daybook's; one that the log does not reach starts again. */
      open: Effect.fn("LiveHub.open")(function* ({ domains, heartbeat, since, topics }: StreamRequest) {
        const cursor = since === undefined || since === "now" ? null : yield* acceptSince(since)
        const state = yield* log.state
        const resumed = cursor !== null && (cursor === "beginning" || continues(cursor, state))
        const position = !resumed ? state.head : cursor === "beginning" ? 0 : cursor.seq
        const start = encodeCursor({ epoch: state.epoch, seq: position })
        const hello: LiveEvent = { event: "hello", id: start, data: { cursor: start, topics, heartbeat_s: heartbeat } }
        const stream: LiveStream = {
          first: cursor !== null && !resumed ? [hello, resetAt(start)] : [hello],
          follow: (listener) => {
            const subscription: Subscription = {
              topics: new Set(topics),
              domains: domains === null ? null : new Set(domains),
              listener,
              position,
              epoch: state.epoch,
              nowPlaying: null
            }
            const joined = Effect.zipRight(
              Effect.sync(() => streams.add(subscription)),
              untilInterrupted
            )
            return (wantsLog(subscription) ? Effect.zipRight(replayed(subscription), joined) : joined).pipe(
              Effect.ensuring(Effect.sync(() => streams.remove(subscription)))
            )
          }
        }
        return stream
      })
    }
  })
}) {}

/** Unlike `Effect.never`, it needs no timer. */
const untilInterrupted = Effect.async<never>(() => undefined)

const acceptSince = (since: string) => (since === "0" ? Effect.succeed("beginning" as const) : acceptCursor(since))
