import {
  type Explanation,
  type FieldReason,
  type HiddenBy,
  type SourceCounts,
  type Voice,
  explainDay,
  explainFields,
  noReasons,
  reportName
} from "../explain/index.js"
import { iso } from "../shared/fields.js"
import type { PlayReport } from "./repeats.js"
import type { PlaySources } from "./sources.js"
import { pairingsOf } from "./twins.js"

/** A report of a play, with what else is stored of it. */
export interface ExplainedPlay extends PlayReport {
  /** When it came here, epoch milliseconds; null for one of an earlier version. */
  readonly receivedAt: number | null
  /** The names as answers show them. */
  readonly shown: { readonly artist: string; readonly track: string; readonly album: string | null }
  /** The filters that hide it. */
  readonly filters: ReadonlyArray<number>
}

const valuesOf = ({ playedAt, shown: { album, artist, track } }: ExplainedPlay): Voice["values"] => ({
  scrobbled_at: iso(playedAt),
  "artist.name": artist,
  "track.name": track,
  "album.name": album
})

const filtersOf = (ids: ReadonlyArray<number>): ReadonlyArray<HiddenBy> =>
  ids.map((id) => ({ rule: "listening.hidden.filter", what: `filter ${id}` }))

/** Why a play is as it is: all its reports, and those near that might have been. Null if it is none of them. */
export const explainPlay = (
  services: PlaySources,
  id: number,
  near: ReadonlyArray<ExplainedPlay>
): Explanation | null => {
  const pairings = pairingsOf(services, near)
  const byId = new Map(near.map((report) => [report.id, report]))
  const lead = byId.get(pairings.get(id)?.of ?? id)
  if (lead === undefined) return null
  const others = near
    .filter((report) => pairings.get(report.id)?.of === lead.id)
    .sort((a, b) => Math.abs(a.playedAt - lead.playedAt) - Math.abs(b.playedAt - lead.playedAt) || a.id - b.id)
  const reports = [lead, ...others]
  const isTwin = id !== lead.id
  const name = ({ id, source }: ExplainedPlay) => reportName(source, `play:${id}`)
  return {
    ...noReasons,
    sources: reports.map(({ id, playedAt, receivedAt, source }) => ({
      source,
      key: `play:${id}`,
      firstSeen: receivedAt,
      lastSeen: receivedAt,
      distance: Math.round(Math.abs(playedAt - lead.playedAt) / 1_000)
    })),
    fields: explainFields(
      valuesOf(lead),
      reports.map((report) => ({ source: report.source, values: valuesOf(report) })),
      () => "listening.field.reliable-service"
    ),
    merges: others.map((report) => ({ with: name(report), rule: pairings.get(report.id)!.rule, undo: null })),
    hiddenBy: [
      ...(isTwin ? [{ rule: "listening.hidden.duplicate" as const, what: name(lead) }] : []),
      ...filtersOf(byId.get(id)?.filters ?? [])
    ]
  }
}

/** The plays of a name that one service reported. Times are epoch milliseconds. */
export interface NamePlays {
  readonly source: string
  readonly plays: number
  readonly firstSeen: number | null
  readonly lastSeen: number | null
}

const namePlaysOf = (plays: ReadonlyArray<NamePlays>): Explanation["sources"] =>
  plays.map(({ firstSeen, lastSeen, plays, source }) => ({ source, key: null, firstSeen, lastSeen, reports: plays }))

/** A spelling of an artist, and the visible plays under it by source, the most first. */
export interface ExplainedSpelling {
  readonly name: string
  readonly plays: ReadonlyArray<{ readonly source: string; readonly plays: number }>
}

/** Why an artist has its name, and which spellings are one artist. */
export const explainArtist = (
  name: string,
  spellings: ReadonlyArray<ExplainedSpelling>,
  plays: ReadonlyArray<NamePlays>,
  filters: ReadonlyArray<number>
): Explanation => {
  const own = spellings.filter((spelling) => spelling.name === name)
  const rest = spellings.filter((spelling) => spelling.name !== name)
  const voices = [...own, ...rest].flatMap((spelling): ReadonlyArray<Voice> =>
    spelling.plays.map(({ source }) => ({ source, values: { name: spelling.name } }))
  )
  return {
    ...noReasons,
    sources: namePlaysOf(plays),
    fields: explainFields({ name }, voices, () => "listening.artist.most-played-name"),
    merges: rest.map((spelling) => ({ with: spelling.name, rule: "listening.artist.same-name", undo: null })),
    hiddenBy: filtersOf(filters)
  }
}

/** Why an album or track is as it is. Which of several services spelled its name is not stored. */
export const explainTitle = (
  name: string,
  plays: ReadonlyArray<NamePlays>,
  filters: ReadonlyArray<number>
): Explanation => {
  const [first, ...others] = plays
  const fields: Record<string, FieldReason> =
    first === undefined || others.length > 0
      ? {}
      : { name: { value: name, from: first.source, rule: "listening.title.only-service", others: [] } }
  return { ...noReasons, sources: namePlaysOf(plays), fields, hiddenBy: filtersOf(filters) }
}

/** What became of the plays of a day. Null if there are none. */
export const explainPlayedDay = (
  counts: ReadonlyArray<SourceCounts>,
  filters: ReadonlyArray<number>
): Explanation | null => explainDay(counts, filtersOf(filters))
