import type { Fact, Kind } from "@daybook/core/listening"
import {
  type DateRange,
  type Granularity,
  type LocalDate,
  monthStart,
  weekStart,
  yearOf,
  yearStart
} from "@daybook/core/shared"
import type { JudgedPlay } from "./JudgedPlay.js"

/** All visible plays. Every answer iterates over the whole list. */
export type VisiblePlays = ReadonlyArray<JudgedPlay>

export const within = (plays: VisiblePlays, { from, to }: DateRange): VisiblePlays =>
  plays.filter(({ playedAt }) => (from === null || playedAt >= from) && (to === null || playedAt < to))

const sortNameOf = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** By code point, which is how the database compares bytes. */
const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const subjectOf: Readonly<Record<Kind, (play: JudgedPlay) => { readonly id: number; readonly name: string } | null>> = {
  artist: (play) => ({ id: play.artistId, name: play.artist }),
  album: (play) => (play.albumId === null || play.album === null ? null : { id: play.albumId, name: play.album }),
  track: (play) => ({ id: play.trackId, name: play.track })
}

export interface PlayCount {
  readonly id: number
  readonly name: string
  readonly plays: number
  /** Any of its plays. */
  readonly play: JudgedPlay
}

/** Play counts of every artist, album or track, unordered. */
export const countsOf = (kind: Kind, plays: VisiblePlays): ReadonlyArray<PlayCount> => {
  const counts = new Map<number, PlayCount>()
  for (const play of plays) {
    const subject = subjectOf[kind](play)
    if (subject !== null) counts.set(subject.id, { ...subject, plays: (counts.get(subject.id)?.plays ?? 0) + 1, play })
  }
  return Array.from(counts.values())
}

export const byPlays = (a: PlayCount, b: PlayCount): number => b.plays - a.plays || byName(a, b)
export const byName = (a: PlayCount, b: PlayCount): number =>
  compareText(sortNameOf(a.name), sortNameOf(b.name)) || a.id - b.id

export const ranked = (kind: Kind, plays: VisiblePlays): ReadonlyArray<PlayCount> =>
  [...countsOf(kind, plays)].sort(byPlays)

export const newestFirst = (plays: VisiblePlays): VisiblePlays =>
  [...plays].sort((a, b) => b.playedAt - a.playedAt || b.id - a.id)

/** The album shown for a track: that of its newest play with an album. */
export const albumOf = (visiblePlays: VisiblePlays, trackId: number): string | null =>
  newestFirst(visiblePlays).find((play) => play.trackId === trackId && play.album !== null)?.album ?? null

const distinct = (ids: ReadonlyArray<number | null>) => new Set(ids.filter((id) => id !== null)).size

export const totals = (plays: VisiblePlays): Fact.Totals => ({
  plays: plays.length,
  artists: distinct(plays.map((play) => play.artistId)),
  albums: distinct(plays.map((play) => play.albumId)),
  tracks: distinct(plays.map((play) => play.trackId))
})

export const startOf = (grain: Granularity, day: LocalDate): LocalDate => {
  switch (grain) {
    case "day":
      return day
    case "week":
      return weekStart(day)
    case "month":
      return monthStart(yearOf(day), Number(day.slice(5, 7)))
    case "year":
      return yearStart(yearOf(day))
  }
}

export const grouped = <Key>(plays: VisiblePlays, key: (play: JudgedPlay) => Key): ReadonlyMap<Key, VisiblePlays> => {
  const groups = new Map<Key, Array<JudgedPlay>>()
  for (const play of plays) groups.set(key(play), [...(groups.get(key(play)) ?? []), play])
  return groups
}

/** The totals of each period with plays, ascending. */
export const periods = (grain: Granularity, plays: VisiblePlays): ReadonlyArray<Fact.PeriodTotals> =>
  Array.from(grouped(plays, (play) => startOf(grain, play.day)))
    .map(([start, group]) => ({ start, ...totals(group) }))
    .sort((a, b) => (a.start < b.start ? -1 : 1))

export const daySpans = (plays: VisiblePlays): ReadonlyArray<Fact.PlayedDays> => {
  const runs: Array<{ start: LocalDate; end: LocalDate; plays: number }> = []
  for (const { plays: count, start: day } of periods("day", plays)) {
    const last = runs.at(-1)
    if (last !== undefined && Date.parse(day) - Date.parse(last.end) === 86_400_000) {
      last.end = day
      last.plays += count
    } else runs.push({ start: day, end: day, plays: count })
  }
  return runs
}

export const genres = (
  grain: "week" | "month" | "year",
  plays: VisiblePlays,
  genreOf: ReadonlyMap<number, string>
): ReadonlyArray<Fact.GenreCount> => {
  const tagged = plays.filter((play) => genreOf.has(play.artistId))
  return Array.from(grouped(tagged, (play) => `${startOf(grain, play.day)} ${genreOf.get(play.artistId)}`))
    .map(([key, group]) => ({ start: key.slice(0, 10), genre: key.slice(11), plays: group.length }))
    .sort((a, b) => compareText(a.start, b.start) || b.plays - a.plays || compareText(a.genre, b.genre))
}

export const series = (kind: Kind, ids: ReadonlyArray<number>, grain: Granularity, plays: VisiblePlays) =>
  new Map(
    ids.flatMap((id) => {
      const own = grouped(
        plays.filter((play) => subjectOf[kind](play)?.id === id),
        (play) => startOf(grain, play.day)
      )
      return own.size === 0 ? [] : [[id, new Map(Array.from(own, ([start, group]) => [start, group.length]))]]
    })
  )

export const holds = (name: string | null, part: string | null): boolean =>
  part === null || (name !== null && name.toLowerCase().includes(part.toLowerCase()))
