import { Calendar } from "@daybook/core/shared"
import { Effect } from "effect"
import { boolean, date, number } from "../kit/columns.js"
import { dayIn, isInPeriod, tablesOf } from "../kit/domain.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { homeSettings, settingOf } from "../homeTimeZone.js"
import { completeBuckets, recount } from "./completeBuckets.js"
import { gapCounts } from "./gaps.js"
import { count, countedPlayColumns, ever } from "./rollup.js"

/** Up to so many moved plays change the counts of their own days. More plays are all counted again. */
const mostOneByOne = 20_000

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
        const moves = sql`FROM ${zone} AS zone WHERE ${isInPeriod("played_at")} AND day <> ${dayIn("played_at")}`
        const isOutdated = (yield* settingOf(homeSettings.outdated)) !== undefined
        const [moved = { plays: 0 }] = yield* sql({ plays: number })`
          SELECT count(*)::int AS plays FROM (
            SELECT FROM listening_plays CROSS JOIN ${zone} AS zone
            WHERE ${isInPeriod("played_at")} AND day <> ${dayIn("played_at")} LIMIT ${mostOneByOne + 1}
          ) AS moved`
        if (moved.plays === 0 && !isOutdated) return
        const isLong = isOutdated || moved.plays > mostOneByOne
        const before = isLong
          ? []
          : yield* sql({ id: number, visible: boolean, ...countedPlayColumns })`
              SELECT id, visible, day, artist_id, album_id, track_id FROM listening_plays CROSS JOIN ${zone} AS zone
              WHERE ${isInPeriod("played_at")} AND day <> ${dayIn("played_at")}`
        yield* sql`UPDATE listening_plays AS play SET day = ${dayIn("played_at")} ${moves}`
        if (isLong) yield* recount()
        else {
          const days = yield* sql({ id: number, day: date })`
            SELECT id, day FROM listening_plays WHERE id = ANY(${before.map(({ id }) => id)}::int[])`
          const dayOf = new Map(days.map(({ day, id }) => [id, day]))
          const plays = before.filter(({ visible }) => visible)
          yield* count(plays, -1, false)
          yield* count(
            plays.map((play) => ({ ...play, day: dayOf.get(play.id) ?? play.day })),
            1,
            false
          )
        }
        yield* completeBuckets(yield* calendar.today)
      })
    )
})
