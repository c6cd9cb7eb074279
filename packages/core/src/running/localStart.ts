import type { Context } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import type { Run } from "./model.js"

/**
 * The local start time. An origin that reports only the instant leaves it to the home time zone. A recording reports
 * the watch's offset at the end. If a DST change falls within the run, the home time zone's offset at the start
 * applies.
 */
export const localStartOf = (
  calendar: Context.Tag.Service<Calendar>,
  { elapsedTime, localStart, startedAt }: Pick<Run, "elapsedTime" | "localStart" | "startedAt">
): number => {
  const atHome = startedAt + calendar.offsetAt(startedAt)
  const byTheEnd = startedAt + calendar.offsetAt(startedAt + elapsedTime * 1000)
  return localStart === null || localStart === byTheEnd ? atHome : localStart
}
