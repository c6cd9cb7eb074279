import { Calendar } from "@daybook/core/shared"
import { Effect } from "effect"
import { boolean, date } from "../kit/columns.js"
import { dayIn, isInPeriod, tablesOf } from "../kit/domain.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { storedSetting } from "../kit/storedSettings.js"
import { homeSettings } from "../homeTimeZone.js"
import { completeBuckets, recount } from "./completeBuckets.js"
import { gapCounts } from "./gaps.js"
import { many } from "./countMoved.js"
import { countExchange, countedPlayColumns, ever } from "./rollup.js"

export const listeningTables = tablesOf({
  domain: "listening",
  exported: [
    { name: "listening_genres", key: ["id"] },
    { name: "listening_artists", key: ["id"] },
    { name: "listening_spellings", key: ["id"] },
    { name: "listening_albums", key: ["id"] },
    { name: "listening_tracks", key: ["id"] },
    { name: "listening_plays", key: ["id"] },
    { name: "listening_similar", key: ["artist_id", "name"] },
    { name: "listening_accounts", key: ["source"] },
    { name: "listening_filters", key: ["id"] }
  ],
  logged: sql`
    SELECT 'day', bucket::text FROM listening_totals WHERE grain = 'day' AND plays > 0
    UNION ALL SELECT 'artist', id::text FROM listening_artists WHERE heard
    UNION ALL SELECT 'album', id::text FROM listening_albums WHERE heard
    UNION ALL SELECT 'track', id::text FROM listening_tracks WHERE heard`,
  activity: sql`
    SELECT
      (SELECT plays FROM listening_counts
        WHERE kind = part.entity_type::listening_kind AND grain = 'ever' AND bucket = ${ever}
          AND subject = part.entity_id) AS times,
      CASE part.entity_type
        WHEN 'artist' THEN (SELECT max(played_at) FROM listening_plays WHERE artist_id = part.entity_id AND visible)
        WHEN 'album' THEN (SELECT max(played_at) FROM listening_plays WHERE album_id = part.entity_id AND visible)
        ELSE (SELECT max(played_at) FROM listening_plays WHERE track_id = part.entity_id AND visible)
      END::date AS last`,
  pictureHints: sql`
    jsonb_strip_nulls(jsonb_build_object('apple_music_url', CASE entity_type
      WHEN 'album' THEN (SELECT apple_music_url FROM listening_albums WHERE id = entity_id)
      WHEN 'artist' THEN (SELECT apple_music_url FROM listening_artists WHERE id = entity_id)
    END))`,
  feedFollowsInstants: true,
  counts: [gapCounts],
  rezone: (zone) =>
    domainLock("listening")(
      Effect.gen(function* () {
        const calendar = yield* Calendar
        const isMoved = sql`${isInPeriod("played_at")} AND day <> ${dayIn("played_at")}`
        const isOutdated = (yield* storedSetting(homeSettings.outdated)) !== undefined
        const moved = isOutdated
          ? []
          : yield* sql({ ...countedPlayColumns, movedTo: date, visible: boolean })`
              SELECT day, artist_id, album_id, track_id, ${dayIn("played_at")} AS moved_to, visible
              FROM listening_plays CROSS JOIN ${zone} AS zone WHERE ${isMoved} LIMIT ${many + 1}`
        if (moved.length === 0 && !isOutdated) return
        yield* sql`
          UPDATE listening_plays AS play SET day = ${dayIn("played_at")} FROM ${zone} AS zone WHERE ${isMoved}`
        if (isOutdated || moved.length > many) yield* recount()
        else {
          const visiblePlays = moved.filter(({ visible }) => visible)
          yield* countExchange(
            visiblePlays,
            visiblePlays.map((play) => ({ ...play, day: play.movedTo }))
          )
        }
        yield* completeBuckets(yield* calendar.today)
      })
    )
})
