import type { Order, VenueMention } from "@daybook/core/attending"
import { teamsOf } from "../../kit/mentions/teams.js"
import { behind, textOf } from "../document/document.js"
import { pairsOf } from "../document/pairs.js"
import type { Draft } from "./draft.js"
import { blockAround } from "./blocks.js"
import { type EventContext, eventIn, minMomentScore, rivalry } from "./event.js"
import { type Moment, momentsIn } from "./moments.js"
import { placed, venueEvidence, venueOn } from "./places.js"
import { seatingIn } from "./seating.js"
import type { LabelledDocument } from "../document/pairs.js"
import { titlesIn } from "./titles.js"

/** One show of an order with its tickets. */
export interface Show {
  readonly event: Draft
  readonly seating: Pick<Order, "section" | "row" | "seats" | "quantity">
}

/**
 * Shows of an order, in the order of the mail. Empty unless each has its name, day, venue and tickets: an event
 * without tickets is an advertisement.
 */
export const showsIn = (source: LabelledDocument, by: EventContext): ReadonlyArray<Show> => {
  const moments = rivals(momentsIn(source, by))
  const starts = moments.map((moment, index) => startOf(source, moment, moments[index - 1]?.line ?? -1, by))
  if (moments.length < 2 || starts.includes(null)) return []
  const end = textOf(source.document).length
  const venue = commonVenue(source)
  const whole = seatingIn(source)
  const shared = isPack(source, moments) && (whole.quantity !== null || whole.section !== null) ? whole : null
  const shows = starts.map((start, index) => showIn(source, start!, starts[index + 1] ?? end, { ...by, venue, shared }))
  return shows.every((show) => show !== null) ? shows : []
}

/** Whether the shows are numbered, so that they have the same tickets: `Game 1: …`, `2) Rigoletto`. */
const isPack = ({ document }: LabelledDocument, moments: ReadonlyArray<Moment>): boolean =>
  textOf(document).filter((line) => /^(?:game \d+\s?[:–-]|\d{1,2}[).])\s+\S/i.test(line)).length === moments.length

const rivals = (moments: ReadonlyArray<Moment>): ReadonlyArray<Moment> =>
  moments
    .filter(({ score }) => score >= minMomentScore && moments[0]!.score - score < rivalry)
    .toSorted((a, b) => a.line - b.line)

/** Line of the event name above a day, after the previous day. */
const startOf = (source: LabelledDocument, moment: Moment, previous: number, by: EventContext): number | null => {
  const titles = titlesIn(source, "", false)
  const lines = [...titles, ...blockAround(source, moment, titles, by.people).titles].flatMap(({ line }) =>
    line !== null && line > previous && line <= moment.line ? [line] : []
  )
  return lines.length === 0 ? null : Math.min(...lines)
}

/** The venue of all shows: the labelled one, or the only line that is surely one. */
const commonVenue = ({ document, pairs }: LabelledDocument): VenueMention | null => {
  const lines = textOf(document)
  const labelled = pairs.filter(({ form, meaning }) => meaning === "venue" && form !== "loose" && form !== "column")
  const sure = lines.flatMap((line, index) =>
    venueEvidence(line, lines[index + 1]) >= 3 ? (venueOn(lines, index) ?? []) : []
  )
  const all = labelled.length > 0 ? labelled.flatMap(({ value }) => placed(value[0] ?? null) ?? []) : sure
  const names = new Set(all.map(({ name }) => name))
  return names.size === 1 ? all[0]! : null
}

const showIn = (
  { document, pairs }: LabelledDocument,
  from: number,
  to: number,
  {
    shared,
    venue,
    ...by
  }: EventContext & { readonly venue: VenueMention | null; readonly shared: Show["seating"] | null }
): Show | null => {
  const part = behind(document, from, to)
  // The labels of columns are above the first show.
  const columns = pairs
    .filter(({ at, form }) => form === "column" && at >= from && at < to)
    .map((pair) => ({ ...pair, at: pair.at - from }))
  const source = { document: part, pairs: [...columns, ...pairsOf(part)] }
  const { doubt, event } = eventIn(source, { ...by, subject: "", subjectIsTitle: false })
  const own = seatingIn(source)
  const seating = shared !== null && own.seats.length === 0 ? shared : own
  const hasTickets = seating.quantity !== null || seating.section !== null
  const where = event.venue ?? venue
  return doubt === null && where !== null && hasTickets
    ? { event: { ...event, venue: where, teams: event.teams ?? teamsOf(event.title, where.name) }, seating }
    : null
}
