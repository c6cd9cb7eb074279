import type { LivePlay } from "@daybook/core/listening"
import { Effect } from "effect"
import type { LastFm } from "./client.js"
import { namesOf, toRows } from "./toRecords.js"
import { itemsOf, RecentTracks } from "./wire.js"

/** Enough to find one that no filter hides. */
const newestPlays = 10

/** The track that is playing, if any, and the newest plays. */
export const nowPlaying = (lastFm: LastFm) =>
  Effect.map(
    lastFm.call("user.getRecentTracks", RecentTracks, { user: lastFm.username, limit: newestPlays }),
    ({ recenttracks }): ReadonlyArray<LivePlay> => {
      const { dated, playing } = toRows(itemsOf(recenttracks.track))
      const now = playing === null ? null : namesOf(playing)
      return [
        ...(now === null ? [] : [{ play: now, playedAt: null }]),
        ...dated.flatMap(({ play }) => (play === null ? [] : [{ play, playedAt: play.playedAt }]))
      ]
    }
  )
