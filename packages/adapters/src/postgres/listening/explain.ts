import { type RecordKey, sentenceOf } from "@daybook/core/corrections"
import type { Explanation } from "@daybook/core/explain"
import {
  type ExplainedPlay,
  type Kind,
  explainArtist,
  explainPlay,
  explainPlayedDay,
  explainTitle,
  foldOf,
  playSources
} from "@daybook/core/listening"
import { Effect, Option } from "effect"
import { instant, list, nullable, number, object, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { countsOf } from "../explain/countsOf.js"
import { nearPlays } from "./twins.js"

const received = { firstSeen: nullable(instant), lastSeen: nullable(instant) }

/** The filters that hide a name. `scopes` are those that may match its kind. */
const filtersOf = (artist: string, album: string, track: string, kind: Kind | "play") =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM listening_filters AS filter
      WHERE ${
        kind === "artist" || kind === "play"
          ? sql`(filter.scope = 'artist' AND lower(${artist}::text) = lower(filter.pattern))`
          : sql`false`
      } OR ${
        kind === "album" || kind === "play"
          ? sql`(filter.scope = 'album' AND strpos(lower(${album}::text), lower(filter.pattern)) > 0)`
          : sql`false`
      } OR ${
        kind === "track" || kind === "play"
          ? sql`CASE filter.scope
              WHEN 'track' THEN strpos(lower(${track}::text), lower(filter.pattern)) > 0
              WHEN 'artist_track' THEN lower(${artist}::text || '||' || ${track}::text) = lower(filter.pattern)
              WHEN 'track_regex' THEN ${track}::text ~* filter.pattern ELSE false END`
          : sql`false`
      }
      ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  )

const playColumns = { playedAt: instant, trackId: number }
const shownColumns = { id: number, receivedAt: nullable(instant), artist: text, track: text, album: nullable(text) }

const play = Effect.fn("listening.explainPlay")(function* (id: number) {
  const [moment] = yield* sql(playColumns)`SELECT played_at, track_id FROM listening_plays WHERE id = ${id}`
  if (moment === undefined) return Option.none<Explanation>()
  const reports = yield* nearPlays([moment])
  const names = yield* sql(shownColumns)`
    SELECT play.id, play.received_at, artist.name AS artist, track.name AS track, album.name AS album
    FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_tracks AS track ON track.id = play.track_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id
    WHERE play.id = ANY(${reports.map((report) => report.id)}::int[])`
  const byId = new Map(names.map((row) => [row.id, row]))
  const explained = yield* Effect.forEach(reports, (report) => {
    const { album, artist, receivedAt, track } = byId.get(report.id)!
    const filters = report.hidden ? filtersOf(artist, album ?? "", track, "play") : Effect.succeed([])
    return Effect.map(filters, (ids): ExplainedPlay => ({
      ...report,
      receivedAt,
      shown: { artist, album, track },
      filters: ids
    }))
  })
  const explanation = explainPlay(yield* playSources, id, explained)
  if (explanation === null || explanation === undefined) return Option.none()
  return Option.some({ ...explanation, corrections: yield* correctionsNaming("track", moment.trackId) })
})

/** The spellings of the artists that are shown as one, and the titles that are shown as one with a title. */
const namesOf = (kind: Kind, id: number) => {
  const named = sql(`listening_${kind}s`)
  const shownAs = (alias: string) => sql`coalesce(${sql.literal(alias)}.stand_in, ${sql.literal(alias)}.id)`
  const artists =
    kind === "artist"
      ? sql`SELECT ${id}::int AS id`
      : sql`SELECT reported_artist_id AS id FROM ${named} AS title WHERE ${shownAs("title")} = ${id}
          UNION SELECT artist_id FROM ${named} WHERE id = ${id}`
  return sql({ fold: text, mbid: nullable(text), titles: list(text) })`
    SELECT spelling.fold, spelling.mbid, ${
      kind === "artist"
        ? sql`'[]'::jsonb`
        : sql`(SELECT jsonb_agg(DISTINCT title.fold) FROM ${named} AS title WHERE ${shownAs("title")} = ${id})`
    } AS titles
    FROM listening_spellings AS spelling JOIN listening_artists AS artist ON artist.id = spelling.artist_id
    WHERE ${shownAs("artist")} IN (
      SELECT ${shownAs("own")} FROM listening_artists AS own WHERE own.id IN (${artists}))`
}

