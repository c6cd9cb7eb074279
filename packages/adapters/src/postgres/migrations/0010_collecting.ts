import { SqlClient, type Statement } from "@effect/sql"
import { Effect } from "effect"

/**
 * Releases, the copies and wants of them, films and the discs of them. Copies and wants draw their ids from one
 * sequence, so that a picture's owner is named by its id alone. `told_by` says how much the word of the road counts
 * that described a row: the provider's list beats its page, and both beat an export file.
 */
export const collecting = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* distance
  yield* sql`
    CREATE TABLE collecting_releases (
      id integer PRIMARY KEY,
      title text NOT NULL,
      sort_title text NOT NULL,
      artists jsonb NOT NULL,
      year integer,
      format text,
      format_detail text[] NOT NULL,
      labels jsonb NOT NULL,
      genres text[] NOT NULL,
      styles text[] NOT NULL,
      picture text,
      told_by smallint NOT NULL,
      tracklist jsonb NOT NULL DEFAULT '[]',
      country text,
      have integer,
      want integer,
      lowest_price integer,
      for_sale integer,
      notes text,
      match_name text NOT NULL GENERATED ALWAYS AS (${titleKey(sql, "sort_title")}) STORED,
      match_base text NOT NULL GENERATED ALWAYS AS (${baseKey(sql, "sort_title")}) STORED
    )`
  yield* sql`
    CREATE TABLE collecting_credits (
      release_id integer NOT NULL REFERENCES collecting_releases ON DELETE CASCADE,
      place integer NOT NULL,
      artist_id integer,
      name text NOT NULL,
      shown text NOT NULL,
      sort_name text NOT NULL,
      sort_shown text NOT NULL,
      nobody boolean NOT NULL,
      PRIMARY KEY (release_id, place)
    )`
  // Under which names plays of a release may be found: each artist's, as printed too, and all of them together.
  yield* sql`
    CREATE TABLE collecting_names (
      release_id integer NOT NULL REFERENCES collecting_releases ON DELETE CASCADE,
      sort_name text NOT NULL,
      match_name text NOT NULL GENERATED ALWAYS AS (${nameKey(sql, "sort_name")}) STORED,
      PRIMARY KEY (release_id, sort_name)
    )`
  yield* held
  yield* discs
  yield* heardNames
})

const held = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE SEQUENCE collecting_ids AS integer`
  yield* sql`
    CREATE TABLE collecting_copies (
      id integer PRIMARY KEY DEFAULT nextval('collecting_ids'),
      release_id integer NOT NULL REFERENCES collecting_releases,
      instance bigint UNIQUE,
      added_at timestamptz,
      rating smallint NOT NULL,
      media_condition text,
      sleeve_condition text,
      notes text
    )`
  yield* sql`CREATE INDEX collecting_copies_of_release ON collecting_copies (release_id)`
  yield* sql`CREATE INDEX collecting_copies_newest ON collecting_copies (added_at, id)`
  yield* sql`
    CREATE TABLE collecting_wants (
      id integer PRIMARY KEY DEFAULT nextval('collecting_ids'),
      release_id integer NOT NULL UNIQUE REFERENCES collecting_releases,
      added_at timestamptz,
      rating smallint NOT NULL,
      notes text
    )`
  yield* sql`
    CREATE TABLE collecting_listings (
      list text PRIMARY KEY,
      at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE collecting_values (
      source text PRIMARY KEY,
      cents integer
    )`
  yield* sql`
    CREATE TABLE collecting_lookups (
      look_up text NOT NULL,
      subject integer NOT NULL,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      PRIMARY KEY (look_up, subject)
    )`
})

const discs = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE collecting_films (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      trakt_id integer UNIQUE,
      tmdb_id integer,
      imdb_id text,
      title text NOT NULL,
      sort_title text NOT NULL,
      match_title text NOT NULL,
      year integer,
      runtime integer,
      tmdb_rating double precision,
      genres text[] NOT NULL DEFAULT '{}',
      tagline text,
      summary text,
      content_rating text,
      poster text
    )`
  yield* sql`CREATE INDEX collecting_films_tmdb ON collecting_films (tmdb_id)`
  yield* sql`CREATE INDEX collecting_films_imdb ON collecting_films (imdb_id)`
  yield* sql`
    CREATE TABLE collecting_discs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      film_id integer NOT NULL REFERENCES collecting_films,
      source text NOT NULL,
      media_type text NOT NULL,
      resolution text,
      hdr text,
      audio text,
      audio_channels text,
      collected_at timestamptz NOT NULL,
      told_by smallint NOT NULL,
      UNIQUE (film_id, media_type)
    )`
  yield* sql`CREATE INDEX collecting_discs_newest ON collecting_discs (collected_at, id)`
})

