import { Clock, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { Pictures, type ToImage, imageField } from "../images/Picture.js"
import { CurrentLens } from "../lenses/scope.js"
import { NowPlayingAnswers } from "../live/ports.js"
import { unknownOf } from "../kit/record.js"
import { NoData, type StorageFailure } from "../shared/errors.js"
import { Text, Timestamp, isoOrNull, nameField, publicField } from "../shared/fields.js"
import type { PlayFact, PlayMatch } from "./facts.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import { type Play, catalogueFields, previewFields } from "./model.js"
import { ListeningStore } from "./store.js"
import { shownCatalogue, shownPreview } from "./views/lists.js"

const Id = Schema.NullOr(Schema.Number)

/** Ids are null until the artist or album has been synced. */
export const NowPlaying = Schema.Struct({
  is_playing: publicField(Schema.Boolean, "Whether a track is playing now", false),
  track: publicField(
    Schema.Struct({
      name: publicField(Schema.String, "Name of the track", "Leaving Dusk"),
      artist: publicField(
        Schema.Struct({
          id: publicField(Id, "Id in this instance; stable for the lifetime of the record", 42),
          name: nameField,
          ...shownCatalogue.schemas
        }),
        "Artist"
      ),
      album: publicField(
        Schema.Struct({
          id: publicField(Id, "Id in this instance; stable for the lifetime of the record", 42),
          name: publicField(Text, "Name of the album", "Second Daylight"),
          image: imageField
        }),
        "Album; its fields are null if the album is unknown"
      ),
      url: publicField(Schema.String, "Address at the provider", "https://www.last.fm/music/Velmora+Tide"),
      ...shownPreview.schemas
    }),
    "Track"
  ),
  scrobbled_at: publicField(
    Schema.NullOr(Timestamp),
    "Time of the play; null while the track is playing",
    "2026-03-14T20:15:00.000Z"
  )
}).annotations({ identifier: "NowPlaying" })
export type NowPlaying = typeof NowPlaying.Type

/** A play as the service reports it, with its match in the library. A null `playedAt` means that it is playing now. */
export interface CurrentPlay {
  readonly artist: string
  readonly track: string
  readonly album: string | null
  readonly url: string | null
  readonly playedAt: number | null
  readonly known: PlayMatch | null
}

export const nowPlaying = (
  { album, artist, known, playedAt, track, url }: CurrentPlay,
  toImage: ToImage
): NowPlaying => ({
  is_playing: playedAt === null,
  track: {
    name: track,
    artist: {
      id: known?.artist?.id ?? null,
      name: artist,
      ...shownCatalogue.of(known?.artist ?? unknownOf(catalogueFields))
    },
    album: { id: known?.album?.id ?? null, name: album, image: toImage(known?.album?.picture ?? null) },
    url: url ?? known?.track?.url ?? "",
    ...shownPreview.of(known?.track ?? unknownOf(previewFields))
  },
  scrobbled_at: isoOrNull(playedAt)
})

/** A track that is playing: a play without its time. */
export type PlayingTrack = Omit<Play, "playedAt" | "precision">

/** A recent play from the scrobbling service. A null `playedAt` means that it is playing now. */
export interface LivePlay {
  readonly play: PlayingTrack
  readonly playedAt: number | null
}

/** The newest plays of the scrobbling service, newest first. None if no such service is set up. */
export class NowPlayingSource extends Context.Tag("@daybook/core/NowPlayingSource")<
  NowPlayingSource,
  { readonly newest: Effect.Effect<Option.Option<ReadonlyArray<LivePlay>>, SourceFailure> }
>() {}

/** What scrobblers report as playing now. */
export class PlayingReports extends Context.Tag("@daybook/core/PlayingReports")<
  PlayingReports,
  {
    /** Replaces the report of the scrobbler. It ends at `until`. */
    readonly put: (id: number, play: PlayingTrack, at: number, until: number) => Effect.Effect<void, StorageFailure>
    readonly clear: (id: number) => Effect.Effect<void, StorageFailure>
    /** The newest report that has not ended. */
    readonly current: (now: number) => Effect.Effect<Option.Option<LivePlay>, StorageFailure>
  }
>() {}

/** How long a response is cached. Concurrent requests share one call. */
const cacheTime = Duration.seconds(10)
const newestPlay = { page: { page: 1, limit: 1 }, artist: null, album: null }

/**
 * What is playing now, or was played last: what clients report here, then what the service says. Falls back to the
 * newest stored play if the service fails.
 */
export class LivePlaying extends Effect.Service<LivePlaying>()("@daybook/core/LivePlaying", {
  effect: Effect.gen(function* () {
    const store = yield* ListeningStore
    const service = yield* NowPlayingSource
    const reports = yield* PlayingReports
    const { image } = yield* Pictures
    const view = (play: CurrentPlay) => nowPlaying(play, (picture) => image(picture))

    /** Ignores plays from `to` on; null for none. */
    const newestStored = Effect.fn(function* (to: number | null) {
      const { rows } = yield* store.plays({ ...newestPlay, range: { from: null, to } })
      const play = yield* Effect.mapError(Option.fromNullable(rows[0]), () => new NoData({ what: "plays" }))
      return view(ofStoredPlay(play))
    })

    /** The newest of the service's plays that no filter hides, with its match in the library. */
    const visible = Effect.fn(function* (plays: ReadonlyArray<LivePlay>) {
      for (const live of plays) {
        const match = yield* store.matchPlay(live.play.artist.name, live.play.track.name, live.play.album?.name ?? null)
        if (!match.hidden) return Option.some(view(ofLivePlay(live, match.match)))
      }
      return Option.none<NowPlaying>()
    })

    const delayed = (delay: number) => Effect.flatMap(Clock.currentTimeMillis, (now) => newestStored(now - delay))

    const newestReported = yield* Effect.cachedWithTTL(
      Effect.catchAll(service.newest, () => Effect.succeedNone),
      cacheTime
    )
    const ofService = newestReported.pipe(
      Effect.flatMap(Option.match({ onNone: () => Effect.succeedNone, onSome: visible }))
    )
    const ofClients = Effect.gen(function* () {
      const report = yield* reports.current(yield* Clock.currentTimeMillis)
      return Option.isNone(report) ? Option.none<NowPlaying>() : yield* visible([report.value])
    })
    const live = ofClients.pipe(
      Effect.flatMap(Option.match({ onNone: () => ofService, onSome: Effect.succeedSome })),
      Effect.flatMap(Option.match({ onNone: () => newestStored(null), onSome: Effect.succeed }))
    )
    return {
      /** Under a lens with a delay, the newest stored play that is old enough. */
      nowPlaying: Effect.flatMap(CurrentLens, (lens) =>
        lens === null || lens.nowPlayingDelay === null ? live : delayed(lens.nowPlayingDelay)
      )
    }
  })
}) {}

/** What streams send of the play: the answer of `now-playing`. */
export const nowPlayingAnswers = Layer.effect(
  NowPlayingAnswers,
  Effect.map(LivePlaying, (live) => ({ ask: Effect.catchTag(live.nowPlaying, "NoData", () => Effect.succeed(null)) }))
)

const ofStoredPlay = ({ playedAt, ...facts }: PlayFact): CurrentPlay => ({
  artist: facts.artist.name,
  track: facts.track.name,
  album: facts.album?.name ?? null,
  url: facts.track.url,
  playedAt,
  known: facts
})

const ofLivePlay = ({ play, playedAt }: LivePlay, match: CurrentPlay["known"]): CurrentPlay => ({
  artist: play.artist.name,
  track: play.track.name,
  album: play.album?.name ?? null,
  url: play.track.url,
  playedAt,
  known: match
})
