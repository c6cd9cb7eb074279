import { calendarFile } from "../../ics/index.js"
import { toMention } from "../../calendar/toMention.js"
import type { Mail } from "../mail/Mail.js"
import { type Draft, draft } from "./Draft.js"

const dayMs = 86_400_000

/** The events of calendars that a seller attached. */
export const attachedCalendar = ({ calendars, sentAt }: Mail): ReadonlyArray<Draft> =>
  calendars.slice(0, 4).flatMap((text) => calendarFile(text, sentAt, { from: sentAt - dayMs, to: sentAt + 400 * dayMs, steps: 10_000 }).rows.slice(0, 10)).map((row) => {
    const { at, date, lastDate, state, teams, time, title, venue } = toMention(row)
    return draft({ state: state === "cancelled" ? "cancelled" : null, title, date, lastDate, time, at, venue, teams })
  })
