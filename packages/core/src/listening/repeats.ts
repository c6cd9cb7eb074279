import { Array } from "effect"
import { foldOf } from "./spellings.js"

/** A play that may be a report of the same play as others. */
export interface PlayReport {
  readonly id: number
  readonly source: string
  readonly playedAt: number
  readonly precise: boolean
  /** See `Play.endedAt`. */
  readonly endedAt: number | null
  readonly artist: string
  readonly track: string
  readonly album: string | null
  /** The tolerance for this name, in milliseconds. */
  readonly tolerance: number
}

/** Two rows of one track that ended this close together and were heard equally long are one play, in milliseconds. */
const echoMillis = 30_000

/** Whether two reports credit a common artist. */
export type SameArtists = (a: PlayReport, b: PlayReport) => boolean

/**
 * By time, by name, then by all else that decides. Never by id, which depends on the order of arrival, nor by the
 * spelling of a title, which depends on what else is stored.
 */
export const inOrder = (a: PlayReport, b: PlayReport): number => a.playedAt - b.playedAt || inNameOrder(a, b)

const inNameOrder = (a: PlayReport, b: PlayReport): number => {
  const [name, other] = [nameOf(a), nameOf(b)]
  if (name !== other) return name < other ? -1 : 1
  return (a.endedAt ?? 0) - (b.endedAt ?? 0) || Number(a.precise) - Number(b.precise) || a.tolerance - b.tolerance
}

const nameOf = ({ album, artist, source, track }: Pick<PlayReport, "album" | "artist" | "source" | "track">) =>
  [source, artist, foldOf(track), foldOf(album ?? "")].join("\n")

/**
 * A provider sometimes lists a play twice, with ends a few seconds apart, or in one file with the start and in another
 * one without. The first row counts.
 */
export const withoutEchoes = (own: ReadonlyArray<PlayReport>): ReadonlyArray<PlayReport> => {
  const ends = new Set<string>()
  /** The last end of the counted rows of a name and a length. The list is in time order, so it is the nearest one. */
  const lastEnds = new Map<string, number>()
  return own.filter(({ endedAt, playedAt, precise, ...names }) => {
    if (endedAt === null || !precise) return true
    const name = nameOf(names)
    const [end, length] = [`${name}\n${endedAt}`, `${name}\n${endedAt - playedAt}`]
    const lastEnd = lastEnds.get(length)
    if (ends.has(end) || (lastEnd !== undefined && endedAt - lastEnd <= echoMillis)) return false
    ends.add(end)
    lastEnds.set(length, endedAt)
    return true
  })
}

/**
 * A list names one play in several ways: artists in another order or by another alias, with and without an album, by an
 * exporter that drops commas. Of the rows of one moment, an exact one with an album counts first.
 */
export const withoutRepeats = (
  own: ReadonlyArray<PlayReport>,
  areSameArtists: SameArtists
): ReadonlyArray<PlayReport> => {
  const minutes = Array.groupBy(own, ({ playedAt }) => String(Math.floor(playedAt / 60_000)))
  if (Object.keys(minutes).length === own.length) return own
  const countedRows = Object.values(minutes).flatMap((alike) => {
    const leads: Array<PlayReport> = []
    for (const report of [...alike].sort(inCompleteness))
      if (!leads.some((lead) => isSameMoment(lead, report) && areSameNames(lead, report, areSameArtists)))
        leads.push(report)
    return leads
  })
  return countedRows.sort(inOrder)
}

const inCompleteness = (a: PlayReport, b: PlayReport): number =>
  Number(b.precise) - Number(a.precise) || Number(a.album === null) - Number(b.album === null) || inOrder(a, b)

/** For two rows of one minute. */
const isSameMoment = (a: PlayReport, b: PlayReport): boolean => !a.precise || !b.precise || a.playedAt === b.playedAt

/** An album of one name shows that two names are aliases of one artist. */
const areSameNames = (a: PlayReport, b: PlayReport, areSameArtists: SameArtists): boolean =>
  areSameArtists(a, b) || (a.album !== null && b.album !== null && foldOf(a.album) === foldOf(b.album))
