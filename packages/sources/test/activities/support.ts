import { type Activity, activities } from "@daybook/core/activities"
import { DeclaredDomains } from "@daybook/core/domain"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { applyDeclarations } from "../../../adapters/src/postgres/declared/apply.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stores } from "../strava/world.js"

/** Running with the domain of activities, over a database of its own. */
export const withDomain = Layer.effectDiscard(applyDeclarations).pipe(
  Layer.provideMerge(stores),
  Layer.provideMerge(Layer.succeed(DeclaredDomains, [activities])),
  Layer.provideMerge(newDatabase())
)

/** A stored activity. Epoch milliseconds. */
export interface ActivityRow extends Pick<
  Activity,
  "activity" | "day" | "kind" | "sport" | "name" | "city" | "course" | "reports"
> {
  readonly id: number
  readonly startedAt: number
  readonly localStart: number | null
  readonly distanceMi: number | null
  readonly durationS: number | null
  readonly elapsedS: number | null
  readonly energyKcal: number | null
  readonly heartrateAvg: number | null
  readonly elevationFt: number | null
}

/** The stored activities in order of time. */
export const storedActivities = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<ActivityRow>`
    SELECT id, activity, day::text AS day, kind, sport, name, started_at, local_start, distance_mi, duration_s, elapsed_s,
      energy_kcal, heartrate_avg, heartrate_max, description, elevation_ft, city, state, country, course, reports
    FROM activities_activity ORDER BY started_at, activity`
)

/** What is published of activities. */
export const publishedActivities = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    feed: yield* sql`SELECT title, occurred_at FROM feed_items WHERE domain = 'activities' ORDER BY occurred_at`,
    found: yield* sql`SELECT title FROM search_documents WHERE domain = 'activities' ORDER BY title`
  }
})
