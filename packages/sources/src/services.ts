import { SeasonSchedules } from "@daybook/core/attending"
import { Shelves } from "@daybook/core/collecting"
import { type LivePlay, NowPlayingSource } from "@daybook/core/listening"
import type { SourceFailure } from "@daybook/core/sync"
import { Duration, Effect, type Option } from "effect"
import { following } from "./kit/following.js"
import * as Discogs from "./discogs/client.js"
import { recordShelf } from "./discogs/shelf.js"
import * as Espn from "./espn/client.js"
import { espnLeagues } from "./espn/leagues.js"
import * as LastFm from "./lastfm/client.js"
import { nowPlaying as ofLastFm } from "./lastfm/history.js"
import * as ListenBrainz from "./listenbrainz/client.js"
import { nowPlaying as ofListenBrainz } from "./listenbrainz/history.js"
import * as Mlb from "./mlb/client.js"
import { toGames } from "./mlb/toGames.js"
import * as Trakt from "./trakt/client.js"
import { discShelf } from "./trakt/shelf.js"

/** A client waits for the response. Without it the stored plays are shown. */
const livePlayLimits = { patience: Duration.zero, timeout: Duration.seconds(5) }

const none: Effect.Effect<Option.Option<ReadonlyArray<LivePlay>>, SourceFailure> = Effect.succeedNone

/** Last.fm if it is set up, else ListenBrainz if that is set up. */
export const nowPlaying = following(
  NowPlayingSource,
  Effect.gen(function* () {
    if ((yield* LastFm.settings.missing).length === 0) {
      const newest = Effect.asSome(ofLastFm(yield* LastFm.make(yield* LastFm.settings.config, livePlayLimits)))
      return { newest }
    }
    if ((yield* ListenBrainz.settings.missing).length === 0) {
      const newest = Effect.asSome(
        ofListenBrainz(yield* ListenBrainz.make(yield* ListenBrainz.settings.config, livePlayLimits))
      )
      return { newest }
    }
    return { newest: none }
  })
)

/** A client waits for the response. */
const scheduleLimits = { patience: Duration.seconds(5), timeout: Duration.seconds(15) }

/** Fetches a team's season from MLB or ESPN, unless that source is turned off. */
export const seasonSchedules = following(
  SeasonSchedules,
  Effect.gen(function* () {
    const [noBaseball, noOthers] = [yield* Mlb.settings.missing, yield* Espn.settings.missing]
    const baseball = yield* Mlb.make(yield* Mlb.settings.config, scheduleLimits)
    const others = yield* Espn.make(yield* Espn.settings.config, scheduleLimits)
    return {
      gamesOf: (league, team, season) => {
        const other = espnLeagues.find((one) => one.league === league)
        if (other !== undefined)
          return noOthers.length > 0 ? Effect.succeedNone : Effect.asSome(others.season(other, team, season))
        return noBaseball.length > 0
          ? Effect.succeedNone
          : Effect.asSome(Effect.map(baseball.season(team, season), toGames))
      }
    }
  })
)

/** The collections at Discogs and Trakt, each if it is set up. */
export const shelves = following(
  Shelves,
  Effect.gen(function* () {
    const [noDiscogs, noTrakt] = [yield* Discogs.settings.missing, yield* Trakt.settings.missing]
    return {
      records:
        noDiscogs.length > 0
          ? { _tag: "Missing" as const, settings: noDiscogs }
          : { _tag: "Ready" as const, shelf: recordShelf(yield* Discogs.make(yield* Discogs.settings.config)) },
      discs:
        noTrakt.length > 0
          ? { _tag: "Missing" as const, settings: noTrakt }
          : { _tag: "Ready" as const, shelf: discShelf(yield* Trakt.make(yield* Trakt.settings.config)) }
    }
  })
)
