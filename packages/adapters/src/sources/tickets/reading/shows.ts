import type { Order } from "@daybook/core/attending"
import { behind, textOf } from "../document/document.js"
import { pairsOf } from "../document/pairs.js"
import type { Draft } from "./draft.js"
import { blockAround, type EventContext, eventIn, leastMoment, rivalry } from "./event.js"
import { type Moment, momentsIn } from "./moments.js"
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
  const shows = starts.map((start, index) => showIn(source, start!, starts[index + 1] ?? end, by))
  return shows.every((show) => show !== null) ? shows : []
}

const rivals = (moments: ReadonlyArray<Moment>): ReadonlyArray<Moment> =>
  moments
    .filter(({ score }) => score >= leastMoment && moments[0]!.score - score < rivalry)
    .toSorted((a, b) => a.line - b.line)

/** Line of the event name above a day, after the previous day. */
const startOf = (source: LabelledDocument, moment: Moment, previous: number, by: EventContext): number | null => {
  const titles = titlesIn(source, "", false)
  const lines = [...titles, ...blockAround(source, moment, titles, by).titles].flatMap(({ line }) =>
    line !== null && line > previous && line <= moment.line ? [line] : []
  )
  return lines.length === 0 ? null : Math.min(...lines)
}

const showIn = ({ document }: LabelledDocument, from: number, to: number, by: EventContext): Show | null => {
  const part = behind(document, from, to)
  const source = { document: part, pairs: pairsOf(part) }
  const { doubt, event } = eventIn(source, { ...by, subject: "", subjectIsTitle: false })
  const seating = seatingIn(source)
  const hasTickets = seating.quantity !== null || seating.section !== null
  return doubt === null && event.venue !== null && hasTickets ? { event, seating } : null
}
