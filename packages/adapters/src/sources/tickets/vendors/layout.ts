import type { VenueMention } from "@daybook/core/attending"
import { teamsOf } from "../../mentions/teams.js"
import { type Place, placeOf, venue, venueOf } from "../../mentions/venue.js"
import { cleanName } from "../../scrobbles/index.js"
import type { Mail } from "../mail/Mail.js"
import { dateIn, timeIn, type When } from "../reading/dates.js"
import { type Draft, draft } from "../reading/Draft.js"
import type { Lines } from "../reading/labels.js"

/** The line of a mail that says when. */
export interface DateLine {
  readonly index: number
  readonly when: When
  /** What stands before and behind the date. */
  readonly before: string
  readonly after: string
}

const longestDateLine = 220
/** Dates of orders, payments, deliveries and rights are not those of events. */
const otherDates = /^(?:order(?:ed)?\b|your order #|sale date|purchase|placed|bill|charged|paid|payment|sent|delivery|deliver|available|transfer by|accept|expires|sale ends|©|copyright|\(c\)|on .* wrote)/i
/** A mail's own header, where it was answered or forwarded. */
const header = /^(?:from|to|cc|subject|sent):/i
const isHeader = (lines: Lines, index: number) => /^date:/i.test(lines[index]!) && lines.slice(Math.max(0, index - 3), index + 4).some((line) => header.test(line))

/** The first line with the date of an event, one with a time before one without. */
export const dateLine = ({ lines, sentAt }: Mail, from = 0): DateLine | null => {
  const found = lines.flatMap((line, index): ReadonlyArray<DateLine> => {
    if (index < from || line.length > longestDateLine || otherDates.test(line) || isHeader(lines, index)) return []
    const date = dateIn(line, sentAt)
    if (date === null) return []
    return [{ index, when: date.when, before: line.slice(0, date.from).trim(), after: line.slice(date.to).trim() }]
  })
  return found.find(({ when }) => when.time !== null) ?? found[0] ?? null
}

/** Lines that stand between those that tell of an event. */
const furniture = /^(?:event(?: details| info(?:rmation)?)?:?|when|where|date(?: & time)?:?|venue:?|location:?|tickets?:?|hi\b.*|hello\b.*|order\b.*|your order.*|confirmation.*|thank.*|thanks.*|you(?:'|’)?(?:re| got| have)\b.*|view .*|see .*|section\b.*|row\b.*|seats?\b.*|quantity\b.*|qty\b.*|total\b.*|price\b.*|doors?\b.*|add to .*|get directions|map|sale date|\d+ (?:x|tickets?)\b.*|#?\d[\d/-]*|[^\p{L}\p{N}]*)$/iu

export const isFurniture = (line: string): boolean => furniture.test(line) || line.length > 200

/** The nearest line above that tells something. */
export const above = (lines: Lines, index: number, reach = 4): string | null =>
  lines.slice(Math.max(0, index - reach), index).findLast((line) => !isFurniture(line)) ?? null

const below = (lines: Lines, index: number, reach = 3): string | null =>
  lines.slice(index + 1, index + 1 + reach).find((line) => !isFurniture(line)) ?? null

const city = "[A-Z][\\p{L} .'-]{1,40}, [A-Z]{2}(?: \\d{5}(?:-\\d{4})?)?(?:, [A-Z][A-Za-z ]+)?"
/** `Seattle, WA`, `2505 1st Ave, Seattle, WA 98121`. */
const whereabouts = new RegExp(`^(?:\\d{1,6}\\s[^,]{2,60}, )?${city}$`, "u")

/** The venue that the lines below a date tell; where it lies may stand on a line of its own. */
export const venueBelow = (lines: Lines, index: number): VenueMention | null => {
  const line = below(lines, index)
  const next = line === null ? undefined : lines[lines.indexOf(line, index + 1) + 1]
  const where = placed(line)
  return next !== undefined && whereabouts.test(next) ? at(where, placeOf(next)) : where
}

/** Without the label that stands before it on its line. */
const unlabelled = (line: string) => line.replace(/^(?:venue|location|where|place)\s*:\s*(?=\S)/i, "")

/** `Venue — City, State`, or a venue as calendars write it. */
export const placed = (given: string | null): VenueMention | null => {
  if (given === null || given.length > 160 || /[$€£]|https?:/.test(given)) return null
  const line = unlabelled(given)
  const [, name, rest] = /^(.{2,90}?)\s+[—–·•|-]\s+(\S.{1,80})$/.exec(line) ?? []
  return name === undefined ? venueOf(line) : venue(name, placeOf(rest ?? ""))
}

/** The same venue, with where it lies when only that is missing. */
export const at = (given: VenueMention | null, place: Place): VenueMention | null =>
  given === null || given.city !== null ? given : { ...given, ...place }

/** An event of its parts: a title with two sides is a game. */
export const event = (title: string | null | undefined, when: When | null, where: VenueMention | null, more: Partial<Draft> = {}): Draft => {
  const name = cleanName(title?.replace(/^event(?: name)?\s*:\s*(?=\S)/i, ""))
  return draft({
    title: name,
    date: when?.date ?? null,
    lastDate: when?.lastDate ?? null,
    time: when?.time ?? null,
    at: when?.at ?? null,
    venue: where,
    teams: teamsOf(name, where?.name ?? null),
    ...more
  })
}

/** The time that a show begins: doors open earlier. `otherwise` where neither is told. */
export const showTime = (text: string, otherwise: string | null): string | null => {
  const show = /\b(?:show|starts?|begins?|event)\b\s*(?:at|time|:)?\s*(.{3,12})/i.exec(text)?.[1]
  return (show === undefined ? null : timeIn(show)) ?? otherwise
}
