import { withActivities } from "@daybook/core/activities"
import { type Report, runningWriter } from "@daybook/core/running"

/** The id of a run at its source, by which another report may call it another activity. */
const keyOf = (report: Report): string | null => {
  if (report._tag === "Shoes") return null
  return report._tag === "Recorded" ? report.key : String(report.run.id)
}

/** Writes the records of sources of running: runs, and other activities if their domain is on. */
export const runsWriter = withActivities(runningWriter, keyOf)
