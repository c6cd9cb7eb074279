import type { ExportableRecords, ExportableWorkout } from "@daybook/core/formats"
import { runBasics } from "@daybook/core/running"
import type { SqlClient } from "@effect/sql"
import { Stream } from "effect"
import { type RowOf, date, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { rowStream } from "../kit/rowStream.js"
import { sql } from "../kit/sql.js"
import { shownRuns } from "./rows.js"

const columns = { id: number, ...columnsOf(runBasics), sport: text, day: date, elapsedTime: number, course: text }
type Row = RowOf<typeof columns>

const pageAfter = (after: Row | null, limit: number) => sql(columns)`
  SELECT run.id, run.name, run.started_at, run.distance, run.moving_time, run.elevation, run.sport, run.day,
    run.elapsed_time, course.polyline AS course
  FROM ${shownRuns} AS run JOIN running_courses AS course ON course.activity_id = run.id
  WHERE ${
    after === null
      ? sql`true`
      : sql`(run.started_at, run.id) > (to_timestamp(${after.startedAt}::float8 / 1000), ${after.id})`
  }
  ORDER BY run.started_at, run.id LIMIT ${limit}`

const orUnknown = (value: number): number | null => (value > 0 ? value : null)

const toWorkout = ({ distance, elapsedTime, elevation, movingTime, ...run }: Row): ExportableWorkout => ({
  ...run,
  record: "run",
  distance: orUnknown(distance),
  movingTime: orUnknown(movingTime),
  elapsedTime: orUnknown(elapsedTime),
  elevation: orUnknown(elevation)
})

/** The runs with a course, oldest first. */
export const exportableRuns = (client: SqlClient.SqlClient): ExportableRecords["Type"]["workouts"] =>
  Stream.map(rowStream("ExportableRecords.runs", client)(pageAfter), toWorkout)
