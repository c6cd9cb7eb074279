import { activityKinds } from "@daybook/core/activities"
import type { ExportableRecords, ExportableWorkout } from "@daybook/core/formats"
import { metresPerFoot, metresPerMile } from "@daybook/core/workouts"
import type { SqlClient } from "@effect/sql"
import { Stream } from "effect"
import { type RowOf, date, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { rowStream } from "../kit/rowStream.js"
import { sql } from "../kit/sql.js"

const columns = {
  id: number,
  name: text,
  kind: oneOf(activityKinds),
  day: date,
  startedAt: instant,
  distanceMi: nullable(number),
  durationS: nullable(number),
  elapsedS: nullable(number),
  elevationFt: nullable(number),
  course: text
}
type Row = RowOf<typeof columns>

const pageAfter = (after: Row | null, limit: number) => sql(columns)`
  SELECT id, name, kind, day, started_at, distance_mi, duration_s, elapsed_s, elevation_ft, course
  FROM activities_activity
  WHERE NOT _hidden AND course IS NOT NULL AND ${
    after === null ? sql`true` : sql`(started_at, id) > (to_timestamp(${after.startedAt}::float8 / 1000), ${after.id})`
  }
  ORDER BY started_at, id LIMIT ${limit}`

const times = (value: number | null, factor: number): number | null => (value === null ? null : value * factor)

const toWorkout = ({ distanceMi, durationS, elapsedS, elevationFt, ...activity }: Row): ExportableWorkout => ({
  ...activity,
  record: "activity",
  distance: times(distanceMi, metresPerMile),
  movingTime: durationS,
  elapsedTime: elapsedS ?? durationS,
  elevation: times(elevationFt, metresPerFoot)
})

/** The activities with a course, oldest first. The domain has to be on: without it there is no table. */
export const exportableActivities = (client: SqlClient.SqlClient): ExportableRecords["Type"]["workouts"] =>
  Stream.map(rowStream("ExportableRecords.activities", client)(pageAfter), toWorkout)
