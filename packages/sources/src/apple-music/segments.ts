import { Effect } from "effect"
import { sortInSlices } from "../kit/slices.js"

/** A stretch of a song that a device reported. Times are epoch milliseconds. */
export interface Segment {
  readonly device: number
  readonly song: number
  readonly startedAt: number
  readonly endedAt: number
  /** Milliseconds that were heard. */
  readonly playTime: number
  /** The song's length in milliseconds; null if it is not reported. */
  readonly length: number | null
  /** Positions in the song at the start and the end, in milliseconds; null if they are not reported. */
  readonly from: number | null
  readonly to: number | null
  /** It ended by a pause or a jump, so that the next one may continue it. */
  readonly isPaused: boolean
}

/** What was heard of a song in one go, pauses aside. */
export interface Listen {
  readonly song: number
  readonly startedAt: number
  readonly playTime: number
  readonly length: number | null
}

/** The longest pause within a listen, and how far the position may have moved in it, in milliseconds. */
const maxPause = 1_800_000
const positionTolerance = 10_000

/** Whether a stretch continues another one of the same song on the same device. */
const continues = (before: Segment, next: Segment): boolean =>
  before.isPaused &&
  next.startedAt >= before.endedAt - positionTolerance &&
  next.startedAt - before.endedAt < maxPause &&
  (before.to === null || next.from === null || Math.abs(next.from - before.to) <= positionTolerance)

/**
 * Joins the stretches of each listen. They come by device and song, then by time. A device reports a start once: equal
 * rows of several downloads are one.
 */
export function* listensOf(segments: Iterable<Segment>): Generator<Listen> {
  const open: { last: Segment | null; listen: Listen | null } = { last: null, listen: null }
  for (const segment of segments) {
    const { last, listen } = open
    const isSameSong = last !== null && last.device === segment.device && last.song === segment.song
    if (isSameSong && last.startedAt === segment.startedAt) continue
    open.last = segment
    if (listen !== null && isSameSong && continues(last, segment)) {
      const length = segment.length === null ? listen.length : Math.max(segment.length, listen.length ?? 0)
      open.listen = { ...listen, playTime: listen.playTime + segment.playTime, length }
      continue
    }
    if (listen !== null) yield listen
    const { length, playTime, song, startedAt } = segment
    open.listen = { song, startedAt, playTime, length }
  }
  if (open.listen !== null) yield open.listen
}

const minPlayTime = 30_000
const enough = 240_000

/** Whether a listen counts as a play: at least 30 seconds, and half the song or four minutes. */
export const counts = ({ playTime, length }: Pick<Listen, "playTime" | "length">): boolean =>
  playTime >= minPlayTime && (length === null || playTime >= enough || playTime * 2 >= length)

/** Numbers of a stretch in memory, in the order in which they are compared. */
const width = 9
const absent = -1

/** Many stretches in few bytes: an account's history is sorted before its listens can be joined. */
export const makeSegments = () => {
  let numbers = new Float64Array(1_024 * width)
  let count = 0
  const at = (index: number): Segment => {
    const [device, song, startedAt, endedAt, playTime, length, from, to, isPaused] = numbers.subarray(
      index * width,
      (index + 1) * width
    ) as unknown as [number, number, number, number, number, number, number, number, number]
    const orNull = (value: number) => (value === absent ? null : value)
    return {
      device,
      song,
      startedAt,
      endedAt,
      playTime,
      length: orNull(length),
      from: orNull(from),
      to: orNull(to),
      isPaused: isPaused === 1
    }
  }
  return {
    add: ({ device, endedAt, from, playTime, isPaused, length, song, startedAt, to }: Segment): void => {
      if ((count + 1) * width > numbers.length) {
        const larger = new Float64Array(numbers.length * 2)
        larger.set(numbers)
        numbers = larger
      }
      const values = [device, song, startedAt, endedAt, playTime, length, from, to, isPaused ? 1 : 0]
      numbers.set(
        values.map((value) => value ?? absent),
        count * width
      )
      count++
    },
    /** By device and song, then by time. */
    sorted: Effect.suspend(() =>
      sortInSlices(
        Array.from({ length: count }, (_, index) => index),
        (a, b) => {
          for (let field = 0; field < width; field++) {
            const difference = numbers[a * width + field]! - numbers[b * width + field]!
            if (difference !== 0) return difference
          }
          return 0
        }
      )
    ).pipe(
      Effect.map(function* (order): Generator<Segment> {
        for (const index of order) yield at(index)
      })
    )
  }
}
