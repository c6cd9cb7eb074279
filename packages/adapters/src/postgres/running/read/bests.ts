import { distances, type Fact, type RunningStore } from "@daybook/core/running"
import type { SqlClient } from "@effect/sql"
import type { Context } from "effect"
import { storage } from "../../storage.js"

type Store = Context.Tag.Service<RunningStore>

/** Records, shoes and places. */
export const bests = (sql: SqlClient.SqlClient): Pick<Store, "records" | "gear" | "cities"> => ({
  records: storage("RunningStore.records")(sql<Fact.Record>`
    SELECT asked.distance, best.elapsed_time, run.id AS run_id, run.name AS run_name,
      (extract(epoch FROM run.local_start) * 1000)::float8 AS local_start
    FROM unnest(${distances.map(({ key }) => key)}::text[]) WITH ORDINALITY AS asked (distance, place)
    CROSS JOIN LATERAL (
      SELECT elapsed_time, activity_id FROM running_efforts AS effort WHERE effort.distance = asked.distance
      ORDER BY effort.elapsed_time, effort.started_at, effort.activity_id LIMIT 1
    ) AS best
    JOIN running_activities AS run ON run.id = best.activity_id
    ORDER BY asked.place`),
  // Shoes that one road knows by name and another by id are the same pair.
  gear: storage("RunningStore.gear")(sql<Fact.GearFact>`
    WITH worn AS (SELECT key AS id, sum(runs) AS runs, sum(distance) AS distance FROM running_sums WHERE kind = 'gear' GROUP BY key)
    SELECT pair.id, coalesce(pair.name, pair.id) AS name, pair.brand, pair.model, pair.retired,
      coalesce(pair.distance, sum(worn.distance), 0)::float8 AS distance, coalesce(sum(worn.runs), 0)::int AS runs
    FROM running_gear AS known
    JOIN LATERAL (
      SELECT candidate.* FROM running_gear AS candidate
      WHERE candidate.id = known.id OR (known.id LIKE 'name:%' AND candidate.id NOT LIKE 'name:%' AND lower(candidate.name) = lower(known.name))
      ORDER BY candidate.id LIKE 'name:%', candidate.id LIMIT 1
    ) AS pair ON true
    LEFT JOIN worn ON worn.id = known.id
    GROUP BY pair.id, pair.name, pair.brand, pair.model, pair.retired, pair.distance
    HAVING pair.id NOT LIKE 'name:%' OR sum(worn.runs) > 0 OR pair.brand IS NOT NULL
    ORDER BY distance DESC, name, pair.id`),
  cities: storage("RunningStore.cities")(sql<Fact.CityFact>`
    SELECT key::jsonb ->> 0 AS city, key::jsonb ->> 1 AS state, key::jsonb ->> 2 AS country, sum(runs)::int AS runs, sum(distance)::float8 AS distance
    FROM running_sums WHERE kind = 'city' GROUP BY key ORDER BY runs DESC, city, state, country`)
})
