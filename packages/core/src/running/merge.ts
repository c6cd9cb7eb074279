import { possibleEfforts } from "./efforts.js"
import { fillGaps, unknownOf } from "../kit/record.js"
import { type Detail, type Run, measured } from "./model.js"

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
    ...unknownOf(measured),
    ...fillGaps(first, second),
    gear: first.gear,
    ...fillGaps(detail, more),
    efforts: efforts === null ? null : possibleEfforts(efforts)
  }
}
