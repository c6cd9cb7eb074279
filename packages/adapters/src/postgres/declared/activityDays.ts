import { activities } from "@daybook/core/activities"
import { keysNamed, manualSource, recordNamed } from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { dayIn, isInPeriod } from "../kit/domain.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { sql } from "../kit/sql.js"
import { tableFor } from "./compile.js"
import { write } from "./write.js"

const activity = recordNamed(activities, "activity")!
const { name } = tableFor(activity)
const day = dayIn("item.started_at")

/** Writes the activities again to which corrections give a day. */
const correctDays = Effect.gen(function* () {
  const named = keysNamed(activity, yield* correctionsOf(activities.name))
  if (named.length > 0) yield* write(activity, yield* Calendar, [], named)
})

/**
 * Computes the days of activities again that report no wall clock: their writer dates these in the home time zone. Days
 * by hand, and those of corrections, stay.
 */
export const moveActivityDays = (zone: Statement.Fragment) =>
  Effect.zipRight(
    sql`
    UPDATE ${name} AS item SET
      day = CASE WHEN item._reports -> ${manualSource}::text ? 'day' THEN item.day ELSE ${day} END,
      _reports = (
        SELECT jsonb_object_agg(source, CASE
          WHEN source <> ${manualSource}::text AND report ? 'day' THEN jsonb_set(report, '{day}', to_jsonb(${day}::text))
          ELSE report
        END) FROM jsonb_each(item._reports) AS reports (source, report)
      )
    FROM ${zone} AS zone WHERE item.local_start IS NULL AND ${isInPeriod("item.started_at")}`,
    correctDays
  )
