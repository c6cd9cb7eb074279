import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** What is playing now, as the hosts tell each other: one of them asks the source. */
export class NowPlayingBoard extends Context.Tag("@daybook/core/NowPlayingBoard")<
  NowPlayingBoard,
  {
    /** True for the one host that claims a due time; each is claimed once. */
    readonly claim: (due: number) => Effect.Effect<boolean, StorageFailure>
    /** Stores the answer, as JSON. Every host is notified if it is another one. */
    readonly publish: (answer: string) => Effect.Effect<void, StorageFailure>
    /** The newest answer; null if there was none. */
    readonly current: Effect.Effect<string | null, StorageFailure>
    /** A number that grows with every other answer, without a query. */
    readonly version: () => number
    /** Waits until this process knows a higher version. */
    readonly passed: (version: number) => Effect.Effect<void>
  }
>() {}

/** What is playing now, asked at the source. Null if nothing was ever played. */
export class NowPlayingAnswers extends Context.Tag("@daybook/core/NowPlayingAnswers")<
  NowPlayingAnswers,
  { readonly ask: Effect.Effect<unknown, StorageFailure> }
>() {}

/** Notifies of the progress of syncs on all hosts. */
export class SyncProgressSignal extends Context.Tag("@daybook/core/SyncProgressSignal")<
  SyncProgressSignal,
  {
    /** A number that grows when a run starts, progresses or ends, without a query. */
    readonly version: () => number
    /** Waits until this process knows a higher version. */
    readonly passed: (version: number) => Effect.Effect<void>
  }
>() {}
