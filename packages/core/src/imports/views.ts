import { Schema } from "effect"
import { Domain, type domains } from "../domains.js"
import type { Calendar } from "../shared/Calendar.js"
import { Timestamp, createdAtField, field, idField, isoOrNull, iso } from "../shared/fields.js"
import { type Import, type ImportResult, expiryOf, importStates, paceOf } from "./model.js"
import { FileReportView, fileReportView } from "./reportView.js"

const OptionalTimestamp = Schema.NullOr(Timestamp)
const OptionalNumber = Schema.NullOr(Schema.Number)
const time = (description: string, example: string | null = "2026-03-14T20:15:00.000Z") =>
  field(OptionalTimestamp, description, example)
const count = (description: string, example: number) => field(Schema.Number, description, example)

const UnreadableRow = Schema.Struct({
  row: field(Schema.String, "Place of the row in the file", "line 12"),
  reason: field(Schema.String, "Why it was left out", "its time cannot be read")
}).annotations({ identifier: "UnreadableRow" })

const ResultView = Schema.Struct({
  summary: field(
    Schema.String,
    "The result in a sentence",
    "250,312 plays from 2009 to 2026, 14 of them already here, 3 unreadable"
  ),
  rows: count("Records that were read", 250_312),
  added: count("Number of records added", 250_298),
  changed: count("Number of records changed", 0),
  removed: count("Number of records removed", 0),
  already_here: count("Records that were stored before", 14),
  unreadable: count("Rows that could not be read", 3),
  unreadable_rows: field(Schema.Array(UnreadableRow), "The first 1,000 of these rows"),
  remarks: field(Schema.Array(Schema.String), "What was left out on purpose, and what went to an optional domain", []),
  report: field(FileReportView, "What was read, kept and left out, row by row"),
  first_at: time("Time of the first record; null if the records have none", "2009-06-01T18:20:00.000Z"),
  last_at: time("Time of the last record; null if the records have none")
}).annotations({ identifier: "ImportResult" })

/** An import as the API shows it. */
export const ImportView = Schema.Struct({
  id: idField,
  name: field(Schema.String, "Name of the file, as the client gave it", "scrobbles.csv"),
  source: field(Schema.String, "Source that the file was exported from; empty while it arrives", "lastfm"),
  domain: field(Schema.NullOr(Domain), "Domain of the source; null while the file arrives", "listening"),
  state: field(
    Schema.Literal(...importStates),
    "`receiving`, `waiting`, `checking` (dry run), `checked` (start it, or delete it), `importing`, `completed`, " +
      "`failed` or `stopped` (start it to go on)",
    "importing"
  ),
  dry_run: field(Schema.Boolean, "Whether the current or next work is a dry run", false),
  bytes_received: count("Bytes of the file that arrived", 31_457_280),
  bytes_announced: field(OptionalNumber, "Bytes that the client announced; null if it did not", 31_457_280),
  rows_read: count("Records read so far", 120_000),
  rows_per_second: field(OptionalNumber, "Records a second; null while nothing is read", 4_100),
  eta_s: field(OptionalNumber, "Estimated seconds to the end; null while unknown", 32),
  run_id: field(OptionalNumber, "Run of the source, as in the events `sync` of a stream; null for a dry run", 812),
  check: field(Schema.NullOr(ResultView), "Result of the dry run: what an import would do; null if there was none"),
  result: field(Schema.NullOr(ResultView), "Result of the import; null while it is not finished", null),
  error: field(
    Schema.NullOr(
      Schema.Struct({
        message: field(Schema.String, "What happened", "scrobbles.csv is not a Last.fm export"),
        next: field(Schema.String, "What to do next", "give a CSV file of scrobbles")
      })
    ),
    "Why it failed; null if it did not",
    null
  ),
  created_at: createdAtField,
  started_at: time("When the current or last attempt began; null before the first"),
  finished_at: time("When it was checked, completed, failed or stopped; null before", null),
  expires_at: time("When an import that nobody completes is deleted with its file; null while it has none", null)
}).annotations({ identifier: "Import" })

/** What a source's records are called: one, and several. */
const nouns: Readonly<Record<string, readonly [string, string]>> = {
  listening: ["play", "plays"],
  running: ["run", "runs"],
  watching: ["entry", "entries"],
  collecting: ["item", "items"],
  reading: ["article", "articles"],
  attending: ["event", "events"]
} satisfies Readonly<Record<(typeof domains)[number], readonly [string, string]>>

const number = (value: number) => value.toLocaleString("en-US")

/** `250,312 plays from 2009 to 2026, 14 of them already here, 3 unreadable`. */
export const summaryOf = (
  domain: Domain,
  { firstAt, lastAt, present, rows, unreadable }: ImportResult,
  yearOf: (instant: number) => string
): string => {
  const [one, several] = nouns[domain] ?? ["record", "records"]
  const years = firstAt === null || lastAt === null ? [] : [yearOf(firstAt), yearOf(lastAt)]
  const span =
    years.length === 0 ? "" : years[0] === years[1] ? ` from ${years[0]}` : ` from ${years[0]} to ${years[1]}`
  return [
    `${number(rows)} ${rows === 1 ? one : several}${span}`,
    ...(present === 0 ? [] : [`${number(present)} of them already here`]),
    ...(unreadable === 0 ? [] : [`${number(unreadable)} unreadable`])
  ].join(", ")
}

const resultView = (
  domain: Domain,
  result: ImportResult,
  yearOf: (instant: number) => string
): typeof ResultView.Type => ({
  summary: summaryOf(domain, result, yearOf),
  rows: result.rows,
  added: result.added,
  changed: result.changed,
  removed: result.removed,
  already_here: result.present,
  unreadable: result.unreadable,
  unreadable_rows: result.leftOut.map(({ place, reason }) => ({ row: place, reason })),
  remarks: result.remarks,
  report: fileReportView(result),
  first_at: isoOrNull(result.firstAt),
  last_at: isoOrNull(result.lastAt)
})

export const importView = (one: Import, calendar: typeof Calendar.Service, now: number): typeof ImportView.Type => {
  const { left, rate } = paceOf(one, now)
  const yearOf = (instant: number) => calendar.dateOf(instant).slice(0, 4)
  const view = (result: ImportResult | null) => (result === null ? null : resultView(one.domain, result, yearOf))
  return {
    id: one.id,
    name: one.name,
    source: one.source,
    domain: one.source === "" ? null : one.domain,
    state: one.state,
    dry_run: one.isDryRun,
    bytes_received: one.size,
    bytes_announced: one.announced,
    rows_read: one.rows,
    rows_per_second: rate === null ? null : Math.round(rate),
    eta_s: left === null ? null : Math.ceil(left),
    run_id: one.run,
    check: view(one.check),
    result: view(one.result),
    error: one.failure,
    created_at: iso(one.createdAt),
    started_at: isoOrNull(one.startedAt),
    finished_at: isoOrNull(one.finishedAt),
    expires_at: isoOrNull(expiryOf(one))
  }
}
