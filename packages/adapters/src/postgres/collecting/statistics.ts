import type { CollectingStore, Fact } from "@daybook/core/collecting"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type ColumnsOf, date, instant, nullable, number, text } from "../kit/columns.js"
import { within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { table } from "../kit/table.js"
import { copiesWithReleases, namedCountColumns, shownCopies, shownDiscs, shownWants } from "./rows.js"

type Store = Queries<Context.Tag.Service<CollectingStore>>

const copyTotalColumns = {
  copies: number,
  wants: number,
  artists: number,
  topGenre: nullable(text),
  oldestYear: nullable(number),
  newestYear: nullable(number),
  topName: nullable(text),
  topCount: nullable(number)
}

const dayCountColumns: ColumnsOf<Fact.DayCount> = { date, count: number }
const periods = table("collecting_copies", { date, since: instant, until: instant })

const artistColumns = {
  listeningId: nullable(number),
  picture: pictureColumn,
  name: text,
  artistId: nullable(number),
  releases: number
}

/** Totals of copies and additions. */
export const counts: Pick<Store, "copyTotals" | "value" | "formats" | "genres" | "artists" | "perDay"> = {
  copyTotals: (range) =>
    Effect.gen(function* () {
      const [row] = yield* sql(copyTotalColumns)`
        WITH held AS (
          SELECT copy.id, release.*
          FROM (SELECT id, release_id FROM ${shownCopies} AS shown WHERE ${within("added_at", range)})
            AS copy (id, release_id)
          JOIN (SELECT id AS release_id, year, genres FROM collecting_releases) AS release USING (release_id)
        ), ranked AS MATERIALIZED (${ranked(sql`held`)})
        SELECT count(*)::int AS copies, min(year) AS oldest_year, max(year) AS newest_year,
          (SELECT count(*)::int FROM ${shownWants} AS want WHERE ${within("added_at", range)}) AS wants,
          (SELECT count(*)::int FROM ranked) AS artists,
          (SELECT name FROM ranked ORDER BY copies DESC, sort_name, key LIMIT 1) AS top_name,
          (SELECT copies FROM ranked ORDER BY copies DESC, sort_name, key LIMIT 1) AS top_count,
          (
            SELECT genre FROM held AS one, unnest(one.genres) AS genre
            GROUP BY genre ORDER BY count(*) DESC, genre LIMIT 1
          ) AS top_genre
        FROM held`
      const { topCount, topName, ...totals } = row!
      return { ...totals, topArtist: topName === null || topCount === null ? null : { name: topName, count: topCount } }
    }),
  value: Effect.map(
    sql({ cents: nullable(number) })`SELECT cents FROM collecting_values WHERE source = 'discogs'`,
    ([row]) => row?.cents ?? null
  ),
  formats: (range) =>
    sql({ name: nullable(text), count: number })`
      SELECT release.format AS name, count(*)::int AS count
      FROM ${copiesWithReleases} WHERE ${within("copy.added_at", range)}
      GROUP BY release.format ORDER BY count DESC, name NULLS LAST`,
  genres: sql(namedCountColumns)`
    SELECT genre AS name, count(*)::int AS count
    FROM ${copiesWithReleases}, unnest(release.genres) AS genre
    GROUP BY genre ORDER BY count DESC, name`,
  artists: (limit) =>
    Effect.map(
      sql(artistColumns)`
        SELECT ranked.name, ranked.artist_id, ranked.releases, heard.id AS listening_id,
          ${pictureOf("listening", "artist", "heard.id")} AS picture
        FROM (${ranked(shownCopies)}) AS ranked
        LEFT JOIN LATERAL (
          SELECT id FROM listening_artists
          WHERE match_name = ranked.match_name AND heard AND NOT hidden ORDER BY id LIMIT 1
        ) AS heard ON true
        ORDER BY releases DESC, sort_name, key LIMIT ${limit}`,
      (rows) =>
        rows.map(({ artistId, listeningId, name, picture, releases }): Fact.ArtistCount => ({
          name,
          artistId,
          releases,
          picture: listeningId === null ? null : toPicture("listening", "artist", listeningId, picture)
        }))
    ),
  perDay: (days) =>
    sql(dayCountColumns)`
      SELECT day.date, count(*)::int AS count
      FROM ${periods.valuesOf(
        days.map(({ date, from, to }) => ({ date, since: from, until: to })),
        "day"
      )}
      JOIN (
        SELECT added_at AS at FROM ${shownCopies} AS copy UNION ALL SELECT collected_at FROM ${shownDiscs} AS disc
      ) AS added ON added.at >= day.since AND added.at < day.until
      GROUP BY day.date ORDER BY day.date`
}

/** Everyone credited on some copies, by id or else by name, with the numbers of copies and releases. */
const ranked = (copies: Statement.Fragment): Statement.Fragment => sql`
  SELECT coalesce(credit.artist_id::text, credit.sort_name) AS key, max(credit.artist_id) AS artist_id,
    min(credit.name) AS name, min(credit.sort_name) AS sort_name, min(named.match_name) AS match_name,
    count(DISTINCT credit.release_id)::int AS releases, count(DISTINCT copy.id)::int AS copies
  FROM ${copies} AS copy JOIN collecting_credits AS credit ON credit.release_id = copy.release_id
  JOIN collecting_names AS named ON named.release_id = credit.release_id AND named.sort_name = credit.sort_name
  WHERE NOT credit.nobody
  GROUP BY coalesce(credit.artist_id::text, credit.sort_name)`
