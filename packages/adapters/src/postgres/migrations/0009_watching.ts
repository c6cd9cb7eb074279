import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Films and shows, what each source reports of their being watched, and the viewings that these reports come to. The
 * reports are the truth; watching_watches is made of them, and made anew for what a write touches.
 */
export const watching = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* titles
  yield* sql`CREATE TYPE watching_source AS ENUM ('plex', 'letterboxd', 'manual')`
  yield* sql`
    CREATE TABLE watching_reports (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source watching_source NOT NULL,
      title_id integer NOT NULL REFERENCES watching_titles,
      episode_id integer REFERENCES watching_episodes,
      key text NOT NULL,
      at timestamptz NOT NULL,
      date date NOT NULL,
      dated boolean NOT NULL,
      rating real,
      rewatch boolean,
      review text,
      review_url text,
      alias text,
      logged_at timestamptz,
      edited boolean NOT NULL DEFAULT false,
      dismissed boolean NOT NULL DEFAULT false,
      watch_id integer,
      reason text
    )`
  yield* sql`CREATE UNIQUE INDEX watching_reports_key ON watching_reports (title_id, episode_id, source, key) NULLS NOT DISTINCT`
  yield* sql`CREATE INDEX watching_reports_of_episode ON watching_reports (episode_id) WHERE episode_id IS NOT NULL`
  yield* sql`CREATE INDEX watching_reports_of_watch ON watching_reports (watch_id)`
  yield* sql`CREATE INDEX watching_reports_logged ON watching_reports (source, logged_at) WHERE logged_at IS NOT NULL`
  // Pairs of reports that somebody said are of two viewings.
  yield* sql`
    CREATE TABLE watching_apart (
      first_id integer NOT NULL REFERENCES watching_reports ON DELETE CASCADE,
      second_id integer NOT NULL REFERENCES watching_reports ON DELETE CASCADE,
      PRIMARY KEY (first_id, second_id)
    )`
  yield* sql`CREATE INDEX watching_apart_second ON watching_apart (second_id)`
  yield* sql`
    CREATE TABLE watching_watches (
      id integer PRIMARY KEY,
      title_id integer NOT NULL REFERENCES watching_titles,
      episode_id integer REFERENCES watching_episodes,
      source watching_source NOT NULL,
      at timestamptz NOT NULL,
      date date NOT NULL,
      dated boolean NOT NULL,
      rating real,
      rewatch boolean NOT NULL,
      review text,
      review_url text,
      reliable boolean NOT NULL,
      source_id text NOT NULL
    )`
  yield* sql`CREATE INDEX watching_watches_newest ON watching_watches (at DESC, id DESC) WHERE episode_id IS NULL`
  yield* sql`CREATE INDEX watching_watches_of_title ON watching_watches (title_id, at DESC, id DESC)`
  yield* sql`CREATE INDEX watching_watches_of_episode ON watching_watches (episode_id) WHERE episode_id IS NOT NULL`
  yield* sql`CREATE INDEX watching_watches_date ON watching_watches (date) WHERE episode_id IS NULL`
  yield* sql`
    CREATE TABLE watching_ratings (
      title_id integer NOT NULL REFERENCES watching_titles,
      source watching_source NOT NULL,
      rating real NOT NULL,
      PRIMARY KEY (title_id, source)
    )`
})

/** `named_by` and `described_by` say how much the word of the source counts that gave the name and the rest. */
const titles = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TYPE watching_kind AS ENUM ('movie', 'show')`
  yield* sql`
    CREATE TABLE watching_titles (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind watching_kind NOT NULL,
      title text NOT NULL,
      sort_title text NOT NULL,
      match_title text NOT NULL,
      year integer,
      named_by smallint NOT NULL,
      described_by smallint NOT NULL,
      genres text[] NOT NULL DEFAULT '{}',
      directors text[] NOT NULL DEFAULT '{}',
      director_ids integer[] NOT NULL DEFAULT '{}',
      duration_min integer,
      content_rating text,
      tagline text,
      summary text,
      tmdb_rating double precision,
      poster text,
      seasons integer,
      episodes integer
    )`
  yield* sql`CREATE INDEX watching_titles_match ON watching_titles (kind, match_title)`
  // Numbers under which other services know a title.
  yield* sql`
    CREATE TABLE watching_ids (
      kind watching_kind NOT NULL,
      scheme text NOT NULL,
      value text NOT NULL,
      title_id integer NOT NULL REFERENCES watching_titles ON DELETE CASCADE,
      PRIMARY KEY (kind, scheme, value)
    )`
  yield* sql`CREATE INDEX watching_ids_of_title ON watching_ids (title_id)`
  yield* sql`
    CREATE TABLE watching_episodes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      show_id integer NOT NULL REFERENCES watching_titles,
      season integer NOT NULL,
      number integer NOT NULL,
      title text,
      UNIQUE (show_id, season, number)
    )`
  yield* sql`
    CREATE TABLE watching_lookups (
      task text NOT NULL,
      title_id integer NOT NULL REFERENCES watching_titles ON DELETE CASCADE,
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      PRIMARY KEY (task, title_id)
    )`
})
