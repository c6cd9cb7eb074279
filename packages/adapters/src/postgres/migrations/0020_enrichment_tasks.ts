import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** One table says of all domains when a record is enriched next. It takes every row of the six tables before it. */
export const enrichmentTasks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE enrichment_tasks (
      domain text COLLATE "C" NOT NULL,
      task text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      tried boolean NOT NULL DEFAULT false,
      PRIMARY KEY (domain, task, kind, subject)
    )`
  yield* sql`
    INSERT INTO enrichment_tasks (domain, task, kind, subject, due_at, attempts, tried)
    SELECT 'listening', task, kind::text, subject::text, due_at, attempts, true FROM listening_lookups
    UNION ALL
    SELECT 'running', CASE look_up WHEN 'detail' THEN source || '-details' ELSE source || '-' || look_up END,
      CASE look_up WHEN 'detail' THEN 'activity' ELSE look_up END, subject, due_at, attempts, attempts > 0
    FROM running_lookups
    UNION ALL
    SELECT 'watching', task, title.kind::text, title_id::text, due_at, attempts, true
    FROM watching_lookups JOIN watching_titles AS title ON title.id = title_id
    UNION ALL
    SELECT 'collecting', CASE look_up WHEN 'release' THEN 'discogs-releases' WHEN 'film' THEN 'trakt-films' ELSE look_up END,
      look_up, subject::text, due_at, attempts, attempts > 0 OR due_at > now()
    FROM collecting_lookups
    UNION ALL
    SELECT 'reading', look_up, 'article', article_id::text, due_at, attempts, tried FROM reading_lookups
    UNION ALL
    SELECT 'attending', task, subject, subject_id::text, due_at, attempts, true FROM attending_lookups`
  yield* sql`
    DROP TABLE listening_lookups, running_lookups, watching_lookups, collecting_lookups, reading_lookups,
      attending_lookups`
})
