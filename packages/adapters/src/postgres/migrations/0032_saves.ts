import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Ids of services as texts, and what each source says about an article: several services may have saved it. An article
 * is what its saves make. Highlights that a second service reports are hidden.
 */
export const saves = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE reading_articles ALTER COLUMN source_id TYPE text COLLATE "C"`
  yield* sql`ALTER TABLE reading_highlights ALTER COLUMN source_id TYPE text COLLATE "C"`
  yield* sql`ALTER TABLE reading_articles ADD status_inferred boolean NOT NULL DEFAULT false`
  yield* sql`ALTER TABLE reading_articles DROP CONSTRAINT reading_articles_source_source_id_key`
  yield* sql`CREATE INDEX reading_articles_of_source ON reading_articles (source, source_id)`
  yield* sql`
    DO $$
    DECLARE name text;
    BEGIN
      FOR name IN
        SELECT conname FROM pg_constraint
        WHERE conrelid = 'reading_articles'::regclass AND contype = 'c'
          AND pg_get_constraintdef(oid) LIKE '%unread%'
      LOOP
        EXECUTE format('ALTER TABLE reading_articles DROP CONSTRAINT %I', name);
      END LOOP;
    END $$`
  yield* sql`
    ALTER TABLE reading_articles ADD CONSTRAINT reading_articles_status_check
    CHECK (status IN ('unread', 'reading', 'finished', 'skipped', 'abandoned', 'archived', 'saved'))`
  yield* sql`
    CREATE TABLE reading_saves (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      article_id integer REFERENCES reading_articles ON DELETE SET NULL,
      source text NOT NULL,
      source_id text COLLATE "C",
      url text NOT NULL,
      address text NOT NULL,
      domain text,
      title text NOT NULL,
      description text,
      folder text,
      archived boolean NOT NULL,
      starred boolean NOT NULL,
      progress double precision NOT NULL,
      progress_at timestamptz,
      status text NOT NULL,
      status_inferred boolean NOT NULL,
      tags text[] NOT NULL,
      saved_at timestamptz NOT NULL,
      saved_on date NOT NULL,
      started_at timestamptz,
      finished_at timestamptz,
      finished_on date,
      UNIQUE (source, source_id)
    )`
  yield* sql`
    INSERT INTO reading_saves (
      article_id, source, source_id, url, address, domain, title, description, folder, archived, starred, progress,
      progress_at, status, status_inferred, tags, saved_at, saved_on, started_at, finished_at, finished_on
    )
    SELECT id, source, source_id, url, address, domain, title, description, folder, archived, starred, progress,
      progress_at, status, false, tags, saved_at, saved_on, started_at, finished_at, finished_on
    FROM reading_articles ORDER BY id`
  yield* sql`CREATE INDEX reading_saves_of_address ON reading_saves (md5(address))`
  yield* sql`CREATE INDEX reading_saves_of_article ON reading_saves (article_id)`
  yield* sql`DROP INDEX reading_articles_of_address`
  yield* sql`ALTER TABLE reading_highlights ADD save_id integer REFERENCES reading_saves ON DELETE CASCADE`
  yield* sql`
    UPDATE reading_highlights AS highlight SET save_id = save.id
    FROM reading_saves AS save WHERE save.article_id = highlight.article_id`
  yield* sql`ALTER TABLE reading_highlights ALTER COLUMN save_id SET NOT NULL`
  yield* sql`ALTER TABLE reading_highlights ADD hidden boolean NOT NULL DEFAULT false`
  yield* sql`CREATE INDEX reading_highlights_of_save ON reading_highlights (save_id)`
})
