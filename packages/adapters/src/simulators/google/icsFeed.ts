import type { Agenda, AgendaRow } from "./Agenda.js"

const compact = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "")
const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll(",", "\\,").replaceAll(";", "\\;")

/** Lines of 75 bytes (RFC 5545 §3.1), never cut within a character. */
const folded = (line: string): string => {
  const parts = [""]
  for (const sign of line) {
    if (Buffer.byteLength(parts.at(-1)! + sign) > 74) parts.push("")
    parts[parts.length - 1] += sign
  }
  return parts.join("\r\n ")
}

const eventLines = (row: AgendaRow, now: number): ReadonlyArray<string> => {
  const { when } = row
  return [
    "BEGIN:VEVENT",
    ...("from" in when
      ? [`DTSTART;VALUE=DATE:${when.from.replaceAll("-", "")}`, `DTEND;VALUE=DATE:${when.to.replaceAll("-", "")}`]
      : [`DTSTART:${compact(when.start)}`, `DTEND:${compact(when.end)}`]),
    `DTSTAMP:${compact(now)}`,
    `UID:${row.uid ?? `${row.series?.id ?? row.id}@google.com`}`,
    ...(row.series === null ? [] : [`RECURRENCE-ID:${compact(row.series.start)}`]),
    ...(row.isDeclined ? ["ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;CN=\"me, myself\";X-NUM-GUESTS=0:mailto:me@example.com"] : []),
    `CREATED:${compact(row.madeAt)}`,
    ...(row.description === null ? [] : [`DESCRIPTION:${escaped(row.description)}`]),
    `LAST-MODIFIED:${compact(row.changedAt)}`,
    ...(row.location === null ? [] : [`LOCATION:${escaped(row.location)}`]),
    "SEQUENCE:0",
    `STATUS:${row.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY:${escaped(row.summary)}`,
    "TRANSP:OPAQUE",
    "END:VEVENT"
  ]
}

/** The calendar at its secret address (Settings, Secret address in iCal format). */
export const icsFeed = (agenda: Agenda, now: number): string => [
  "BEGIN:VCALENDAR",
  "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
  "VERSION:2.0",
  "CALSCALE:GREGORIAN",
  "METHOD:PUBLISH",
  "X-WR-CALNAME:me@example.com",
  "X-WR-TIMEZONE:America/Los_Angeles",
  ...agenda.rowsAt(now).filter(({ id }) => !agenda.isDeleted(id)).flatMap((row) => eventLines(row, now)),
  "END:VCALENDAR",
  ""
].map(folded).join("\r\n")
