import { type ExplainedCorrection, type Explanation, type HiddenBy, type SourceCounts, noReasons } from "./model.js"
import type { RuleId } from "./rules.js"

/** What became of the reports of a day. Null if there are none. */
export const explainDay = (
  counts: ReadonlyArray<SourceCounts>,
  hiddenBy: ReadonlyArray<HiddenBy> = [],
  corrections: ReadonlyArray<ExplainedCorrection> = []
): Explanation | null =>
  counts.length === 0
    ? null
    : {
        ...noReasons,
        sources: counts.map(({ reported, source }) => ({
          ...{ source, key: null, firstSeen: null, lastSeen: null },
          reports: reported
        })),
        hiddenBy,
        corrections,
        counts
      }

/** The reasons of reports that corrections hide. */
export const hiddenByCorrections = (
  rule: RuleId,
  corrections: ReadonlyArray<ExplainedCorrection>
): ReadonlyArray<HiddenBy> => corrections.map(({ id }) => ({ rule, what: `correction ${id}` }))

/** What became of a report of a day. */
export type ReportFate = "counted" | "duplicate" | "hidden"

const none = { reported: 0, counted: 0, duplicates: 0, hidden: 0 }

/** The numbers of reports by source, in the order of their ids. */
export const countFates = (
  reports: ReadonlyArray<{ readonly source: string; readonly fate: ReportFate }>
): ReadonlyArray<SourceCounts> => {
  const counts = new Map<string, SourceCounts>()
  for (const { fate, source } of reports) {
    const { counted, duplicates, hidden, reported } = counts.get(source) ?? none
    counts.set(source, {
      source,
      reported: reported + 1,
      counted: counted + Number(fate === "counted"),
      duplicates: duplicates + Number(fate === "duplicate"),
      hidden: hidden + Number(fate === "hidden")
    })
  }
  return [...counts.values()].sort((one, other) => (one.source < other.source ? -1 : 1))
}
