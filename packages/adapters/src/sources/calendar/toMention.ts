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

/** What one row of a calendar says of an event. */
export const toMention = (row: CalendarRow): Mention => {
  const title = cleanName(row.summary)
  const description = row.description === null ? null : plainText(row.description.slice(0, longestDescription))
  const venue = venueOf(row.location?.replace(/[\0\p{Surrogate}]/gu, "") ?? null)
  const ordered = orderIn(description)
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
