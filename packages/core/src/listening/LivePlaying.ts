import { Duration, Effect, Option } from "effect"
import { Pictures } from "../images/Picture.js"
import { always } from "../shared/DateRange.js"
import { NoData } from "../shared/errors.js"
import type { PlayFact } from "./facts.js"
import { ListeningStore } from "./ListeningStore.js"
import { type LivePlay, NowPlayingSource } from "./NowPlayingSource.js"
import { type Heard, type NowPlaying, nowPlaying } from "./views/nowPlaying.js"

/** How long an answer of the service is shown before it is asked again; all who ask meanwhile share one call. */
const keepFor = Duration.seconds(10)
const newest = { page: { page: 1, limit: 1 }, range: always, artist: null, album: null }

/** What is playing, or was played last (`api.md` §2.5). Falls back to the newest stored play when the service is silent. */
export class LivePlaying extends Effect.Service<LivePlaying>()("@daybook/core/LivePlaying", {
  effect: Effect.gen(function*() {
    const store = yield* ListeningStore
    const service = yield* NowPlayingSource
    const { image } = yield* Pictures
    const show = (heard: Heard) => nowPlaying(heard, (picture) => image(picture))

    const stored = Effect.gen(function*() {
      const { rows } = yield* store.plays(newest)
      const play = yield* Effect.mapError(Option.fromNullable(rows[0]), () => new NoData({ what: "plays" }))
      return show(heard(play))
    })

    /** The newest of the service's plays that no filter hides, with what the library knows of it. */
    const visible = Effect.fn(function*(plays: ReadonlyArray<LivePlay>) {
      for (const live of plays) {
        const match = yield* store.recognise(live.play.artist.name, live.play.track.name, live.play.album?.name ?? null)
        if (!match.hidden) return Option.some(show(heardLive(live, match.known)))
      }
      return Option.none<NowPlaying>()
    })

    const asked = yield* Effect.cachedWithTTL(Effect.catchAll(service.newest, () => Effect.succeedNone), keepFor)
    const live = asked.pipe(
      Effect.flatMap(Option.match({ onNone: () => Effect.succeedNone, onSome: visible })),
      Effect.flatMap(Option.match({ onNone: () => stored, onSome: Effect.succeed }))
    )
    return { nowPlaying: live }
  })
}) {}

const heard = ({ playedAt, ...known }: PlayFact): Heard => ({
  artist: known.artist.name,
  track: known.track.name,
  album: known.album?.name ?? null,
  url: known.track.url,
  playedAt,
  known
})

const heardLive = ({ play, playedAt }: LivePlay, known: Heard["known"]): Heard => ({
  artist: play.artist.name,
  track: play.track.name,
  album: play.album?.name ?? null,
  url: play.track.url,
  playedAt,
  known
})
