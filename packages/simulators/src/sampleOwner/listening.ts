import { type Calendar, toOrdinal } from "@daybook/core/shared"
import type { Context } from "effect"
import { type Catalogue, makeCatalogue } from "./catalogue.js"
import { hasClockChange, intensity, tellDay } from "./day.js"
import type { Extent } from "./size.js"
import { makeTaste } from "./taste.js"
import { makeTimeline, type Timeline } from "./Timeline.js"

/** What the person hears: the music there is, and every play of a life that does not end. */
export interface ListeningLife {
  readonly catalogue: Catalogue
  /** The plays that start in [from, to), unix seconds. The same range always holds the same plays. */
  readonly between: (from: number, to: number) => Timeline
}

export const makeListeningLife = (options: {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
}): ListeningLife => {
  const { calendar, extent, seed } = options
  const catalogue = makeCatalogue(seed, extent.artists, extent.startsOn, Math.round(extent.years * 12 * 1.4))
  const context = { seed, catalogue, calendar, taste: makeTaste(catalogue, extent.startsOn) }
  const counts = makeCounts(options)
  const first = toOrdinal(extent.startsOn)
  return {
    catalogue,
    between: (from, to) => {
      const days = [ordinalAt(calendar, from) - 1, ordinalAt(calendar, to)] as const
      const timeline = makeTimeline(
        Math.ceil(Math.max(1, days[1] - Math.max(first, days[0])) * (extent.plays / extent.years / 300))
      )
      for (let ordinal = Math.max(first, days[0]); ordinal <= days[1]; ordinal++)
        tellDay(context, ordinal, counts(ordinal), timeline)
      return within(timeline, from, to)
    }
  }
}

const ordinalAt = (calendar: Context.Tag.Service<Calendar>, seconds: number) =>
  toOrdinal(calendar.dateOf(seconds * 1_000))

/**
 * Plays on a day. Intensities are scaled so that the extent's years hold the extent's plays, and the fractions are
 * carried from day to day, so that the sum is met exactly.
 */
const makeCounts = (options: {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
}) => {
  const { calendar, extent, seed } = options
  const first = toOrdinal(extent.startsOn)
  const sums: Array<number> = [0]
  const sumUntil = (day: number) => {
    while (sums.length <= day) {
      const ordinal = first + sums.length - 1
      sums.push(sums[sums.length - 1]! + intensity(seed, ordinal, hasClockChange(calendar, ordinal)))
    }
    return sums[day]!
  }
  const scale = extent.plays / sumUntil(toOrdinal(nominalEnd(extent)) - first)
  return (ordinal: number): number => {
    const day = ordinal - first
    return Math.round(sumUntil(day + 1) * scale) - Math.round(sumUntil(day) * scale)
  }
}

/** The day on which a life of this extent is as old as the extent says. */
const nominalEnd = (extent: Extent): string =>
  `${Number(extent.startsOn.slice(0, 4)) + extent.years}${extent.startsOn.slice(4)}`

const within = (timeline: Timeline, from: number, to: number): Timeline => {
  const start = timeline.before(from)
  const end = timeline.before(to)
  if (start === 0 && end === timeline.length) return timeline
  const slice = makeTimeline(end - start)
  for (let index = start; index < end; index++) slice.add(timeline.at(index), timeline.song(index))
  return slice
}