/** The corrections that name a record, or its artist, by any name that it has. */
const correctionsNaming = Effect.fn("listening.explainCorrections")(function* (kind: Kind, id: number) {
  const corrections = yield* correctionsOf("listening")
  if (corrections.length === 0) return []
  const names = yield* namesOf(kind, id)
  const isNamed = (type: string, key: RecordKey) =>
    names.some(
      ({ fold, mbid, titles }) =>
        fold === foldOf(key["artist"] ?? "") &&
        (key["artist_mbid"] === undefined || key["artist_mbid"].toLowerCase() === mbid) &&
        (type === "artist" || key[type] === undefined || titles.includes(foldOf(key[type])))
    )
  return corrections
    .filter(({ type }) => type === kind || type === "artist")
    .filter(({ object, subject, type }) => isNamed(type, subject) || (object !== null && isNamed(type, object)))
    .map((one) => ({ id: one.id, says: sentenceOf(one) }))
})

/** The plays of a name by source, the most first. */
const playsOf = (kind: Kind, id: number) =>
  sql({ source: text, plays: number, ...received })`
    SELECT source, count(*) AS plays, min(received_at) AS first_seen, max(received_at) AS last_seen
    FROM listening_plays WHERE ${sql.literal(kind)}_id = ${id}
    GROUP BY source ORDER BY count(*) DESC, source COLLATE "C"`

const artist = Effect.fn("listening.explainArtist")(function* (id: number) {
  const [row] = yield* sql({ name: text })`SELECT name FROM listening_artists WHERE id = ${id}`
  if (row === undefined) return Option.none<Explanation>()
  const spellings = yield* sql({ name: text, plays: list(object({ source: text, plays: number })) })`
    SELECT spelling.name, coalesce((
      SELECT jsonb_agg(jsonb_build_object('source', source, 'plays', plays) ORDER BY plays DESC, source COLLATE "C")
      FROM (
        SELECT source, count(*)::int AS plays FROM listening_plays WHERE spelling_id = spelling.id GROUP BY source
      ) AS counted
    ), '[]') AS plays
    FROM listening_spellings AS spelling WHERE artist_id = ${id} ORDER BY spelling.name COLLATE "C"`
  const filters = yield* filtersOf(row.name, "", "", "artist")
  const explained = explainArtist(row.name, spellings, yield* playsOf("artist", id), filters)
  return Option.some({ ...explained, corrections: yield* correctionsNaming("artist", id) })
})

const title = Effect.fn("listening.explainTitle")(function* (kind: "album" | "track", id: number) {
  const [row] = yield* sql({ name: text, artist: text })`
    SELECT title.name, artist.name AS artist FROM ${sql(`listening_${kind}s`)} AS title
    JOIN listening_artists AS artist ON artist.id = title.artist_id WHERE title.id = ${id}`
  if (row === undefined) return Option.none<Explanation>()
  const filters = yield* filtersOf(row.artist, row.name, row.name, kind)
  const explained = explainTitle(row.name, yield* playsOf(kind, id), filters)
  return Option.some({ ...explained, corrections: yield* correctionsNaming(kind, id) })
})

const day = Effect.fn("listening.explainDay")(function* (date: string) {
  const counts = yield* countsOf(sql`
    SELECT source, CASE WHEN visible THEN 'counted' WHEN twin THEN 'duplicate' ELSE 'hidden' END AS fate
    FROM listening_plays WHERE day = ${date}::date`)
  if (counts.length === 0) return Option.none<Explanation>()
  const names = yield* sql({ artist: text, track: text, album: text })`
    SELECT DISTINCT artist.name AS artist, track.name AS track, coalesce(album.name, '') AS album
    FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_tracks AS track ON track.id = play.track_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id
    WHERE play.day = ${date}::date AND NOT play.visible AND NOT play.twin`
  const filters = yield* Effect.forEach(names, ({ album, artist, track }) => filtersOf(artist, album, track, "play"))
  return Option.fromNullable(
    explainPlayedDay(
      counts,
      [...new Set(filters.flat())].sort((a, b) => a - b)
    )
  )
})

/** The play of a moment; one that counts, if there are several. */
const playAt = (moment: string) =>
  Effect.flatMap(
    sql({ id: number })`
      SELECT id FROM listening_plays WHERE played_at = ${moment}::timestamptz ORDER BY visible DESC, id LIMIT 1`,
    ([row]) => (row === undefined ? Effect.succeed(Option.none<Explanation>()) : play(row.id))
  )

/** Explains the types of listening by a numeric id, plays also by their time, and days. */
export const explainListening = {
  moments: { play: playAt },
  records: { artist, play, album: (id: number) => title("album", id), track: (id: number) => title("track", id) },
  day
}
