import { possibleEfforts } from "./efforts.js"
import type { Detail, Run } from "./model.js"

/** The latest report of one run from each origin. */
export interface RunReports {
  readonly listed: Run | null
  readonly detailed: Detail | null
  readonly archived: { readonly run: Run; readonly detail: Detail } | null
}

const noDetail: Detail = { calories: null, description: null, splits: null, efforts: null }

/**
 * Merges the reports of one run, whatever the order in which they arrived. The provider's API takes precedence; its
 * export file fills the gaps. Shoes come only from the first origin, where null means none. Null without any report.
 */
export const mergeReports = ({ archived, detailed, listed }: RunReports): (Run & Detail) | null => {
  const first = listed ?? archived?.run
  if (first === undefined) return null
  const second = archived?.run ?? first
  const detail = detailed ?? noDetail
  const more = archived?.detail ?? noDetail
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
