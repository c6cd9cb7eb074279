import type { SourceFailure } from "@daybook/core/sync"
import { Stream } from "effect"
import { csvRecords } from "../kit/exportFile/csvRecords.js"
import type { Member } from "../kit/exportFile/members.js"
import { cleanName } from "../kit/values.js"
import { watchedAt } from "../kit/watches/records.js"
import { type Session, type Stretch, believedLength, sessionsOf } from "../kit/watches/sessions.js"
import { type PlacedWatch, type WatchRow, type WatchTally, isPlausible } from "../kit/watches/watchFile.js"
import type { DateOrder } from "../kit/exportFile/writtenDates.js"
import { lengthOf, timeOf } from "./dates.js"
import { watchedSubject } from "./subjects.js"

/** The value of a column. */
export type Value = (column: string) => string

export const fullColumns = [["profile name"], ["start time"], ["duration"], ["title"]]

export const isTrailer = (title: string): boolean => /_hook_|^(?:trailer|clip):/i.test(title)

const minDuration = 120_000

interface Reading {
  /** Epoch milliseconds. */
  readonly now: number
  /** The order of the dates of a file that was saved again. */
  readonly order: DateOrder
  readonly profiles: ReadonlySet<string>
}

/** A stretch of the full activity, or why it is none. */
const readStretch = (value: Value, { now, order }: Reading): Stretch | Exclude<WatchRow, ReadonlyArray<unknown>> => {
  const title = value("title")
  if (value("supplemental video type").trim() !== "" || isTrailer(title)) return "trailers"
  if (/autoplayed:\s*user action:\s*none/i.test(value("attributes"))) return "played by itself"
  const start = timeOf(value("start time"), order)
  const length = lengthOf(value("duration"))
  if (start === null || length === null || !isPlausible(start, now) || cleanName(title) === null) return null
  if (length < minDuration) return "short"
  return {
    start,
    end: start + believedLength(length, null),
    position: lengthOf(value("latest bookmark")) ?? lengthOf(value("bookmark")) ?? 0
  }
}

/** The viewing of some stretches, or why it is none. */
const rowOf = (name: string, profile: string, session: Session): WatchRow => {
  const subject = watchedSubject(name, session)
  if (subject === null) return "not watched"
  const report = watchedAt(`${session.start}:${profile}`, session.start, { endedAt: session.end })
  return [{ subject, report, rating: null, tally: null }]
}

interface TitleStretches {
  readonly name: string
  readonly profile: string
  readonly place: string
  readonly stretches: Array<Stretch>
}

/** Rows that are held at a time. Viewings of more, which no account has, are joined within each such part. */
const maxHeld = 500_000

/** The full activity. Stretches of one viewing may lie anywhere in the file. */
export const fullRows = (
  members: Stream.Stream<Member, SourceFailure>,
  source: string,
  tally: WatchTally,
  reading: Reading
): Stream.Stream<PlacedWatch, SourceFailure> =>
  Stream.suspend(() => {
    let stretchesByTitle = new Map<string, TitleStretches>()
    let count = 0
    const flush = (): ReadonlyArray<PlacedWatch> => {
      const all = [...stretchesByTitle.values()]
      stretchesByTitle = new Map()
      count = 0
      return all.flatMap(({ name, place, profile, stretches }) => {
        const sessions = sessionsOf(stretches)
        tally.skip("joined", null, stretches.length - sessions.length)
        return sessions.map((session) => ({ place, row: rowOf(name, profile, session) }))
      })
    }
    const take = (place: string, value: Value | null): ReadonlyArray<PlacedWatch> => {
      if (value === null) return [{ place, row: null }]
      const profile = value("profile name").trim()
      if (!reading.profiles.has(profile)) return [{ place, row: "other profiles" }]
      const stretch = readStretch(value, reading)
      if (stretch === null || typeof stretch === "string") return [{ place, row: stretch }]
      const name = cleanName(value("title")) ?? ""
      const key = `${profile}\n${name}`
      const before = stretchesByTitle.get(key)
      // The same row may be in two members of an archive.
      if (before?.stretches.some(({ end, start }) => start === stretch.start && end === stretch.end) === true)
        return [{ place, row: "joined" }]
      if (before === undefined) stretchesByTitle.set(key, { name, profile, place, stretches: [stretch] })
      else before.stretches.push(stretch)
      return ++count < maxHeld ? [] : flush()
    }
    return Stream.flatMap(members, (member) =>
      csvRecords(member, { source, needed: fullColumns, cutShort: tally.cutShort })
    ).pipe(
      Stream.mapConcat(({ place, value }) => take(place, value)),
      Stream.concat(Stream.suspend(() => Stream.fromIterable(flush())))
    )
  })
