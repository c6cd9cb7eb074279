import {
  type CollectingStore,
  type Fact,
  type PlayedRecordQuery,
  artistConfidence,
  matchTypeOf
} from "@daybook/core/collecting"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { type ColumnsOf, type RowOf, instant, nullable, number, outerJoined, text } from "../kit/columns.js"
import { pageOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { matches } from "./albumMatches.js"
import { tallies } from "./filmMatches.js"
import {
  type Pictured,
  copyColumns,
  copySelect,
  discColumns,
  discSelect,
  discsWithFilms,
  shownCopies,
  toDisc,
  withPicture
} from "./rows.js"

type Store = Queries<Context.Tag.Service<CollectingStore>>

const matchColumns = {
  albumId: nullable(number),
  artistId: nullable(number),
  album: nullable(text),
  artist: nullable(text),
  lastPlayedAt: nullable(instant)
}

/** Totals over all copies are in every row. For an empty page, one extra row holds them. */
const playedColumns = {
  ...outerJoined({ ...copyColumns, plays: number, confidence: number }),
  id: nullable(number),
  ...matchColumns,
  copies: number,
  played: number,
  total: number
}

/** The last play of the album, or of the artist if only that matches. */
const lastPlay = (of: "page" | "matched"): Statement.Fragment =>
  sql.literal(`
    CASE
      WHEN ${of}.album_id IS NOT NULL
        THEN (SELECT max(played_at) FROM listening_plays WHERE visible AND album_id = ${of}.album_id)
      WHEN ${of}.artist_id IS NOT NULL
        THEN (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = ${of}.artist_id)
    END AS last_played_at`)

/** Joins copies with plays over names that were normalized when they were stored. */
export const plays: Pick<Store, "played" | "playsOfCopy"> = {
  played: (of) =>
    Effect.gen(function* () {
      const rows = yield* sql(playedColumns)`
        WITH ${yield* matches(null)}, held AS MATERIALIZED (
          SELECT copy.id AS copy_id, copy.added_at AS since, matched.artist_id, matched.album_id,
            coalesce(matched.plays, 0) AS plays, coalesce(matched.confidence, 0) AS confidence
          FROM ${shownCopies} AS copy LEFT JOIN matched ON matched.release_id = copy.release_id
        ), page AS MATERIALIZED (
          SELECT * FROM held WHERE ${filterOf(of)} ORDER BY ${sorted(of)} ${pageOf(of.page)}
        )
        SELECT summed.copies, summed.played, summed.total, ${copySelect}, album.name AS album, artist.name AS artist,
          page.album_id, page.artist_id, page.plays, page.confidence, ${lastPlay("page")}
        FROM (
          SELECT count(*)::int AS copies, count(*) FILTER (WHERE ${hasAlbumPlays})::int AS played,
            count(*) FILTER (WHERE ${filterOf(of)})::int AS total
          FROM held
        ) AS summed
        LEFT JOIN page ON true
        LEFT JOIN collecting_copies AS copy ON copy.id = page.copy_id
        LEFT JOIN collecting_releases AS release ON release.id = copy.release_id
        LEFT JOIN listening_albums AS album ON album.id = page.album_id
        LEFT JOIN listening_artists AS artist ON artist.id = page.artist_id
        ORDER BY ${sorted(of)}`
      const [first] = rows
      return {
        rows: rows.flatMap(({ id, ...row }) => (id === null ? [] : [toFact({ ...row, id })])),
        total: first?.total ?? 0,
        share: { all: first?.copies ?? 0, part: first?.played ?? 0 }
      }
    }),
  playsOfCopy: (id) =>
    Effect.gen(function* () {
      const [row] = yield* sql({ ...matchColumns, plays: number, confidence: number })`
        WITH ${yield* matches(sql`SELECT release_id FROM collecting_copies WHERE id = ${id}`)}
        SELECT matched.album_id, matched.artist_id, album.name AS album, artist.name AS artist,
          coalesce(matched.plays, 0) AS plays, coalesce(matched.confidence, 0) AS confidence, ${lastPlay("matched")}
        FROM ${shownCopies} AS copy LEFT JOIN matched ON matched.release_id = copy.release_id
        LEFT JOIN listening_albums AS album ON album.id = matched.album_id
        LEFT JOIN listening_artists AS artist ON artist.id = matched.artist_id
        WHERE copy.id = ${id}`
      return Option.map(Option.fromNullable(row), (row) => ({ ...row, match: matchTypeOf(row.confidence) }))
    })
}

const toFact = ({
  album,
  albumId,
  artist,
  artistId,
  confidence,
  copies: _copies,
  played: _played,
  lastPlayedAt,
  plays,
  total: _total,
  ...copy
}: RowOf<typeof playedColumns> & { readonly id: number }): Fact.PlayedCopy => ({
  copy: withPicture(copy),
  albumId,
  artistId,
  album,
  artist,
  plays,
  lastPlayedAt,
  match: matchTypeOf(confidence),
  confidence
})

/** Plays of the artist alone do not count. */
const hasAlbumPlays = sql.literal(`confidence > ${artistConfidence}`)

const filterOf = ({ filter }: PlayedRecordQuery): Statement.Fragment =>
  filter === "all" ? sql`true` : filter === "listened" ? hasAlbumPlays : sql`NOT ${hasAlbumPlays}`

const sorted = ({ sort }: PlayedRecordQuery): Statement.Fragment =>
  sql.literal(sort === "plays" ? "plays DESC, copy_id DESC" : "since DESC NULLS LAST, copy_id DESC")

const watchedColumns: ColumnsOf<Pictured<Fact.WatchedDisc>> = {
  ...discColumns,
  watches: number,
  lastWatchedAt: nullable(instant)
}

/** Joins discs with viewings. */
export const watched: Pick<Store, "watched"> = {
  watched: ({ filter, page }) =>
    Effect.gen(function* () {
      const where =
        filter === "all"
          ? sql`true`
          : filter === "watched"
            ? sql`tally.film_id IS NOT NULL`
            : sql`tally.film_id IS NULL`
      const from = sql`
        FROM ${discsWithFilms} LEFT JOIN tally ON tally.film_id = film.id`
      const [summary] = yield* sql({ all: number, part: number, total: number })`
        WITH tally AS MATERIALIZED (${tallies(sql`collecting_films`)})
        SELECT count(DISTINCT film.id)::int AS all, count(DISTINCT tally.film_id)::int AS part,
          count(*) FILTER (WHERE ${where})::int AS total
        ${from}`
      const rows = yield* sql(watchedColumns)`
        WITH tally AS MATERIALIZED (${tallies(sql`collecting_films`)})
        SELECT ${discSelect}, coalesce(tally.watches, 0) AS watches, tally.last_watched_at ${from} WHERE ${where}
        ORDER BY disc.collected_at DESC, disc.id DESC ${pageOf(page)}`
      return {
        rows: rows.map(toDisc),
        total: summary?.total ?? 0,
        share: { all: summary?.all ?? 0, part: summary?.part ?? 0 }
      }
    })
}
