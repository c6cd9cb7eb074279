import { Context, type Effect, type Option } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Play } from "./records.js"

/** What the scrobbling service says is playing at this moment; `playedAt` null means now. */
export interface LivePlay {
  readonly play: Omit<Play, "playedAt" | "precision">
  readonly playedAt: number | null
}

/** A live look at the newest plays of the scrobbling service, newest first; none when no such service is set up. */
export class NowPlayingSource extends Context.Tag("@daybook/core/NowPlayingSource")<NowPlayingSource, {
  readonly newest: Effect.Effect<Option.Option<ReadonlyArray<LivePlay>>, SourceFailure>
}>() {}
