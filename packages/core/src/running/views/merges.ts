import { Schema } from "effect"
import { Timestamp, field, idField, iso } from "../../shared/fields.js"
import type { RunMergeFact, RunMergeSide } from "../facts.js"
import { miles } from "../units.js"

const shownSide = {
  source: field(Schema.String, "Source of the report", "garmin"),
  name: field(Schema.String, "Name at the provider", "Lunch Run"),
  started_at: field(Timestamp, "When the run started", "2026-03-14T15:05:00.000Z"),
  distance_mi: field(Schema.Number, "Distance in miles, two decimals", 5.31)
}

/** A report that was merged into a run of another source. Its `id` undoes the merge. */
export const RunMerge = Schema.Struct({
  id: idField,
  run: field(Schema.Struct({ id: idField, ...shownSide }), "Run that it belongs to"),
  merged: field(Schema.Struct(shownSide), "Report that was merged into it"),
  reason: field(Schema.String, "Reason", "Starts 4 s apart, distances differ by 12 m, 98 % of the time in common.")
}).annotations({ identifier: "RunMerge" })
export type RunMerge = typeof RunMerge.Type

const side = ({ distance, name, source, startedAt }: RunMergeSide) => ({
  source,
  name,
  started_at: iso(startedAt),
  distance_mi: miles(distance)
})

export const runMergeView = ({ id, merged, reason, run }: RunMergeFact): RunMerge => ({
  id,
  run: { id: run.id, ...side(run) },
  merged: side(merged),
  reason
})
