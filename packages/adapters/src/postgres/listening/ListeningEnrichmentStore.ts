import { logChanges } from "@daybook/core/changes"
import { noneOfThem } from "@daybook/core/corrections"
import {
  type CatalogueLink,
  type EnrichmentTarget,
  type Kind,
  ListeningEnrichmentStore,
  foldOf
} from "@daybook/core/listening"
import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { attempts, isDue, joinTask, joinWaiting } from "../EnrichmentTasks.js"
import { domainLock } from "../kit/domainLock.js"
import { setTags } from "./genres.js"
import { ever } from "./rollup.js"
import { Versions } from "../Versions.js"
import { implement } from "../kit/store.js"
import { readCounts } from "../kit/counts.js"
import { countOf } from "../kit/query.js"
import { gapCounts } from "./gaps.js"
import { sql } from "../kit/sql.js"
import { type ColumnsOf, boolean, instant, nullable, number, real, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

const enrichmentTargetColumns: ColumnsOf<EnrichmentTarget> = {
  id: number,
  artist: text,
  name: text,
  album: nullable(text),
  mbid: nullable(text),
  isIdentified: boolean,
  attempts: number
}

const catalogueLinks = table("listening_tracks", {
  id: number,
  url: text,
  previewUrl: nullable(text),
  releasedYear: nullable(number),
  totalTracks: nullable(number)
})
const similarArtists = table("listening_similar", { artistId: number, name: text, fold: text, similarity: real })

const accounts = table("listening_accounts", { source: text, registeredAt: nullable(instant), dueAt: instant })

/** What is hidden is not looked up, nor what the owner says that nobody has. */
const isLookedUp = sql`NOT named.hidden AND named.given_mbid IS DISTINCT FROM ${noneOfThem}`

const namesOf = (kind: Kind) => sql(`listening_${kind}s`)

export const layer = Layer.effect(
  ListeningEnrichmentStore,
  Effect.gen(function* () {
    const versions = yield* Versions

    /** Entities of a kind with a due enrichment: never done, or due again. */
    const dueOf = (task: string, kind: Kind) =>
      sql`
      FROM ${namesOf(kind)} AS named
      ${joinTask({ domain: "listening", task, kind }, "named.id")}
      WHERE ${isLookedUp} AND ${isDue()}`

    /**
     * One transaction for a write that changes API responses, and its data version. Holds the domain lock, so that
     * writers do not wait for each other's rows.
     */
    const republish = <A, E, R>(write: Effect.Effect<A, E, R>) =>
      domainLock("listening")(Effect.zipRight(write, versions.bump("listening")))

    /** The same for names, which the log of changes lists while they are in the library. */
    const republishNames = <A, E, R>(kind: Kind, ids: ReadonlyArray<number>, write: Effect.Effect<A, E, R>) =>
      republish(
        Effect.gen(function* () {
          yield* write
          const listed = yield* sql({ id: number })`
            SELECT id FROM ${namesOf(kind)} WHERE heard AND id = ANY(${ids}::int[]) ORDER BY id`
          yield* logChanges(
            "listening",
            "upsert",
            kind,
            listed.map(({ id }) => id)
          )
        })
      )

    return yield* implement(ListeningEnrichmentStore, {
      due: (task, kind, limit) =>
        sql(enrichmentTargetColumns)`
        SELECT wanted.id, artist.name AS artist, wanted.name, ${kind === "track" ? albumName : sql`NULL`} AS album,
          wanted.mbid, wanted.given_mbid IS NOT NULL AS is_identified, wanted.attempts
        FROM (
          SELECT named.*, ${attempts} AS attempts,
            coalesce((
              SELECT plays FROM listening_counts
              WHERE kind = ${kind} AND grain = 'ever' AND bucket = ${ever} AND subject = named.id
            ), 0) AS plays
          ${dueOf(task, kind)} ORDER BY plays DESC, named.id LIMIT ${limit}
        ) AS wanted
        JOIN listening_artists AS artist ON artist.id = ${kind === "artist" ? sql`wanted.id` : sql`wanted.artist_id`}
        ORDER BY wanted.plays DESC, wanted.id`,
      dueCount: (task, kind) =>
        countOf(sql`
          SELECT (SELECT count(*) FROM ${namesOf(kind)} AS named WHERE ${isLookedUp}) - (
            SELECT count(*) FROM ${namesOf(kind)} AS named ${joinWaiting({ domain: "listening", task, kind }, "named.id")}
            WHERE ${isLookedUp}
          )`),
      gaps: readCounts(gapCounts),
      setLinks: (kind, links) =>
        republishNames(
          kind,
          links.map(({ id }) => id),
          Effect.zipRight(
            lookAgain(kind, links),
            sql`
        UPDATE ${namesOf(kind)} AS named SET apple_music_url = link.url ${details(kind)}
        FROM ${catalogueLinks.valuesOf(links, "link")}
        WHERE named.id = link.id`
          )
        ),
      accountDue: (source) =>
        Effect.map(
          sql`SELECT FROM listening_accounts WHERE source = ${source} AND due_at > now()`,
          (rows) => rows.length === 0
        ),
      setAccount: (source, registeredAt, until) =>
        republish(
          accounts.upsert([{ source, registeredAt, dueAt: until }], {
            key: ["source"],
            set: { registeredAt: sql`coalesce(excluded.registered_at, stored.registered_at)` },
            returning: {}
          })
        ),
      setTags: (artistId, tags, genre) => republishNames("artist", [artistId], setTags(artistId, tags, genre)),
      setBio: (artistId, bio) =>
        republishNames(
          "artist",
          [artistId],
          sql`
        UPDATE listening_artists SET bio_summary = ${bio.summary}, bio_content = ${bio.content},
          provider_plays = ${bio.plays}, bio_synced_at = to_timestamp(${bio.at}::float8 / 1000)
        WHERE id = ${artistId}`
        ),
      setSimilar: (artistId, similar) =>
        republishNames(
          "artist",
          [artistId],
          Effect.gen(function* () {
            yield* sql`DELETE FROM listening_similar WHERE artist_id = ${artistId}`
            yield* sql`
          INSERT INTO listening_similar (artist_id, name, fold, similarity)
          SELECT DISTINCT ON (name) artist_id, name, fold, similarity
          FROM ${similarArtists.valuesOf(
            similar.map(({ match, name }) => ({ artistId, name, fold: foldOf(name), similarity: match }))
          )}
          ORDER BY name, similarity DESC`
          })
        )
    })
  })
)

/**
 * Makes an image due again when its link arrived after the search. The catalogue comes first for an album's cover. It
 * is the last resort for an artist.
 */
const lookAgain = (kind: Kind, links: ReadonlyArray<CatalogueLink>) =>
  kind === "track"
    ? Effect.void
    : Effect.asVoid(sql`
    UPDATE images SET due_at = now(), misses = 0, failures = 0
    FROM ${catalogueLinks.valuesOf(links, "link")}
    JOIN ${namesOf(kind)} AS named ON named.id = link.id AND named.apple_music_url IS DISTINCT FROM link.url
    WHERE images.domain = 'listening' AND images.entity_type = ${kind} AND images.entity_id = link.id
      AND NOT gone AND NOT is_override
      AND ${kind === "album" ? sql`source IS DISTINCT FROM 'apple-music'` : sql`original IS NULL`}`)

const details = (kind: Kind): Statement.Fragment =>
  kind === "album"
    ? sql`, released_year = link.released_year, total_tracks = link.total_tracks`
    : kind === "track"
      ? sql`, preview_url = link.preview_url`
      : sql``

const albumName: Statement.Fragment = sql`(
  SELECT album.name FROM listening_plays AS play JOIN listening_albums AS album ON album.id = play.album_id
  WHERE play.track_id = wanted.id AND play.visible ORDER BY play.played_at DESC, play.id DESC LIMIT 1)`
