import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What can be found of every domain's records, by their words and by their meaning (contract §9). */
export const search = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // `head` holds the words of title (A) and subtitle (B); `words` those of a body too, where there is one. Texts stay as
  // they were written, out of the way of whoever counts rows.
  yield* sql`
    CREATE TABLE search_documents (
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      title_key text COLLATE "C" NOT NULL,
      head tsvector NOT NULL,
      words tsvector,
      title text NOT NULL,
      subtitle text,
      body text,
      details jsonb NOT NULL,
      content text GENERATED ALWAYS AS (
        CASE WHEN domain = 'reading' THEN md5(title || chr(10) || coalesce(subtitle, '') || chr(10) || coalesce(body, '')) END
      ) STORED,
      PRIMARY KEY (domain, entity_type, entity_id)
    )`
  yield* sql`
    CREATE INDEX search_documents_words ON search_documents USING gin (coalesce(words, head)) WITH (gin_pending_list_limit = 256)`
  yield* sql`CREATE INDEX search_documents_titles ON search_documents (title_key, domain, entity_type, entity_id)`
  yield* sql`CREATE INDEX search_documents_titles_of_domain ON search_documents (domain, title_key, entity_type, entity_id)`
  yield* starts
  yield* embeddings
})

/**
 * How many documents have a word that begins with a letter, or with two: what so short a search finds is too much to
 * count. Kept by triggers, which know for sure what a statement took away and what it brought.
 */
const starts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE search_starts (domain text NOT NULL, start text COLLATE "C" NOT NULL, documents integer NOT NULL, PRIMARY KEY (domain, start))`
  yield* sql`
    CREATE FUNCTION search_starts_of(tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
      SELECT left(word, 1) FROM unnest(tsvector_to_array($1)) AS word UNION SELECT left(word, 2) FROM unnest(tsvector_to_array($1)) AS word
    $$`
  for (const [operation, rows, sign] of [["INSERT", "NEW", "+"], ["UPDATE", "OLD", "-"], ["UPDATE", "NEW", "+"], ["DELETE", "OLD", "-"]] as const) {
    const name = sql.literal(`search_starts_${operation.toLowerCase()}_${rows.toLowerCase()}`)
    yield* sql`
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO search_starts (domain, start, documents)
        SELECT domain, start, ${sql.literal(sign)} count(*) FROM touched, search_starts_of(coalesce(words, head)) AS start
        GROUP BY domain, start ORDER BY domain, start
        ON CONFLICT (domain, start) DO UPDATE SET documents = search_starts.documents + excluded.documents;
        RETURN NULL;
      END $$`
    yield* sql`
      CREATE TRIGGER ${name} AFTER ${sql.literal(operation)} ON search_documents
      REFERENCING ${sql.literal(rows)} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`
  }
})

/**
 * Vectors by model: of the chunks of a text, kept by their content, and of the whole. `content` says of which text a
 * vector is, `complete` whether all of its chunks are in it; `due_at` is when to try again. All go with their document.
 */
const embeddings = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE search_chunks (
      model text NOT NULL,
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      hash text NOT NULL,
      vector bytea NOT NULL,
      PRIMARY KEY (domain, entity_type, entity_id, model, hash),
      FOREIGN KEY (domain, entity_type, entity_id) REFERENCES search_documents ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX search_chunks_of_content ON search_chunks (hash, model)`
  yield* sql`
    CREATE TABLE search_vectors (
      model text NOT NULL,
      domain text NOT NULL,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      content text NOT NULL,
      vector bytea,
      complete boolean NOT NULL DEFAULT false,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      revision integer NOT NULL DEFAULT 0,
      PRIMARY KEY (domain, entity_type, entity_id, model),
      FOREIGN KEY (domain, entity_type, entity_id) REFERENCES search_documents ON DELETE CASCADE
    )`
  yield* sql`CREATE SEQUENCE search_vectors_revision AS integer`
})
