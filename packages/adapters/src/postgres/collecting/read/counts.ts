import type { CollectingStore, Fact } from "@daybook/core/collecting"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"
import { storage } from "../../storage.js"
import { within } from "./columns.js"

type Store = Context.Tag.Service<CollectingStore>

interface ArtistRow extends Omit<Fact.ArtistCount, "picture"> {
  readonly heardId: number | null
  readonly picture: PictureColumn
}

/** Sums over copies, and over what was added. */
export const counts = (sql: SqlClient.SqlClient): Pick<Store, "copyTotals" | "value" | "formats" | "genres" | "artists" | "perDay"> => ({
  copyTotals: (range) =>
    storage("CollectingStore.copyTotals")(Effect.gen(function*() {
      const [row] = yield* sql<Omit<Fact.CopyTotals, "topArtist"> & { readonly topName: string | null; readonly topCount: number | null }>`
        WITH held AS (
          SELECT copy.id, release.* FROM (SELECT id, release_id FROM collecting_copies WHERE ${within(sql, "added_at", range)}) AS copy (id, release_id)
          JOIN (SELECT id AS release_id, year, genres FROM collecting_releases) AS release USING (release_id)
        ), ranked AS MATERIALIZED (${ranked(sql, sql`held`)})
        SELECT count(*)::int AS copies, min(year) AS oldest_year, max(year) AS newest_year,
          (SELECT count(*)::int FROM collecting_wants WHERE ${within(sql, "added_at", range)}) AS wants,
          (SELECT count(*)::int FROM ranked) AS artists,
          (SELECT name FROM ranked ORDER BY copies DESC, sort_name, key LIMIT 1) AS top_name,
          (SELECT copies FROM ranked ORDER BY copies DESC, sort_name, key LIMIT 1) AS top_count,
          (SELECT genre FROM held AS one, unnest(one.genres) AS genre GROUP BY genre ORDER BY count(*) DESC, genre LIMIT 1) AS top_genre
        FROM held`
      const { topCount, topName, ...totals } = row!
      return { ...totals, topArtist: topName === null || topCount === null ? null : { name: topName, count: topCount } }
    })),
  value: storage("CollectingStore.value")(Effect.map(
    sql<{ cents: number | null }>`SELECT cents FROM collecting_values WHERE source = 'discogs'`,
    ([row]) => row?.cents ?? null
  )),
  formats: (range) =>
    storage("CollectingStore.formats")(sql<{ name: string | null; count: number }>`
      SELECT release.format AS name, count(*)::int AS count
      FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id
      WHERE ${within(sql, "copy.added_at", range)} GROUP BY release.format ORDER BY count DESC, name NULLS LAST`),
  genres: storage("CollectingStore.genres")(sql<Fact.NamedCount>`
    SELECT genre AS name, count(*)::int AS count
    FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id, unnest(release.genres) AS genre
    GROUP BY genre ORDER BY count DESC, name`),
  artists: (limit) =>
    storage("CollectingStore.artists")(Effect.map(
      sql<ArtistRow>`
        SELECT ranked.name, ranked.artist_id, ranked.releases, heard.id AS heard_id, ${pictureOf(sql, "listening", "artist", "heard.id")} AS picture
        FROM (${ranked(sql, sql`collecting_copies`)}) AS ranked
        LEFT JOIN LATERAL (
          SELECT id FROM listening_artists WHERE match_name = ranked.match_name AND heard AND NOT hidden ORDER BY id LIMIT 1
        ) AS heard ON true
        ORDER BY releases DESC, sort_name, key LIMIT ${limit}`,
      (rows) => rows.map(({ artistId, heardId, name, picture, releases }): Fact.ArtistCount => ({
        name,
        artistId,
        releases,
        picture: heardId === null ? null : toPicture("listening", "artist", heardId, picture)
      }))
    )),
  perDay: (days) =>
    storage("CollectingStore.perDay")(sql<Fact.DayCount>`
      SELECT day.date, count(*)::int AS count
      FROM unnest(${days.map(({ date }) => date)}::date[], ${days.map(({ from }) => from)}::float8[], ${days.map(({ to }) => to)}::float8[]) AS day (date, since, until)
      JOIN (
        SELECT added_at AS at FROM collecting_copies UNION ALL SELECT collected_at FROM collecting_discs
      ) AS added ON added.at >= to_timestamp(day.since / 1000) AND added.at < to_timestamp(day.until / 1000)
      GROUP BY day.date ORDER BY day.date`)
})

/** Everybody on some copies, by number or else by name, with how many of them, and of how many releases. */
const ranked = (sql: SqlClient.SqlClient, copies: Statement.Fragment): Statement.Fragment => sql`
  SELECT coalesce(credit.artist_id::text, credit.sort_name) AS key, max(credit.artist_id) AS artist_id, min(credit.name) AS name,
    min(credit.sort_name) AS sort_name, min(named.match_name) AS match_name, count(DISTINCT credit.release_id)::int AS releases, count(DISTINCT copy.id)::int AS copies
  FROM ${copies} AS copy JOIN collecting_credits AS credit ON credit.release_id = copy.release_id
  JOIN collecting_names AS named ON named.release_id = credit.release_id AND named.sort_name = credit.sort_name
  WHERE NOT credit.nobody
  GROUP BY coalesce(credit.artist_id::text, credit.sort_name)`