/** What names of the listening room have in common with those of releases: reads compare thousands of them. */
const heardNames = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE listening_artists ADD COLUMN match_name text NOT NULL GENERATED ALWAYS AS (${nameKey(sql, "sort_name")}) STORED`
  yield* sql`CREATE INDEX listening_artists_match ON listening_artists (match_name)`
  yield* sql`
    ALTER TABLE listening_albums
      ADD COLUMN match_name text NOT NULL GENERATED ALWAYS AS (${titleKey(sql, "sort_name")}) STORED,
      ADD COLUMN match_base text NOT NULL GENERATED ALWAYS AS (${baseKey(sql, "sort_name")}) STORED`
})

/**
 * How many letters must change, come in or go to make one text of the other (Levenshtein), as far as 2: what is further
 * apart counts as 3. Only the band of the table that lies within 2 of its diagonal is looked at.
 */
const distance = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
  CREATE FUNCTION collecting_distance(a text, b text) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT AS $$
  DECLARE
    width integer := length(b);
    above integer[];
    row integer[];
    best integer;
  BEGIN
    IF abs(length(a) - width) > 2 THEN RETURN 3; END IF;
    above := ARRAY(SELECT least(j, 3) FROM generate_series(0, width) AS j ORDER BY j);
    FOR i IN 1..length(a) LOOP
      row := array_fill(3, ARRAY[width + 1]);
      row[1] := least(i, 3);
      best := row[1];
      FOR j IN greatest(1, i - 2)..least(width, i + 2) LOOP
        row[j + 1] := least(row[j] + 1, above[j + 1] + 1, above[j] + (substr(a, i, 1) <> substr(b, j, 1))::integer, 3);
        best := least(best, row[j + 1]);
      END LOOP;
      IF best > 2 THEN RETURN 3; END IF;
      above := row;
    END LOOP;
    RETURN above[width + 1];
  END $$`)

/** Whatever the locale of the database, these are no letters. */
const signs = " !\"#$%'()*+,-./:;<=>?@[\\]^_`{|}~’‘“”„‚–—‐…·•™®©°¡¿′″´"
const letters = { from: "øłđıħ", to: "oldih" }

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Letters and digits alone; a name of nothing else stands for itself. */
const bare = (expression: string, otherwise: string) =>
  `coalesce(nullif(translate(replace(${expression}, '&', ' and '), ${literal(letters.from + signs)}, ${literal(letters.to)}), ''), ${otherwise})`

const withoutThe = (expression: string) => `regexp_replace(${expression}, '^the ', '')`

/** Words at the end of a title that tell an edition and no other work. */
const edition =
  "(deluxe|remaster|remix(ed)? edition|edition|reissue|anniversary|expanded|bonus|version|mono|stereo|explicit|clean|vinyl|disc|disk|digital|special|limited|collector|original|soundtrack|extended)"

const withoutEdition = (expression: string) =>
  `regexp_replace(regexp_replace(${expression}, '\\s*[(\\[][^()\\[\\]]*${edition}[^()\\[\\]]*[)\\]]\\s*$', ''), '\\s+-\\s+(ep|single|[^-]*remaster[^-]*)$', '')`

const withoutParenthesis = (expression: string) => `regexp_replace(${expression}, '\\s*[(\\[][^()\\[\\]]*[)\\]]\\s*$', '')`

/** An artist's name without its article, marks, case and signs. */
export const nameKey = (sql: SqlClient.SqlClient, column: string): Statement.Fragment => sql.literal(bare(withoutThe(column), column))

/** A title likewise, without what its end says of the edition. */
const titleKey = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql.literal(bare(withoutThe(withoutEdition(column)), column))

/** The same without any one parenthesis at its end. */
const baseKey = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql.literal(bare(withoutThe(withoutParenthesis(withoutEdition(column))), bare(withoutThe(withoutEdition(column)), column)))
