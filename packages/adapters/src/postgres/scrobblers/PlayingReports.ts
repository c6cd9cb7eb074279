import { PlayingReports, type PlayingTrack } from "@daybook/core/listening"
import { Effect, Option } from "effect"
import { text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"

const at = (time: number) => new Date(time)

export const layer = storeLayer(PlayingReports, {
  put: (id, play, now, until) =>
    Effect.asVoid(sql`
      INSERT INTO scrobbler_playing (scrobbler_id, play, reported_at, until)
      VALUES (${id}, ${JSON.stringify(play)}, ${at(now)}, ${at(until)})
      ON CONFLICT (scrobbler_id) DO UPDATE
      SET play = excluded.play, reported_at = excluded.reported_at, until = excluded.until
      WHERE scrobbler_playing.reported_at <= excluded.reported_at`),
  clear: (id) => Effect.asVoid(sql`DELETE FROM scrobbler_playing WHERE scrobbler_id = ${id}`),
  current: (now) =>
    Effect.map(
      sql({ play: text })`
        SELECT play FROM scrobbler_playing WHERE until > ${at(now)} ORDER BY reported_at DESC, scrobbler_id LIMIT 1`,
      ([row]) =>
        Option.map(Option.fromNullable(row), ({ play }) => ({ play: JSON.parse(play) as PlayingTrack, playedAt: null }))
    )
})
