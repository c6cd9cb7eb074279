import { type LocalDate, daysBetween } from "../shared/LocalDate.js"
import type { WatchSource } from "./records.js"

/** A stored report of a film or an episode, as far as it decides which viewings there were. */
export interface StoredReport {
  readonly id: number
  readonly source: WatchSource
  readonly at: number
  readonly date: LocalDate
  /** Only the day is known. */
  readonly dated: boolean
  readonly rating: number | null
  readonly rewatch: boolean | null
  readonly review: string | null
  readonly reviewUrl: string | null
  /** Changed by hand: what it says goes before what other reports say. */
  readonly edited: boolean
  /** Deleted by hand: the viewing stays away although the source goes on reporting it. */
  readonly dismissed: boolean
}

/** A report that another one stands for, and why. */
export interface Merged {
  readonly id: number
  readonly reason: string
}

/** One viewing: what all reports of it come to. `id` is that of the report which stands for it. */
export interface Viewing {
  readonly id: number
  readonly merged: ReadonlyArray<Merged>
  readonly source: WatchSource
  readonly at: number
  readonly date: LocalDate
  readonly dated: boolean
  readonly rating: number | null
  readonly rewatch: boolean
  readonly review: string | null
  readonly reviewUrl: string | null
  /** False where only a diary without a review knows of it: its day may be that of bulk logging (contract §4). */
  readonly reliable: boolean
  /** Names the viewing among those of its film or episode in the feed: `letterboxd:movie:7:2026-01-11`. */
  readonly sourceId: string
}

/** Reports of two sources that lie no further apart may be of one viewing (contract §14). */
const nearest = 48 * 3_600_000
/** Within so short a time nobody sees anything twice: the event was sent twice. */
const echo = 120_000

/** Whose time and name a viewing takes: the media server was there, a diary knows the day. */
const rank: Readonly<Record<WatchSource, number>> = { plex: 0, manual: 1, letterboxd: 2 }

/** Two reports that somebody said are of different viewings. */
export const apartKey = (a: number, b: number): string => a < b ? `${a}:${b}` : `${b}:${a}`

interface Member extends Merged {
  readonly report: StoredReport
}
type Group = Array<Member>

/**
 * The viewings that reports of one film or episode tell of, oldest first. The same whatever order the reports came in:
 * a source that sends an event twice means one viewing; of reports of different sources the closest pair first, each
 * viewing has at most one of a source. `apart` are pairs by `apartKey`, `subject` is such as `movie:7`.
 */
export const viewingsOf = (reports: ReadonlyArray<StoredReport>, apart: ReadonlySet<string>, subject: string): ReadonlyArray<Viewing> => {
  const groups = paired(heardOnce([...reports].sort(inTime), apart), apart)
  const live = groups.filter((group) => !group.some(({ report }) => report.dismissed)).map((group) => [...group].sort(byRank))
  const seen = new Map<string, number>()
  return live.sort((a, b) => inTime(a[0]!.report, b[0]!.report)).map((group, index) => {
    const { date, source } = group[0]!.report
    const name = `${source}:${subject}:${date}`
    const place = (seen.get(name) ?? 0) + 1
    seen.set(name, place)
    return viewing(group, index > 0, place === 1 ? name : `${name}:${place}`)
  })
}

const inTime = (a: StoredReport, b: StoredReport) => a.at - b.at || a.id - b.id
const byRank = (a: Member, b: Member) => rank[a.report.source] - rank[b.report.source] || inTime(a.report, b.report)

const isApart = (apart: ReadonlySet<string>, one: Group, other: Group) =>
  apart.size > 0 && one.some((a) => other.some((b) => apart.has(apartKey(a.id, b.id))))

/** Reports in order of time, those of one source that follow one another at once in one group. */
const heardOnce = (reports: ReadonlyArray<StoredReport>, apart: ReadonlySet<string>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  const newest = new Map<WatchSource, Group>()
  for (const report of reports) {
    const member = { id: report.id, report, reason: `${report.source} sent the same event twice` }
    const before = report.dated ? undefined : newest.get(report.source)
    if (before !== undefined && report.at - before[0]!.report.at <= echo && !isApart(apart, before, [member])) before.push(member)
    else {
      const group = [member]
      groups.push(group)
      if (!report.dated) newest.set(report.source, group)
    }
  }
  return groups
}

interface Pair {
  readonly one: Group
  readonly other: Group
  readonly days: number
  readonly apart: number
}

const paired = (units: ReadonlyArray<Group>, apart: ReadonlySet<string>): ReadonlyArray<Group> => {
  const groupOf = new Map(units.map((unit) => [unit, unit]))
  for (const { one, other } of pairs(units)) {
    const [a, b] = [groupOf.get(one)!, groupOf.get(other)!]
    if (a === b || sourcesOf(a).some((source) => sourcesOf(b).includes(source)) || isApart(apart, a, b)) continue
    const [kept, merged] = byRank([...a].sort(byRank)[0]!, [...b].sort(byRank)[0]!) <= 0 ? [a, b] : [b, a]
    kept.push(...merged.map((member) => ({ ...member, reason: reasonOf(kept[0]!.report, member.report) })))
    for (const [unit, group] of groupOf) if (group === merged) groupOf.set(unit, kept)
  }
  return [...new Set(groupOf.values())]
}

const sourcesOf = (group: Group) => group.map(({ report }) => report.source)

/** Of units of different sources, the closest first: by day, then by time, then as they were stored. */
const pairs = (units: ReadonlyArray<Group>): ReadonlyArray<Pair> =>
  units.flatMap((one, index) =>
    units.slice(index + 1).flatMap((other): ReadonlyArray<Pair> => {
      const [a, b] = [one[0]!.report, other[0]!.report]
      const distance = Math.abs(a.at - b.at)
      return a.source === b.source || distance > nearest ? [] : [{ one, other, days: Math.abs(daysBetween(a.date, b.date)), apart: distance }]
    })).sort((a, b) => a.days - b.days || a.apart - b.apart || inTime(a.one[0]!.report, b.one[0]!.report) || inTime(a.other[0]!.report, b.other[0]!.report))

const reasonOf = (kept: StoredReport, merged: StoredReport): string => {
  const days = Math.abs(daysBetween(kept.date, merged.date))
  const distance = days === 0 ? "on the same day" : days === 1 ? "one day apart" : `${days} days apart`
  return `the same title, reported by ${kept.source} and ${merged.source} ${distance}, no more than 48 hours`
}

/** The one that stands for the viewing gives time and source, the diary what the person wrote. A group comes by rank. */
const viewing = (group: ReadonlyArray<Member>, again: boolean, sourceId: string): Viewing => {
  const first = group[0]!.report
  const told = (first.edited ? group : [...group].reverse()).map(({ report }) => report)
  const reviewed = told.find(({ review }) => review !== null)
  return {
    id: first.id,
    merged: group.slice(1).map(({ id, reason }) => ({ id, reason })),
    source: first.source,
    at: first.at,
    date: first.date,
    dated: first.dated,
    rating: told.find(({ rating }) => rating !== null)?.rating ?? null,
    rewatch: told.find(({ rewatch }) => rewatch !== null)?.rewatch ?? again,
    review: reviewed?.review ?? null,
    reviewUrl: reviewed?.reviewUrl ?? null,
    reliable: group.some(({ report }) => report.source !== "letterboxd" || report.review !== null),
    sourceId
  }
}
