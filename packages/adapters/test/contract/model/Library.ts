import type { Filter } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"

/** A play as it should be stored, by names. */
export interface Stored {
  readonly source: string
  readonly playedAt: number
  readonly precise: boolean
  readonly artist: string
  readonly track: string
  readonly album: string | null
}

export type Rule = Pick<Filter, "scope" | "pattern">

/** All that was written so far, in the plainest shape: what every answer follows from. */
export interface Library {
  readonly stored: ReadonlyArray<Stored>
  readonly rules: ReadonlyArray<Rule>
  /** The longest that anybody said of a name, in milliseconds. */
  readonly durations: ReadonlyMap<string, number>
  /** Genres by the artist's id. */
  readonly genres: ReadonlyMap<number, string>
  /** Every spelling of an artist that was ever given, with the least of the MBIDs that came with it. */
  readonly spellings: ReadonlyMap<string, string | null>
}

export const empty: Library = { stored: [], rules: [], durations: new Map(), genres: new Map(), spellings: new Map() }

export const keyOf = (play: Stored): string => [play.source, play.playedAt, play.artist, play.track, play.album ?? "\0"].join("\u0001")

const sameNames = (a: Stored, b: Stored) =>
  a.source === b.source && a.artist === b.artist && a.track === b.track && a.album === b.album

const minute = 60_000

interface Put {
  readonly library: Library
  readonly added: number
  readonly changed: number
  /** Stored before, and given again. */
  readonly present: ReadonlyArray<Stored>
  readonly missing: ReadonlyArray<Stored>
}

/** One play after the other; a play known to the minute gives way to exact ones of that minute. */
export const put = (library: Library, source: string, given: ReadonlyArray<Stored>, covers: Span | null): Put => {
  let stored = library.stored
  let added = 0
  let changed = 0
  const kept = new Set<Stored>()
  for (const play of given) {
    const known = stored.find((one) =>
      sameNames(one, play) && (one.playedAt === play.playedAt && one.precise === play.precise ||
        !play.precise && one.precise && one.playedAt >= play.playedAt && one.playedAt < play.playedAt + minute))
    kept.add(known ?? play)
    if (known !== undefined) continue
    const replaced = stored.filter((one) =>
      play.precise && !one.precise && sameNames(one, play) && play.playedAt - one.playedAt < minute && play.playedAt >= one.playedAt)
    stored = [...stored.filter((one) => !replaced.includes(one)), play]
    added += 1 - replaced.length
    changed += replaced.length
  }
  const missing = covers === null
    ? []
    : stored.filter((one) => one.source === source && one.playedAt >= covers.from && one.playedAt + (one.precise ? 0 : minute - 1000) < covers.to && !kept.has(one) && !given.some((play) => accounts(play, one)))
  return { library: { ...library, stored }, added, changed, present: library.stored.filter((play) => kept.has(play)), missing }
}

/** Whether a given play stands for a stored one. */
const accounts = (given: Stored, stored: Stored) =>
  sameNames(given, stored) && (given.precise
    ? given.playedAt === stored.playedAt
    : stored.playedAt >= given.playedAt && stored.playedAt < given.playedAt + minute)

export const remove = (library: Library, gone: ReadonlyArray<Stored>): Library => ({
  ...library,
  stored: library.stored.filter((play) => !gone.includes(play))
})

const lower = (text: string) => text.toLowerCase()

const matches = ({ pattern, scope }: Rule, play: Stored): boolean => {
  switch (scope) {
    case "artist":
      return lower(play.artist) === lower(pattern)
    case "album":
      return play.album !== null && lower(play.album).includes(lower(pattern))
    case "track":
      return lower(play.track).includes(lower(pattern))
    case "artist_track":
      return lower(`${play.artist}||${play.track}`) === lower(pattern)
    case "track_regex":
      return new RegExp(pattern, "iu").test(play.track)
  }
}

export const isFiltered = (library: Library, play: Stored): boolean => library.rules.some((rule) => matches(rule, play))
