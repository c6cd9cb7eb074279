import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { nameKey } from "./0010_collecting.js"

/**
 * What is said of events, what leagues and set lists know, and the events that it all comes to. Mentions, games, concerts
 * and decisions are the truth; events, tickets, venues and performers are made of them, and made anew for what shares a
 * tie with a write. A tie is a day, an order or a provider's id.
 */
export const attending = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* told
  yield* known
  yield* events
  yield* sql`
    CREATE TABLE attending_lookups (
      task text NOT NULL,
      subject text NOT NULL CHECK (subject IN ('event', 'player')),
      subject_id integer NOT NULL,
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      PRIMARY KEY (task, subject, subject_id)
    )`
})

const told = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE attending_mentions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      key text NOT NULL,
      name text NOT NULL GENERATED ALWAYS AS ('mention:' || source || '/' || key) STORED,
      said_at timestamptz NOT NULL,
      begins timestamptz,
      body jsonb NOT NULL,
      ties text[] NOT NULL,
      rejected boolean NOT NULL DEFAULT false,
      promotion jsonb,
      presence boolean,
      event_id integer,
      reason text,
      UNIQUE (source, key)
    )`
  yield* sql`CREATE INDEX attending_mentions_ties ON attending_mentions USING gin (ties)`
  yield* sql`CREATE INDEX attending_mentions_name ON attending_mentions (name)`
  yield* sql`CREATE INDEX attending_mentions_of_event ON attending_mentions (event_id)`
  yield* sql`CREATE INDEX attending_mentions_begin ON attending_mentions (source, begins)`
  // Names of mentions, games and concerts that somebody said are of two events.
  yield* sql`CREATE TABLE attending_apart (one text NOT NULL, other text NOT NULL, PRIMARY KEY (one, other))`
})

const known = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE attending_games (
      source text NOT NULL,
      game_id text NOT NULL,
      date date NOT NULL,
      league text NOT NULL,
      body jsonb NOT NULL,
      ties text[] NOT NULL,
      PRIMARY KEY (source, game_id, date)
    )`
  yield* sql`CREATE INDEX attending_games_ties ON attending_games USING gin (ties)`
  yield* sql`CREATE TABLE attending_concerts (concert_id text PRIMARY KEY, body jsonb NOT NULL, ties text[] NOT NULL)`
  yield* sql`CREATE INDEX attending_concerts_ties ON attending_concerts USING gin (ties)`
  yield* sql`CREATE TABLE attending_teams (league text NOT NULL, team_id integer NOT NULL, body jsonb NOT NULL, PRIMARY KEY (league, team_id))`
  yield* sql`
    CREATE TABLE attending_players (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      league text NOT NULL,
      league_id integer NOT NULL,
      team_id integer,
      sort_name text COLLATE "C" NOT NULL,
      plain_name text NOT NULL,
      body jsonb NOT NULL,
      shown boolean NOT NULL DEFAULT false,
      UNIQUE (league, league_id)
    )`
  yield* sql`CREATE INDEX attending_players_sorted ON attending_players (sort_name, id)`
  yield* sql`
    CREATE TABLE attending_appearances (
      source text NOT NULL,
      game_id text NOT NULL,
      player_id integer NOT NULL REFERENCES attending_players ON DELETE CASCADE,
      place integer NOT NULL,
      body jsonb NOT NULL,
      PRIMARY KEY (source, game_id, player_id)
    )`
  yield* sql`CREATE INDEX attending_appearances_of_player ON attending_appearances (player_id)`
})

const events = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE attending_venues (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      plain_name text NOT NULL,
      plain_city text NOT NULL,
      name text NOT NULL,
      city text,
      state text,
      country text,
      latitude double precision,
      longitude double precision,
      capacity integer,
      shown boolean NOT NULL DEFAULT false,
      UNIQUE (plain_name, plain_city)
    )`
  yield* sql`
    CREATE TABLE attending_performers (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      plain_name text NOT NULL UNIQUE,
      sort_name text NOT NULL,
      match_name text NOT NULL GENERATED ALWAYS AS (${nameKey(sql, "sort_name")}) STORED,
      name text NOT NULL,
      type text NOT NULL,
      mbid text,
      shown boolean NOT NULL DEFAULT false
    )`
  yield* sql`CREATE INDEX attending_performers_match ON attending_performers (match_name)`
  yield* sql`
    CREATE TABLE attending_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      digest text NOT NULL,
      doubt text CHECK (doubt IN ('unread', 'undated', 'unconfirmed')),
      kind text,
      category text,
      title text NOT NULL,
      subtitle text,
      date date,
      last_date date,
      at timestamptz,
      starts_at text,
      over timestamptz,
      status text NOT NULL CHECK (status IN ('scheduled', 'postponed', 'cancelled')),
      going boolean NOT NULL,
      external_source text,
      external_id text,
      notes text,
      venue jsonb,
      plain_venue text,
      venue_id integer REFERENCES attending_venues,
      teams jsonb,
      performers jsonb NOT NULL,
      game jsonb,
      concerts jsonb NOT NULL,
      my_side text,
      season integer,
      sides text,
      home_id integer,
      away_id integer,
      origins jsonb NOT NULL,
      told text CHECK (told IN ('attended', 'missed'))
    )`
  yield* sql`CREATE INDEX attending_events_newest ON attending_events (date DESC, at DESC, id DESC) WHERE doubt IS NULL`
  yield* sql`CREATE INDEX attending_events_external ON attending_events (external_source, external_id)`
  yield* sql`CREATE INDEX attending_events_plain_venue ON attending_events (plain_venue)`
  yield* sql`CREATE INDEX attending_events_of_venue ON attending_events (venue_id)`
  yield* sql`
    CREATE TABLE attending_tickets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event_id integer NOT NULL REFERENCES attending_events ON DELETE CASCADE,
      key text NOT NULL,
      vendor text NOT NULL,
      order_id text,
      section text,
      row_name text,
      seats text[] NOT NULL,
      quantity integer,
      total_cents bigint,
      currency text,
      purchased_at timestamptz,
      UNIQUE (event_id, key)
    )`
  yield* sql`
    CREATE TABLE attending_billings (
      event_id integer NOT NULL REFERENCES attending_events ON DELETE CASCADE,
      performer_id integer NOT NULL REFERENCES attending_performers ON DELETE CASCADE,
      role text NOT NULL,
      place integer NOT NULL,
      PRIMARY KEY (event_id, performer_id)
    )`
  yield* sql`CREATE INDEX attending_billings_of_performer ON attending_billings (performer_id)`
  // Who is billed is the artist who is heard, by either name.
  yield* sql`CREATE INDEX listening_artists_mbid ON listening_artists (mbid) WHERE mbid IS NOT NULL`
})
