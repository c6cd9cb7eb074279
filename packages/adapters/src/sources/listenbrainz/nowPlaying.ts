import type { LivePlay } from "@daybook/core/listening"
import { Effect, Option } from "effect"
import type { ListenBrainz } from "./client.js"
import { Payload, toNames, toRow } from "./wire.js"

/** Enough to find one that no filter hides. */
const newestListens = 10

/** The track that is playing, if any, and the newest listens. */
export const nowPlaying = (listenBrainz: ListenBrainz) =>
  Effect.map(
    Effect.all([
      listenBrainz.ofUser("playing-now", Payload),
      listenBrainz.ofUser("listens", Payload, { count: newestListens })
    ]),
    ([playing, listens]): ReadonlyArray<LivePlay> => {
      const [now] = playing.payload.listens
      const names = now === undefined ? null : toNames(now)
      return [
        ...(names === null ? [] : [{ play: names, playedAt: null }]),
        ...listens.payload.listens
          .flatMap((item) => Option.toArray(toRow(item)))
          .flatMap(({ play }) => (play === null ? [] : [{ play, playedAt: play.playedAt }]))
      ]
    }
  )
