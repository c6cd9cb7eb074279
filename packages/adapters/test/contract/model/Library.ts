import type { Filter } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"

/** The expected row of a play, with names instead of ids. */
export interface StoredPlay {
  readonly source: string
  readonly playedAt: number
  readonly precise: boolean
  /** For services that report the end; `playedAt` is computed. */
  readonly endedAt: number | null
  readonly artist: string
  readonly track: string
  readonly album: string | null
}

export type Rule = Pick<Filter, "scope" | "pattern">

/** Everything written so far, in the simplest form. Every answer derives from it. */
export interface Library {
  readonly stored: ReadonlyArray<StoredPlay>
  readonly rules: ReadonlyArray<Rule>
  /** The longest reported duration by name, in milliseconds. */
  readonly durations: ReadonlyMap<string, number>
  /** Genres by the artist's id. */
  readonly genres: ReadonlyMap<number, string>
  /** Every reported spelling of an artist, with the smallest of its MBIDs. */
  readonly spellings: ReadonlyMap<string, string | null>
  /** All reported spellings of titles, by `titleKey`. */
  readonly titles: ReadonlyMap<string, ReadonlyArray<string>>
}

export const empty: Library = {
  stored: [],
  rules: [],
  durations: new Map(),
  genres: new Map(),
  spellings: new Map(),
  titles: new Map()
}

export const fold = (name: string): string => name.normalize("NFC").toLowerCase()

/** The common key of the spellings of a title. */
export const titleKey = (kind: "track" | "album", artist: string, title: string): string =>
  [kind, fold(artist), fold(title)].join("\u0001")

export const keyOf = (play: StoredPlay): string =>
  [play.source, play.playedAt, play.artist, fold(play.track), fold(play.album ?? "\0")].join("\u0001")

export const sameNames = (a: StoredPlay, b: StoredPlay): boolean =>
  a.source === b.source &&
  a.artist === b.artist &&
  fold(a.track) === fold(b.track) &&
  fold(a.album ?? "\0") === fold(b.album ?? "\0")

const minute = 60_000

interface Put {
  readonly library: Library
  readonly added: number
  readonly changed: number
  /** Existed before and reported again. */
  readonly present: ReadonlyArray<StoredPlay>
  readonly missing: ReadonlyArray<StoredPlay>
}

/** Adds one play after the other. Exact plays replace a play of the same minute without seconds. */
export const put = (
  library: Library,
  source: string,
  incoming: ReadonlyArray<StoredPlay>,
  covers: Span | null
): Put => {
  let plays = library.stored
  let added = 0
  let changed = 0
  const confirmed = new Set<StoredPlay>()
  for (const play of incoming) {
    const match = plays.find(
      (one) =>
        sameNames(one, play) &&
        ((one.playedAt === play.playedAt && one.precise === play.precise) ||
          (!play.precise && one.precise && one.playedAt >= play.playedAt && one.playedAt < play.playedAt + minute))
    )
    confirmed.add(match ?? play)
    if (match !== undefined) continue
    const replaced = plays.filter(
      (one) =>
        play.precise &&
        !one.precise &&
        sameNames(one, play) &&
        play.playedAt - one.playedAt < minute &&
        play.playedAt >= one.playedAt
    )
    plays = [...plays.filter((one) => !replaced.includes(one)), play]
    added += 1 - replaced.length
    changed += replaced.length
  }
  const missing =
    covers === null
      ? []
      : plays.filter(
          (one) =>
            one.source === source &&
            one.playedAt >= covers.from &&
            one.playedAt + (one.precise ? 0 : minute - 1000) < covers.to &&
            !confirmed.has(one) &&
            !incoming.some((play) => accounts(play, one))
        )
  return {
    library: { ...library, stored: plays },
    added,
    changed,
    present: library.stored.filter((play) => confirmed.has(play)),
    missing
  }
}

/** Whether a reported play stands for an existing one. */
export const accounts = (report: StoredPlay, existing: StoredPlay) =>
  sameNames(report, existing) &&
  (report.precise
    ? existing.precise && report.playedAt === existing.playedAt
    : existing.playedAt >= report.playedAt && existing.playedAt < report.playedAt + minute)

export const remove = (library: Library, removed: ReadonlyArray<StoredPlay>): Library => ({
  ...library,
  stored: library.stored.filter((play) => !removed.includes(play))
})

const lower = (text: string) => text.toLowerCase()

const matches = ({ pattern, scope }: Rule, play: StoredPlay): boolean => {
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

export const isFiltered = (library: Library, play: StoredPlay): boolean =>
  library.rules.some((rule) => matches(rule, play))
