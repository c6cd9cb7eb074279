import { possibleEfforts } from "./efforts.js"
import type { Detail, Run } from "./records.js"

/** What each road said last of one run. */
export interface Told {
  readonly listed: Run | null
  readonly detailed: Detail | null
  readonly archived: { readonly run: Run; readonly detail: Detail } | null
}

const silent: Detail = { calories: null, description: null, splits: null, efforts: null }

/**
 * A run out of what the roads said of it, whatever the order in which they spoke: the provider's interface goes before
 * its export file, which completes what the other does not say. Shoes are those of the one road that speaks first: none
 * is an answer there. Null when no road knows the run.
 */
export const merged = ({ archived, detailed, listed }: Told): (Run & Detail) | null => {
  const first = listed ?? archived?.run
  if (first === undefined) return null
  const second = archived?.run ?? first
  const detail = detailed ?? silent
  const more = archived?.detail ?? silent
  const efforts = detail.efforts ?? more.efforts
  return {
    ...first,
    localStart: first.localStart ?? second.localStart,
    heartrateAvg: first.heartrateAvg ?? second.heartrateAvg,
    heartrateMax: first.heartrateMax ?? second.heartrateMax,
    cadence: first.cadence ?? second.cadence,
    sufferScore: first.sufferScore ?? second.sufferScore,
    workoutType: first.workoutType ?? second.workoutType,
    city: first.city ?? second.city,
    state: first.state ?? second.state,
    country: first.country ?? second.country,
    start: first.start ?? second.start,
    polyline: first.polyline ?? second.polyline,
    calories: detail.calories ?? more.calories,
    description: detail.description ?? more.description,
    splits: detail.splits ?? more.splits,
    efforts: efforts === null ? null : possibleEfforts(efforts)
  }
}
