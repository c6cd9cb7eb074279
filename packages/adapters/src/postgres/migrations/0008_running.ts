import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Runs as they are answered, what each road said of them, and sums by year. Distances are exact numbers, so that a sum
 * does not depend on the order of its terms. Ids are the provider's own, wider than those that the database gives.
 */
export const running = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE running_activities (
      id bigint PRIMARY KEY,
      source text NOT NULL,
      name text NOT NULL,
      sport text NOT NULL,
      started_at timestamptz NOT NULL,
      local_start timestamp NOT NULL,
      day date NOT NULL,
      distance numeric NOT NULL,
      moving_time integer NOT NULL,
      elapsed_time integer NOT NULL,
      elevation numeric NOT NULL,
      pace double precision GENERATED ALWAYS AS (CASE WHEN distance > 0 AND moving_time > 0 THEN moving_time / distance::float8 END) STORED,
      heartrate_avg double precision,
      heartrate_max double precision,
      cadence double precision,
      calories double precision,
      suffer_score double precision,
      workout_type text NOT NULL,
      city text,
      state text,
      country text,
      gear_id text,
      description text
    )`
  yield* sql`CREATE INDEX running_activities_newest ON running_activities (started_at, id)`
  yield* sql`CREATE INDEX running_activities_of_day ON running_activities (day)`
  yield* sql`CREATE INDEX running_activities_of_time ON running_activities (local_start)`
  yield* sql`CREATE INDEX running_activities_of_city ON running_activities (city, started_at)`
  yield* sql`CREATE INDEX running_activities_longest ON running_activities (distance, id)`
  yield* sql`CREATE INDEX running_activities_lasting ON running_activities (moving_time, id)`
  yield* sql`CREATE INDEX running_activities_climbing ON running_activities (elevation, id)`
  yield* sql`CREATE INDEX running_activities_fastest ON running_activities (pace, id)`
  yield* sql`CREATE INDEX running_activities_slowest ON running_activities (pace DESC NULLS LAST, id DESC)`
  yield* sql`CREATE INDEX running_activities_races ON running_activities (started_at, id) WHERE workout_type = 'race'`
  yield* parts
  yield* sums
})

const parts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Courses are long: kept beside, they are read only with the runs of one page.
  yield* sql`
    CREATE TABLE running_courses (
      activity_id bigint PRIMARY KEY REFERENCES running_activities ON DELETE CASCADE,
      polyline text NOT NULL
    )`
  yield* sql`
    CREATE TABLE running_reports (
      activity_id bigint NOT NULL REFERENCES running_activities ON DELETE CASCADE,
      road text NOT NULL CHECK (road IN ('listed', 'detailed', 'archived')),
      said jsonb NOT NULL,
      PRIMARY KEY (activity_id, road)
    )`
  yield* sql`
    CREATE TABLE running_splits (
      activity_id bigint NOT NULL REFERENCES running_activities ON DELETE CASCADE,
      number integer NOT NULL,
      distance double precision NOT NULL,
      moving_time integer NOT NULL,
      elapsed_time integer NOT NULL,
      elevation double precision NOT NULL,
      heartrate double precision,
      PRIMARY KEY (activity_id, number)
    )`
  yield* sql`
    CREATE TABLE running_efforts (
      activity_id bigint NOT NULL REFERENCES running_activities ON DELETE CASCADE,
      distance text NOT NULL,
      elapsed_time integer NOT NULL,
      started_at timestamptz NOT NULL,
      PRIMARY KEY (activity_id, distance)
    )`
  yield* sql`CREATE INDEX running_efforts_fastest ON running_efforts (distance, elapsed_time, started_at, activity_id)`
  yield* sql`
    CREATE TABLE running_gear (
      id text PRIMARY KEY,
      source text NOT NULL,
      name text,
      brand text,
      model text,
      distance numeric,
      retired boolean NOT NULL DEFAULT false
    )`
  yield* sql`
    CREATE TABLE running_deletions (
      activity_id bigint PRIMARY KEY,
      by_hand boolean NOT NULL,
      deleted_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE running_lookups (
      source text NOT NULL,
      look_up text NOT NULL,
      subject text NOT NULL,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      PRIMARY KEY (source, look_up, subject)
    )`
})

/** Counted anew for each calendar year that a change touches. `key` is the month, hour, city or shoes; `''` for the year itself. */
const sums = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE running_sums (
      kind text NOT NULL CHECK (kind IN ('year', 'month', 'hour', 'city', 'gear')),
      year integer NOT NULL,
      key text NOT NULL,
      runs integer NOT NULL,
      distance numeric NOT NULL,
      moving_time bigint NOT NULL,
      elevation numeric NOT NULL,
      paced_distance numeric NOT NULL,
      paced_time bigint NOT NULL,
      longest numeric NOT NULL,
      races integer NOT NULL,
      PRIMARY KEY (kind, year, key)
    )`
  yield* sql`
    CREATE TABLE running_days (
      day date PRIMARY KEY,
      runs integer NOT NULL,
      distance numeric NOT NULL
    )`
})
