import { Catalogue, type CatalogueLink, type Kind, type Wanted } from "@daybook/core/listening"
import { SqlClient, type Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { locked } from "./locked.js"
import { ever } from "./rollup.js"
import { foldOf } from "./spellings.js"
import { Versions } from "../Versions.js"
import { setTags } from "./tags.js"

const tables: Readonly<Record<Kind, string>> = { artist: "listening_artists", album: "listening_albums", track: "listening_tracks" }

export const layer = Layer.effect(Catalogue, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* Versions
  const table = (kind: Kind) => sql.literal(tables[kind])

  /** Things of a kind whose look-up is due: never done, or to be done again by now. Hidden ones are left alone. */
  const dueOf = (task: string, kind: Kind) =>
    sql`
      FROM ${table(kind)} AS named
      LEFT JOIN listening_lookups AS lookup ON lookup.task = ${task} AND lookup.kind = ${kind} AND lookup.subject = named.id
      WHERE NOT named.hidden AND (lookup.subject IS NULL OR lookup.due_at <= now())`

  /** A write that answers show, as one transaction with its data version. One writer at a time, so that none waits for another's rows. */
  const shown = <A, E, R>(operation: string, write: Effect.Effect<A, E, R>) =>
    storage(operation)(locked(sql)(Effect.zipRight(write, versions.bump("listening"))))

  return {
    due: (task, kind, limit) =>
      storage("Catalogue.due")(sql<Wanted>`
        SELECT wanted.id, artist.name AS artist, wanted.name, ${kind === "track" ? albumName(sql) : sql`NULL`} AS album, wanted.mbid, wanted.attempts
        FROM (
          SELECT named.*, coalesce(lookup.attempts, 0) AS attempts,
            coalesce((SELECT plays FROM listening_counts WHERE kind = ${kind} AND grain = 'ever' AND bucket = ${ever} AND subject = named.id), 0) AS plays
          ${dueOf(task, kind)} ORDER BY plays DESC, named.id LIMIT ${limit}
        ) AS wanted
        JOIN listening_artists AS artist ON artist.id = ${kind === "artist" ? sql`wanted.id` : sql`wanted.artist_id`}
        ORDER BY wanted.plays DESC, wanted.id`),
    dueCount: (task, kind) =>
      storage("Catalogue.dueCount")(Effect.map(sql<{ count: number }>`SELECT count(*) AS count ${dueOf(task, kind)}`, ([row]) => row?.count ?? 0)),
    settle: (task, kind, ids, until, found) =>
      storage("Catalogue.settle")(Effect.asVoid(sql`
        INSERT INTO listening_lookups (task, kind, subject, due_at, attempts)
        SELECT ${task}, ${kind}, subject, to_timestamp(${until}::float8 / 1000), ${found ? 0 : 1}
        FROM unnest(${ids}::int[]) AS subject ORDER BY subject
        ON CONFLICT (task, kind, subject) DO UPDATE SET due_at = excluded.due_at,
          attempts = CASE WHEN ${found} THEN 0 ELSE listening_lookups.attempts + 1 END`)),
    setLinks: (kind, links) =>
      shown("Catalogue.setLinks", Effect.zipRight(lookAgain(sql, kind, links), sql`
        UPDATE ${table(kind)} AS named SET apple_music_url = link.url ${details(sql, kind)}
        FROM unnest(
          ${links.map((link) => link.id)}::int[], ${links.map((link) => link.url)}::text[], ${links.map((link) => link.previewUrl)}::text[],
          ${links.map((link) => link.releasedYear)}::int[], ${links.map((link) => link.totalTracks)}::int[]
        ) AS link (id, url, preview_url, released_year, total_tracks)
        WHERE named.id = link.id`)),
    accountDue: (source) =>
      storage("Catalogue.accountDue")(Effect.map(
        sql`SELECT FROM listening_accounts WHERE source = ${source} AND due_at > now()`,
        (rows) => rows.length === 0
      )),
    setAccount: (source, registeredAt, until) =>
      shown("Catalogue.setAccount", sql`
        INSERT INTO listening_accounts (source, registered_at, due_at)
        VALUES (${source}, to_timestamp(${registeredAt}::float8 / 1000), to_timestamp(${until}::float8 / 1000))
        ON CONFLICT (source) DO UPDATE SET registered_at = coalesce(excluded.registered_at, listening_accounts.registered_at), due_at = excluded.due_at`),
    setTags: (artistId, tags, genre) => shown("Catalogue.setTags", setTags(sql, artistId, tags, genre)),
    setBio: (artistId, bio) =>
      shown("Catalogue.setBio", sql`
        UPDATE listening_artists SET bio_summary = ${bio.summary}, bio_content = ${bio.content}, provider_plays = ${bio.plays},
          bio_synced_at = to_timestamp(${bio.at}::float8 / 1000)
        WHERE id = ${artistId}`),
    setSimilar: (artistId, similar) =>
      shown("Catalogue.setSimilar", Effect.gen(function*() {
        yield* sql`DELETE FROM listening_similar WHERE artist_id = ${artistId}`
        yield* sql`
          INSERT INTO listening_similar (artist_id, name, fold, similarity)
          SELECT DISTINCT ON (name) ${artistId}::int, name, fold, similarity
          FROM unnest(
            ${similar.map((one) => one.name)}::text[], ${similar.map((one) => foldOf(one.name))}::text[], ${similar.map((one) => one.match)}::real[]
          ) AS given (name, fold, similarity)
          ORDER BY name, similarity DESC`
      }))
  }
}))

/**
 * A link that came after its picture was looked for: the catalogue is asked for an album's before the others are, and for
 * an artist's where these had none (contract §10).
 */
const lookAgain = (sql: SqlClient.SqlClient, kind: Kind, links: ReadonlyArray<CatalogueLink>) =>
  kind === "track" ? Effect.void : Effect.asVoid(sql`
    UPDATE images SET due_at = now(), misses = 0, failures = 0
    FROM unnest(${links.map(({ id }) => id)}::int[], ${links.map(({ url }) => url)}::text[]) AS link (id, url)
    JOIN ${sql(tables[kind])} AS named ON named.id = link.id AND named.apple_music_url IS DISTINCT FROM link.url
    WHERE images.domain = 'listening' AND images.entity_type = ${kind} AND images.entity_id = link.id AND NOT gone AND NOT is_override
      AND ${kind === "album" ? sql`source IS DISTINCT FROM 'apple-music'` : sql`original IS NULL`}`)

const details = (sql: SqlClient.SqlClient, kind: Kind): Statement.Fragment =>
  kind === "album"
    ? sql`, released_year = link.released_year, total_tracks = link.total_tracks`
    : kind === "track"
    ? sql`, preview_url = link.preview_url`
    : sql``

const albumName = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(SELECT album.name FROM listening_plays AS play JOIN listening_albums AS album ON album.id = play.album_id
    WHERE play.track_id = wanted.id AND play.visible ORDER BY play.played_at DESC, play.id DESC LIMIT 1)`
