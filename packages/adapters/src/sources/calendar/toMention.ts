import type { Mention } from "@daybook/core/attending"
import { addDays, daysBetween } from "@daybook/core/shared"
import { plainText } from "../archive/plainText.js"
import { shownAt } from "../clocks/shownAt.js"
import { dateOf, timeOf } from "../clocks/WallClock.js"
import type { CalendarRow } from "../ics/index.js"
import { mention } from "../mentions/mention.js"
import { teamsOf } from "../mentions/teams.js"
import { venueOf } from "../mentions/venue.js"
import { cleanName } from "../scrobbles/index.js"
import { orderIn } from "./orderLines.js"

const longestDescription = 20_000
const longestNotes = 2_000
const longestSummary = 2_000
const longestLocation = 2_000

/** A start on the clocks of the place; as it is written where those are not known. */
const startAt = ({ lastDate, start }: CalendarRow, zone: string | null | undefined): Pick<Mention, "date" | "lastDate" | "time"> => {
  const told = { date: start?.date ?? null, lastDate, time: start?.time ?? null }
  if (start?.at == null) return told
  const wall = start.date === null ? null : Date.parse(`${start.date}T${start.time}:00Z`)
  const shown = shownAt(start.at, wall, zone)
  if (shown === null || shown === wall) return told
  const date = dateOf(shown)
  return { date, time: timeOf(shown), lastDate: lastDate === null ? null : addDays(lastDate, daysBetween(start.date ?? dateOf(start.at), date)) }
}

/** What the texts of a row say. */
const read = ({ description: given, location, summary }: CalendarRow) => {
  const description = given === null ? null : plainText(given.slice(0, longestDescription))
  return {
    title: cleanName(summary?.slice(0, longestSummary)),
    description,
    venue: venueOf(location?.slice(0, longestLocation).replace(/[\0\p{Surrogate}]/gu, "") ?? null),
    ordered: orderIn(description)
  }
}

let latest: { readonly row: CalendarRow; readonly texts: ReturnType<typeof read> } | undefined

/** The rows of a series follow each other and have the same texts, which are read once. */
const textsOf = (row: CalendarRow) => {
  const isSame = latest !== undefined && row.summary === latest.row.summary && row.description === latest.row.description && row.location === latest.row.location
  if (latest === undefined || !isSame) latest = { row, texts: read(row) }
  return latest.texts
}

/** What one row of a calendar says of an event. */
export const toMention = (row: CalendarRow): Mention => {
  const { description, ordered, title, venue } = textsOf(row)
  return mention({
    key: row.key,
    // Feeds tell whole seconds.
    saidAt: row.changedAt === null ? 0 : Math.floor(row.changedAt / 1_000) * 1_000,
    state: row.isCancelled ? "cancelled" : "confirmed",
    title,
    ...startAt(row, venue?.zone),
    at: row.start?.at ?? null,
    venue,
    teams: teamsOf(title, venue?.name ?? null),
    orders: ordered === null ? [] : [ordered],
    attended: row.isDeclined ? false : null,
    ...(row.isRoutine ? { routine: true } : {}),
    notes: description?.slice(0, longestNotes).replace(/[\p{Surrogate}]/gu, "\ufffd") ?? null
  })
}
