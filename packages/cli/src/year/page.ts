import { bold, dim } from "../print.js"
import type { ChartStyle } from "./layout.js"
import type { YearReview } from "./yearReview.js"

/** Whether no domain has data in the year. */
export const isEmpty = ({ chapters }: YearReview): boolean => chapters.every(({ review }) => review === null)

/** The year in review as lines for the terminal. */
export const page = (style: ChartStyle, { chapters, through, year }: YearReview): ReadonlyArray<string> => [
  `${bold(`${year} in Daybook`)}${through === `${year}-12-31` ? "" : dim(`  so far, to ${through}`)}`,
  ...chapters.flatMap(({ review }) => review?.lines(style) ?? [])
]
