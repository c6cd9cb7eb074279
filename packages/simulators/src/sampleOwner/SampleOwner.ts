import { type BadInput, type Calendar, fromZoneName } from "@daybook/core/shared"
import { type Context, Either } from "effect"
import { type AttendingLife, makeAttendingLife } from "./attending/index.js"
import { type CollectingLife, makeCollectingLife } from "./collecting.js"
import { hash, once } from "./dice.js"
import { type ListeningLife, makeListeningLife } from "./listening.js"
import { makeReadingLife, type ReadingLife } from "./reading.js"
import { makeRunningLife, type RunningLife } from "./running.js"
import { extents, type Size } from "./size.js"
import { makeWatchingLife, type WatchingLife } from "./watching.js"

export interface SampleOwnerOptions {
  /** Another seed is another person. Default "daybook". */
  readonly seed?: string | number
  /** Default `small`. */
  readonly size?: Size
  /** The instant up to which the life is told, a date or epoch milliseconds. */
  readonly endsAt: Date | number
  /** Where the person lives, an IANA zone. Default America/Los_Angeles. */
  readonly zone?: string
}

/**
 * One invented person, whose life every simulator tells a part of. A pure function of its options: the same seed, size
 * and zone give the same past on any later day, with more at its end. Lives start on fixed days (`extents`).
 */
export interface SampleOwner {
  readonly username: string
  readonly seed: number
  readonly size: Size
  /** IANA name of the home zone. */
  readonly zone: string
  readonly calendar: Context.Tag.Service<Calendar>
  /** Epoch milliseconds at which the first day begins. */
  readonly startsAt: number
  /** Epoch milliseconds. */
  readonly endsAt: number
  /** Told when first asked for, so that who needs another part of the life does not wait. */
  readonly listening: ListeningLife
  readonly running: RunningLife
  readonly watching: WatchingLife
  readonly collecting: CollectingLife
  readonly reading: ReadingLife
  readonly attending: AttendingLife
}

/** Fails when `zone` names no time zone. */
export const makeSampleOwner = (options: SampleOwnerOptions): Either.Either<SampleOwner, BadInput> =>
  Either.map(fromZoneName(options.zone ?? "America/Los_Angeles"), (calendar) => {
    const size = options.size ?? "small"
    const extent = extents[size]
    const seed = hash(options.seed ?? "daybook")
    const listening = once(() => makeListeningLife({ seed, extent, calendar }))
    const running = once(() => makeRunningLife({ seed, extent, calendar }))
    const watching = once(() => makeWatchingLife({ seed, extent, calendar }))
    const collecting = once(() =>
      makeCollectingLife({ seed, extent, calendar, catalogue: () => listening().catalogue, cinema: watching })
    )
    const reading = once(() => makeReadingLife({ seed, extent, calendar }))
    const attending = once(() => makeAttendingLife({ seed, extent, catalogue: () => listening().catalogue }))
    return {
      username: "daybook_demo",
      seed,
      size,
      zone: calendar.zone,
      calendar,
      startsAt: calendar.startOf(extent.startsOn),
      endsAt: Number(options.endsAt),
      get listening() {
        return listening()
      },
      get running() {
        return running()
      },
      get watching() {
        return watching()
      },
      get collecting() {
        return collecting()
      },
      get reading() {
        return reading()
      },
      get attending() {
        return attending()
      }
    }
  })
