import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Saved articles, their texts, highlights, and what is still to be looked up. Texts lie apart, so that lists read short
 * rows. `source_id` is null for an article that only an export file told of; `address` is its key then.
 */
export const reading = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE reading_articles (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      source_id bigint,
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
      status text NOT NULL CHECK (status IN ('unread', 'reading', 'finished', 'skipped', 'abandoned')),
      tags text[] NOT NULL,
      saved_at timestamptz NOT NULL,
      saved_on date NOT NULL,
      started_at timestamptz,
      finished_at timestamptz,
      finished_on date,
      bulk boolean GENERATED ALWAYS AS (finished_at IS NOT NULL AND finished_at = saved_at) STORED,
      page_title text,
      author text,
      site_name text,
      page_description text,
      image_url text,
      word_count integer,
      body text NOT NULL DEFAULT 'awaited' CHECK (body IN ('awaited', 'present', 'missing')),
      shown_title text GENERATED ALWAYS AS (coalesce(nullif(title, ''), page_title, url)) STORED,
      sort_title text COLLATE "C" GENERATED ALWAYS AS (left(lower(coalesce(nullif(title, ''), page_title, url)), 200)) STORED,
      UNIQUE (source, source_id)
    )`
  yield* sql`CREATE INDEX reading_articles_of_address ON reading_articles (source, md5(address))`
  yield* sql`CREATE INDEX reading_articles_saved ON reading_articles (saved_at DESC, id DESC)`
  yield* sql`CREATE INDEX reading_articles_finished ON reading_articles (finished_at DESC, id DESC) WHERE status = 'finished'`
  yield* sql`CREATE INDEX reading_articles_read ON reading_articles (progress_at DESC, id DESC) WHERE status = 'reading'`
  yield* sql`CREATE INDEX reading_articles_titles ON reading_articles (sort_title, id)`
  yield* sql`CREATE INDEX reading_articles_of_domain ON reading_articles (domain, saved_at DESC, id DESC)`
  yield* sql`CREATE INDEX reading_articles_tags ON reading_articles USING gin (tags)`
  yield* sql`CREATE INDEX reading_articles_days ON reading_articles (saved_on)`
  yield* sql`CREATE INDEX reading_articles_finished_days ON reading_articles (finished_on) WHERE status = 'finished' AND NOT bulk`
  yield* sql`
    CREATE TABLE reading_texts (
      article_id integer PRIMARY KEY REFERENCES reading_articles ON DELETE CASCADE,
      origin text NOT NULL CHECK (origin IN ('text', 'page')),
      content text NOT NULL
    )`
  yield* sql`
    CREATE TABLE reading_highlights (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      article_id integer NOT NULL REFERENCES reading_articles ON DELETE CASCADE,
      source text NOT NULL,
      source_id bigint NOT NULL,
      text text NOT NULL,
      note text,
      position double precision,
      created_at timestamptz NOT NULL,
      UNIQUE (source, source_id)
    )`
  yield* sql`CREATE INDEX reading_highlights_of_article ON reading_highlights (article_id)`
  yield* sql`CREATE INDEX reading_highlights_created ON reading_highlights (created_at DESC, id DESC)`
  yield* sql`
    CREATE TABLE reading_lookups (
      article_id integer NOT NULL REFERENCES reading_articles ON DELETE CASCADE,
      look_up text NOT NULL CHECK (look_up IN ('text', 'page')),
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      tried boolean NOT NULL DEFAULT false,
      PRIMARY KEY (look_up, article_id)
    )`
})
