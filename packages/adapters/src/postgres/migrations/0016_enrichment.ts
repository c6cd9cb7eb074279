import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Which process works at which enrichment queue, and until when it is believed to be alive. */
const turns = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE enrichment_turns (
      queue text PRIMARY KEY,
      holder text NOT NULL,
      until timestamptz NOT NULL
    )`
})

/**
 * How much kinds weigh in a search: twice as many plays lift a record by ln 2, so an album needs about 20 plays to
 * stand before an artist with one.
 */
const kindWeights = `CASE $1
  WHEN 'artist' THEN 4 WHEN 'movie' THEN 4 WHEN 'show' THEN 4
  WHEN 'album' THEN 3 WHEN 'performer' THEN 3 WHEN 'release' THEN 2.5 WHEN 'event' THEN 2.5 WHEN 'player' THEN 2.5
  WHEN 'article' THEN 2 WHEN 'venue' THEN 2 WHEN 'media' THEN 2 WHEN 'track' THEN 1.5 WHEN 'activity' THEN 1.5
  ELSE 1 END`

/**
 * What search results are ordered by, in rows of their own: a weight changes with every sync, and the documents lie under
 * an index that is dear to change. Rows come and go with the documents by trigger.
 */
const ranks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION search_kind_weight(text) RETURNS real LANGUAGE sql IMMUTABLE AS ${sql.literal(`$$ SELECT (${kindWeights})::real $$`)}`
  yield* sql`
    CREATE TABLE search_ranks (
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      title_key text COLLATE "C" NOT NULL,
      weight real NOT NULL,
      PRIMARY KEY (domain, entity_type, entity_id)
    )`
  yield* sql`
    INSERT INTO search_ranks SELECT domain, entity_type, entity_id, title_key, search_kind_weight(entity_type) FROM search_documents`
  yield* sql`CREATE INDEX search_ranks_titles ON search_ranks (title_key, domain, entity_type, entity_id, weight)`
  yield* sql`CREATE INDEX search_ranks_weights ON search_ranks (weight DESC, title_key, domain, entity_type, entity_id)`
  yield* sql`DROP INDEX search_documents_titles`
  yield* sql`DROP INDEX search_documents_titles_of_domain`
  yield* rankTriggers
})

const rankTriggers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION search_ranks_put() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO search_ranks (domain, entity_type, entity_id, title_key, weight)
      SELECT domain, entity_type, entity_id, title_key, search_kind_weight(entity_type) FROM touched
      ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET title_key = excluded.title_key
      WHERE search_ranks.title_key <> excluded.title_key;
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE FUNCTION search_ranks_drop() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM search_ranks AS rank USING touched
      WHERE rank.domain = touched.domain AND rank.entity_type = touched.entity_type AND rank.entity_id = touched.entity_id;
      RETURN NULL;
    END $$`
  for (const [operation, rows, does] of [["INSERT", "NEW", "put"], ["UPDATE", "NEW", "put"], ["DELETE", "OLD", "drop"]] as const) {
    yield* sql`
      CREATE TRIGGER ${sql.literal(`search_ranks_${operation.toLowerCase()}`)} AFTER ${sql.literal(operation)} ON search_documents
      REFERENCING ${sql.literal(rows)} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION ${sql.literal(`search_ranks_${does}()`)}`
  }
})

/** When the owner's account at a source was opened, and when to ask again. */
const accounts = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
  CREATE TABLE listening_accounts (
    source text PRIMARY KEY,
    registered_at timestamptz,
    due_at timestamptz NOT NULL
  )`)

/** Pictures that were taken from a later source before an earlier one could be asked (contract §10) are looked for again. */
const pictures = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE images SET due_at = now() FROM listening_albums AS album
    WHERE domain = 'listening' AND entity_type = 'album' AND entity_id = album.id AND album.apple_music_url IS NOT NULL
      AND source <> 'apple-music' AND NOT gone AND NOT is_override`
  yield* sql`
    UPDATE images SET hints = hints || jsonb_build_object('discogs_release', held.release_id::text),
      due_at = CASE WHEN is_override THEN NULL ELSE now() END
    FROM (SELECT id, release_id FROM collecting_copies UNION ALL SELECT id, release_id FROM collecting_wants) AS held
    WHERE domain = 'collecting' AND entity_type = 'release' AND entity_id = held.id AND NOT gone`
})

export const enrichment = Effect.all([turns, ranks, accounts, pictures], { discard: true })
