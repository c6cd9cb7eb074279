import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Artists, albums, tracks and plays (`heard`: some of its plays are visible); counts of plays at the grains that reads ask for; filters and look-ups. */
export const listening = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE listening_genres (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE
    )`
  yield* sql`
    CREATE TABLE listening_artists (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE,
      sort_name text NOT NULL,
      mbid text,
      url text,
      apple_music_url text,
      genre_id integer REFERENCES listening_genres,
      tags jsonb NOT NULL DEFAULT '[]',
      provider_plays integer,
      bio_summary text,
      bio_content text,
      bio_synced_at timestamptz,
      hidden boolean NOT NULL,
      heard boolean NOT NULL DEFAULT true
    )`
  yield* sql`
    CREATE TABLE listening_albums (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      artist_id integer NOT NULL REFERENCES listening_artists,
      name text NOT NULL,
      sort_name text NOT NULL,
      mbid text,
      url text,
      apple_music_url text,
      released_year integer,
      total_tracks integer,
      hidden boolean NOT NULL,
      heard boolean NOT NULL DEFAULT true,
      UNIQUE (artist_id, name)
    )`
  yield* sql`
    CREATE TABLE listening_tracks (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      artist_id integer NOT NULL REFERENCES listening_artists,
      name text NOT NULL,
      sort_name text NOT NULL,
      match_name text NOT NULL,
      mbid text,
      url text,
      apple_music_url text,
      preview_url text,
      hidden boolean NOT NULL,
      heard boolean NOT NULL DEFAULT true,
      UNIQUE (artist_id, name)
    )`
  yield* plays
  yield* counts
  yield* sql`
    CREATE TABLE listening_filters (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      type text NOT NULL CHECK (type IN ('holiday', 'audiobook', 'custom')),
      scope text NOT NULL CHECK (scope IN ('album', 'track', 'artist', 'artist_track', 'track_regex')),
      pattern text NOT NULL,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE listening_similar (
      artist_id integer NOT NULL REFERENCES listening_artists,
      name text NOT NULL,
      similarity real NOT NULL,
      PRIMARY KEY (artist_id, name)
    )`
  yield* sql`
    CREATE TABLE listening_lookups (
      task text NOT NULL,
      kind listening_kind NOT NULL,
      subject integer NOT NULL,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      PRIMARY KEY (task, kind, subject)
    )`
})

/** Plays refer to names without foreign keys: three look-ups for every play would be most of what storing it costs, and names are never deleted. */
const plays = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE listening_sources (source text PRIMARY KEY)`
  yield* sql`
    CREATE TABLE listening_plays (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      played_at timestamptz NOT NULL,
      artist_id integer NOT NULL,
      track_id integer NOT NULL,
      album_id integer,
      day date NOT NULL,
      source text NOT NULL,
      precise boolean NOT NULL,
      twin boolean NOT NULL DEFAULT false,
      visible boolean NOT NULL
    )`
  yield* sql`
    CREATE UNIQUE INDEX listening_plays_key
    ON listening_plays (played_at, track_id, album_id, source) NULLS NOT DISTINCT`
  yield* sql`CREATE INDEX listening_plays_of_artist ON listening_plays (artist_id, played_at) WHERE visible`
  yield* sql`CREATE INDEX listening_plays_of_album ON listening_plays (album_id, played_at) WHERE visible`
  yield* sql`CREATE INDEX listening_plays_of_track ON listening_plays (track_id, played_at) WHERE visible`
})

/**
 * Visible plays per artist, album and track in each year, in the current windows of weeks, and ever; per genre in each
 * week, month and year; and the sums of days, months, years and ever. A list then reads its answer, not the history.
 * Only what listening_buckets calls settled may be read from listening_counts: a large page unsettles what it touches
 * rather than counting row by row, reads then go to the plays, and the end of the sync counts each bucket anew.
 */
const counts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TYPE listening_kind AS ENUM ('artist', 'album', 'track', 'genre')`
  yield* sql`CREATE TYPE listening_grain AS ENUM ('day', 'week', 'month', 'year', 'ever', '13weeks', '26weeks', '52weeks')`
  yield* sql`
    CREATE TABLE listening_counts (
      kind listening_kind NOT NULL,
      grain listening_grain NOT NULL,
      bucket date NOT NULL,
      subject integer NOT NULL,
      plays integer NOT NULL,
      PRIMARY KEY (kind, grain, bucket, subject)
    )`
  yield* sql`CREATE INDEX listening_counts_ranked ON listening_counts (kind, grain, bucket, plays DESC, subject)`
  yield* sql`
    CREATE TABLE listening_totals (
      grain listening_grain NOT NULL,
      bucket date NOT NULL,
      plays integer NOT NULL,
      artists integer NOT NULL,
      albums integer NOT NULL,
      tracks integer NOT NULL,
      PRIMARY KEY (grain, bucket)
    )`
  yield* sql`
    CREATE TABLE listening_buckets (
      grain listening_grain NOT NULL,
      bucket date NOT NULL,
      settled boolean NOT NULL,
      PRIMARY KEY (grain, bucket)
    )`
})
