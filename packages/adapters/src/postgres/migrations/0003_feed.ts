import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What happened in every domain (contract §8). `date` is the day at the place, which on-this-day goes by. */
export const feed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE feed_items (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      domain text NOT NULL,
      event_type text NOT NULL,
      source_id text NOT NULL,
      occurred_at timestamptz NOT NULL,
      date date NOT NULL,
      month_day smallint NOT NULL GENERATED ALWAYS AS ((extract(month FROM date) * 100 + extract(day FROM date))::smallint) STORED,
      title text NOT NULL,
      subtitle text,
      entity_type text NOT NULL,
      entity_id bigint NOT NULL,
      metadata jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (domain, event_type, source_id)
    )`
  yield* sql`CREATE INDEX feed_items_newest ON feed_items (occurred_at DESC, id DESC)`
  yield* sql`CREATE INDEX feed_items_newest_of_domain ON feed_items (domain, occurred_at DESC, id DESC)`
  yield* sql`CREATE INDEX feed_items_of_day ON feed_items (month_day, occurred_at DESC, id DESC)`
  yield* sql`CREATE INDEX feed_items_of_entity ON feed_items (domain, entity_type, entity_id)`
})
