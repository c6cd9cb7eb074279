import { type FileReportView, fileReportView } from "@daybook/core/imports"
import { type FileReport, type SyncReport, leftOutRows, number, reasonsText, unreadText } from "@daybook/core/sync"
import type { Outcome } from "./syncing.js"

/** How the import of one file ended, with what its reader reported. */
export interface ImportOutcome {
  readonly name: string
  readonly outcome: Outcome
  readonly file: FileReport
  /** Records that were read. */
  readonly records: number
}

const rows = (count: number) => `${number(count)} ${count === 1 ? "row" : "rows"}`

const changesOf = ({ added, changed }: SyncReport, records: number): string => {
  const unchanged = Math.max(0, records - added - changed)
  if (added + changed === 0 && unchanged > 0)
    return unchanged === 1 ? "it was already there" : `all ${number(unchanged)} were already there`
  return [
    `${number(added)} added`,
    `${number(changed)} changed`,
    ...(unchanged === 0 ? [] : [`${number(unchanged)} already there`])
  ].join(", ")
}

/** What was read, kept and left out, and why: a line each. */
export const linesOf = ({ file, name, outcome, records }: ImportOutcome): ReadonlyArray<string> => {
  const left = leftOutRows(file)
  const unread = unreadText(file)
  const changes = "report" in outcome ? ` (${changesOf(outcome.report, records)})` : ""
  const total = file.readable + left
  return [
    ...(total === 0 && records === 0 ? [] : [`${name}: ${rows(total)} read, ${number(file.readable)} kept${changes}`]),
    ...(left === 0 ? [] : [`  left out: ${reasonsText(file)}`]),
    ...(unread === "" ? [] : [`  not read: ${unread}`])
  ]
}

/** The `--json` output of an import. */
export const importData = ({ file, name, outcome, records }: ImportOutcome) => {
  const report: typeof FileReportView.Type = fileReportView(file)
  if (!("report" in outcome)) return { ...outcome, file: name, report }
  const { added, changed, removed, seconds, source } = outcome.report
  return {
    ...{ source, seconds, added, changed, removed, file: name },
    already_here: Math.max(0, records - added - changed),
    report
  }
}
