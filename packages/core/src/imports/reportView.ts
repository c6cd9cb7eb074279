import { Schema } from "effect"
import { field } from "../shared/fields.js"
import { leftOutRows, noReport } from "../sync/fileReport.js"
import type { FileReport } from "../sync/FileSample.js"

const count = (description: string, example: number) => field(Schema.Number, description, example)

const LeftOutReasonView = Schema.Struct({
  reason: field(Schema.String, "Why rows were left out, in the same words for the same cause", "short"),
  rows: count("Number of these rows", 60),
  first_row: field(Schema.NullOr(Schema.String), "Place of the first of them; null if it is not known", "line 12")
}).annotations({ identifier: "LeftOutReason" })

const MembersView = Schema.Struct({
  opened: count("Files of the archive that were opened", 2),
  unread: count("Files of the archive that nobody opened", 1),
  unread_names: field(Schema.Array(Schema.String), "The first 20 of them", ["profile.csv"])
}).annotations({ identifier: "ArchiveMembers" })

/** What an import read and left out. Rows that were read are kept or left out. */
export const FileReportView = Schema.Struct({
  rows_read: count("Rows of the file", 250_375),
  rows_used: count("Rows that became records", 250_312),
  rows_left_out: count("Rows that did not", 63),
  left_out: field(Schema.Array(LeftOutReasonView), "Why, most rows first"),
  members: field(Schema.NullOr(MembersView), "Files of the archive; null if the file is none", null)
}).annotations({ identifier: "FileReport" })

export const fileReportView = (
  report: Partial<Pick<FileReport, "readable" | "reasons" | "members">>
): typeof FileReportView.Type => {
  const { members, readable, reasons } = { ...noReport, ...report }
  const leftOut = leftOutRows({ ...noReport, reasons })
  return {
    rows_read: readable + leftOut,
    rows_used: readable,
    rows_left_out: leftOut,
    left_out: reasons.map(({ count: rows, first, reason }) => ({ reason, rows, first_row: first })),
    members:
      members === null ? null : { opened: members.opened, unread: members.unread, unread_names: members.unreadNames }
  }
}
