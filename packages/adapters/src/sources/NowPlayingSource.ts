import { type LivePlay, NowPlayingSource } from "@daybook/core/listening"
import type { SourceFailure } from "@daybook/core/sync"
import { Duration, Effect, Layer, type Option } from "effect"
import * as LastFm from "./lastfm/LastFm.js"
import { nowPlaying as ofLastFm } from "./lastfm/nowPlaying.js"
import * as lastFm from "./lastfm/settings.js"
import * as ListenBrainz from "./listenbrainz/ListenBrainz.js"
import { nowPlaying as ofListenBrainz } from "./listenbrainz/nowPlaying.js"
import * as listenBrainz from "./listenbrainz/settings.js"

/** Somebody is waiting for the answer, and the stored plays stand in for one that does not come. */
const hurried = { patience: Duration.zero, timeout: Duration.seconds(5) }

const none: Effect.Effect<Option.Option<ReadonlyArray<LivePlay>>, SourceFailure> = Effect.succeedNone

/** Last.fm where it is set up, else ListenBrainz where that is. */
export const nowPlaying = Layer.effect(NowPlayingSource, Effect.gen(function*() {
  if ((yield* lastFm.missing).length === 0) {
    const newest = Effect.asSome(ofLastFm(yield* LastFm.make(yield* lastFm.settings, hurried)))
    return { newest }
  }
  if ((yield* listenBrainz.missing).length === 0) {
    const newest = Effect.asSome(ofListenBrainz(yield* ListenBrainz.make(yield* listenBrainz.settings, hurried)))
    return { newest }
  }
  return { newest: none }
}))
