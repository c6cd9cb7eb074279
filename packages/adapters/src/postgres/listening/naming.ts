import { type Appeared, type Kind, kinds, type Presence } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface Renamed {
  readonly id: number
  readonly name: string
  readonly before: string
}

/** Artists to look at again: those whose plays came or went, and those of whose spellings something else changed. */
interface Touched {
  readonly heard: ReadonlySet<number> | "all"
  readonly spelled: ReadonlySet<number>
}

/**
 * Names artists by their most played spelling, ties by code point, and adds to what came into the library whatever is
 * shown under another name now. Plays can only change the name of an artist of several spellings.
 */
export const nameArtists = Effect.fn("listening.nameArtists")(function*(sql: SqlClient.SqlClient, { heard, spelled }: Touched, presence: Presence) {
  if (heard !== "all" && heard.size + spelled.size === 0) return presence
  const rows = yield* sql<{ id: number }>`
    SELECT artist_id AS id FROM listening_spellings ${heard === "all" ? sql`` : sql`WHERE artist_id = ANY(${[...heard, ...spelled]}::int[])`}
    GROUP BY artist_id HAVING count(*) > 1`
  const several = rows.map(({ id }) => id)
  const ids = [...new Set([...several, ...spelled])]
  if (ids.length === 0) return presence
  const renamed = yield* rename(sql, ids, several)
  for (const one of renamed) yield* retell(sql, one)
  if (renamed.length === 0 && (several.length === 0 || presence.appeared.length === 0)) return presence
  return yield* republished(sql, ids, new Set(renamed.map(({ id }) => id)), presence)
})

/** Lets artists be called what their spellings say; the plays of those of several tell which. */
const rename = Effect.fn("listening.rename")(function*(sql: SqlClient.SqlClient, ids: ReadonlyArray<number>, several: ReadonlyArray<number>) {
  const rows = yield* sql<Renamed>`
    UPDATE listening_artists AS artist SET name = best.name, sort_name = best.sort_name, mbid = best.mbid, url = best.url
    FROM (
      SELECT DISTINCT ON (spelling.artist_id) spelling.artist_id, spelling.name, spelling.sort_name,
        min(mbid COLLATE "C") OVER (PARTITION BY spelling.artist_id) AS mbid,
        coalesce(url, min(url COLLATE "C") OVER (PARTITION BY spelling.artist_id)) AS url
      FROM listening_spellings AS spelling
      LEFT JOIN (
        SELECT spelling_id, count(*) AS plays FROM listening_plays WHERE visible AND artist_id = ANY(${several}::int[]) GROUP BY spelling_id
      ) AS heard ON heard.spelling_id = spelling.id
      WHERE spelling.artist_id = ANY(${ids}::int[])
      ORDER BY spelling.artist_id, coalesce(heard.plays, 0) DESC, spelling.name COLLATE "C"
    ) AS best, listening_artists AS old
    WHERE artist.id = best.artist_id AND old.id = artist.id
      AND (old.name IS DISTINCT FROM best.name OR old.mbid IS DISTINCT FROM best.mbid OR old.url IS DISTINCT FROM best.url)
    RETURNING artist.id, artist.name, old.name AS before`
  return rows.filter(({ before, name }) => before !== name)
})

/** What the feed says of discoveries. */
const retell = (sql: SqlClient.SqlClient, { before, id, name }: Renamed) =>
  sql`
    UPDATE feed_items SET
      title = CASE entity_type WHEN 'artist' THEN replace(title, ${before}, ${name}) ELSE title END,
      subtitle = CASE entity_type WHEN 'artist' THEN subtitle ELSE ${name} END
    WHERE domain = 'listening' AND (entity_type = 'artist' AND entity_id = ${id}
      OR entity_type = 'album' AND entity_id IN (SELECT id FROM listening_albums WHERE artist_id = ${id}))`

interface Row extends Appeared {
  readonly artistId: number
}

const keyOf = ({ id, kind }: { readonly kind: Kind; readonly id: number }) => `${kind} ${id}`

const republished = Effect.fn(function*(sql: SqlClient.SqlClient, ids: ReadonlyArray<number>, renamed: ReadonlySet<number>, presence: Presence) {
  const appeared = new Map(presence.appeared.map((one) => [keyOf(one), one]))
  for (const kind of kinds) {
    const artistId = sql.literal(kind === "artist" ? "named.id" : "named.artist_id")
    const rows = yield* sql<Row>`
      SELECT ${kind}::text AS kind, named.id, named.name, artist.name AS artist, named.mbid, named.url, ${artistId} AS artist_id,
        (SELECT min(played_at) FROM listening_plays AS play WHERE play.visible AND play.${sql.literal(kind)}_id = named.id) AS first_played_at
      FROM listening_${sql.literal(kind)}s AS named JOIN listening_artists AS artist ON artist.id = ${artistId}
      WHERE named.heard AND artist.id = ANY(${ids}::int[])`
    for (const { artistId, ...one } of rows) {
      if (renamed.has(artistId) || appeared.has(keyOf(one))) appeared.set(keyOf(one), one)
    }
  }
  return { ...presence, appeared: [...appeared.values()] } satisfies Presence
})

/** What two writes, one after the other, brought in and took out. */
export const inTurn = (first: Presence, then: Presence): Presence => {
  const refOf = (one: Presence["vanished"][number]) => `${one.type} ${one.id}`
  const [back, gone] = [new Set(then.appeared.map(keyOf)), new Set(then.vanished.map(refOf))]
  return {
    appeared: [...first.appeared.filter((one) => !gone.has(keyOf(one)) && !back.has(keyOf(one))), ...then.appeared],
    vanished: [...first.vanished.filter((one) => !back.has(refOf(one))), ...then.vanished]
  }
}
