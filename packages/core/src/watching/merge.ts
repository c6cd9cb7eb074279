import type { FeedKey } from "../feed/FeedStore.js"
import type { RowOf } from "../kit/record.js"
import { type LocalDate, daysBetween } from "../shared/LocalDate.js"
import type { Report, WatchSource, opinion } from "./model.js"
import type { SubjectId } from "./reports.js"

/** The part of a stored report of a film or an episode that decides its viewing. */
export interface StoredReport extends Pick<Report, keyof typeof opinion> {
  readonly id: number
  readonly source: WatchSource
  readonly at: number
  readonly date: LocalDate
  /** Whether only the day is known. */
  readonly dated: boolean
  /** Edited by hand: its values take precedence over those of other reports. */
  readonly edited: boolean
  /** Deleted by hand: the viewing stays deleted although the source still reports it. */
  readonly dismissed: boolean
}

/** A report that was merged into another one, and why. */
export interface MergedReport {
  readonly id: number
  readonly reason: string
}

/** One viewing, merged from all its reports. `id` is that of its main report. */
export interface Viewing extends RowOf<typeof opinion> {
  readonly id: number
  readonly merged: ReadonlyArray<MergedReport>
  readonly source: WatchSource
  readonly at: number
  readonly date: LocalDate
  readonly dated: boolean
  /** False if its only report is a diary entry without a review: the day may be that of bulk logging. */
  readonly reliable: boolean
  /** The viewing's key in the feed: `letterboxd:movie:7:2026-01-11`. */
  readonly sourceId: string
}

/** Milliseconds. Reports of two sources within this time may be of one viewing. */
const mergeWindow = 48 * 3_600_000
/** Milliseconds. Two reports of one source within this time are a duplicate event. */
export const duplicateWindow = 120_000

/** The source whose time and name a viewing takes: a media server has the exact time, a diary only the day. */
const rank: Readonly<Record<WatchSource, number>> = { plex: 0, manual: 1, letterboxd: 2 }

/** The key of two reports that were separated by hand. */
export const separationKey = (a: number, b: number): string => (a < b ? `${a}:${b}` : `${b}:${a}`)

interface Member extends MergedReport {
  readonly report: StoredReport
}
type Group = Array<Member>

/**
 * The viewings of one film or episode, oldest first, independent of the order of the reports. Duplicate events of one
 * source are one viewing. Reports of different sources are merged in pairs, closest first; a viewing has at most one
 * report of each source. `separated` contains pairs that were separated by hand; `subject` is like `movie:7`.
 */
export const viewingsOf = (
  reports: ReadonlyArray<StoredReport>,
  separated: ReadonlySet<string>,
  subject: string
): ReadonlyArray<Viewing> => {
  const groups = mergeGroups(groupDuplicates([...reports].sort(byTime), separated), separated)
  const live = groups
    .filter((group) => !group.some(({ report }) => report.dismissed))
    .map((group) => [...group].sort(byRank))
  const seen = new Map<string, number>()
  return live
    .sort((a, b) => byTime(a[0]!.report, b[0]!.report))
    .map((group, index) => {
      const { date, source } = group[0]!.report
      const name = `${source}:${subject}:${date}`
      const place = (seen.get(name) ?? 0) + 1
      seen.set(name, place)
      return viewing(group, index > 0, place === 1 ? name : `${name}:${place}`)
    })
}

const byTime = (a: StoredReport, b: StoredReport) => a.at - b.at || a.id - b.id
const byRank = (a: Member, b: Member) => rank[a.report.source] - rank[b.report.source] || byTime(a.report, b.report)

const areSeparated = (separated: ReadonlySet<string>, one: Group, other: Group) =>
  separated.size > 0 && one.some((a) => other.some((b) => separated.has(separationKey(a.id, b.id))))

/** Groups duplicate events of one source. Expects and returns ascending order of time. */
const groupDuplicates = (
  reports: ReadonlyArray<StoredReport>,
  separated: ReadonlySet<string>
): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  const newest = new Map<WatchSource, Group>()
  for (const report of reports) {
    const member = { id: report.id, report, reason: `${report.source} sent the same event twice` }
    const before = report.dated ? undefined : newest.get(report.source)
    if (
      before !== undefined &&
      report.at - before[0]!.report.at <= duplicateWindow &&
      !areSeparated(separated, before, [member])
    )
      before.push(member)
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
  readonly distance: number
}

const mergeGroups = (groups: ReadonlyArray<Group>, separated: ReadonlySet<string>): ReadonlyArray<Group> => {
  const groupOf = new Map(groups.map((group) => [group, group]))
  for (const { one, other } of pairs(groups)) {
    const [a, b] = [groupOf.get(one)!, groupOf.get(other)!]
    if (a === b || sourcesOf(a).some((source) => sourcesOf(b).includes(source)) || areSeparated(separated, a, b))
      continue
    const [main, merged] = byRank([...a].sort(byRank)[0]!, [...b].sort(byRank)[0]!) <= 0 ? [a, b] : [b, a]
    main.push(...merged.map((member) => ({ ...member, reason: reasonOf(main[0]!.report, member.report) })))
    for (const [member, group] of groupOf) if (group === merged) groupOf.set(member, main)
  }
  return [...new Set(groupOf.values())]
}

const sourcesOf = (group: Group) => group.map(({ report }) => report.source)

/** Pairs of groups of different sources, closest first: by day, then by time, then by id. */
const pairs = (groups: ReadonlyArray<Group>): ReadonlyArray<Pair> =>
  groups
    .flatMap((one, index) =>
      groups.slice(index + 1).flatMap((other): ReadonlyArray<Pair> => {
        const [a, b] = [one[0]!.report, other[0]!.report]
        const distance = Math.abs(a.at - b.at)
        return a.source === b.source || distance > mergeWindow
          ? []
          : [{ one, other, days: Math.abs(daysBetween(a.date, b.date)), distance }]
      })
    )
    .sort(
      (a, b) =>
        a.days - b.days ||
        a.distance - b.distance ||
        byTime(a.one[0]!.report, b.one[0]!.report) ||
        byTime(a.other[0]!.report, b.other[0]!.report)
    )

const reasonOf = (main: StoredReport, merged: StoredReport): string => {
  const days = Math.abs(daysBetween(main.date, merged.date))
  const distance = days === 0 ? "on the same day" : days === 1 ? "one day apart" : `${days} days apart`
  return `the same title, reported by ${main.source} and ${merged.source} ${distance}, no more than 48 hours`
}

/** The main report provides time and source; the diary provides rating and review. Expects a group ordered by rank. */
const viewing = (group: ReadonlyArray<Member>, again: boolean, sourceId: string): Viewing => {
  const first = group[0]!.report
  const byAuthority = (first.edited ? group : [...group].reverse()).map(({ report }) => report)
  const reviewed = byAuthority.find(({ review }) => review !== null)
  return {
    id: first.id,
    merged: group.slice(1).map(({ id, reason }) => ({ id, reason })),
    source: first.source,
    at: first.at,
    date: first.date,
    dated: first.dated,
    rating: byAuthority.find(({ rating }) => rating !== null)?.rating ?? null,
    rewatch: byAuthority.find(({ rewatch }) => rewatch !== null)?.rewatch ?? again,
    review: reviewed?.review ?? null,
    reviewUrl: reviewed?.reviewUrl ?? null,
    reliable: group.some(({ report }) => report.source !== "letterboxd" || report.review !== null),
    sourceId
  }
}

/** A viewing of a stored film or episode. */
export type SubjectViewing = SubjectId & Omit<Viewing, "merged">

/** How the viewings of some films and episodes differ from the stored ones. */
export const compareViewings = <V extends SubjectViewing>(
  before: ReadonlyArray<SubjectViewing>,
  resolved: ReadonlyArray<V>
): {
  /** New and changed viewings. */
  readonly changed: ReadonlyArray<V>
  readonly deleted: ReadonlyArray<SubjectViewing>
  /** Feed entries of viewings that were deleted or renamed. */
  readonly retracted: ReadonlyArray<FeedKey>
} => {
  const existing = new Map(before.map((viewing) => [viewing.id, viewing]))
  const ids = new Set(resolved.map(({ id }) => id))
  const changed = resolved.filter((viewing) => !isSame(existing.get(viewing.id), viewing))
  const deleted = before.filter(({ id }) => !ids.has(id))
  const renamed = changed.flatMap(({ id, sourceId }) => {
    const old = existing.get(id)
    return old === undefined || old.sourceId === sourceId ? [] : [old]
  })
  return {
    changed,
    deleted,
    retracted: [...deleted, ...renamed].map(({ episodeId, sourceId }) => ({
      eventType: episodeId === null ? "movie_watched" : "episode_watched",
      sourceId
    }))
  }
}

const isSame = (before: SubjectViewing | undefined, viewing: SubjectViewing): boolean =>
  before !== undefined &&
  Object.entries(before).every(([name, value]) => viewing[name as keyof SubjectViewing] === value)

/** The viewing that a report belongs to, and why if another report represents that viewing. */
export interface ReportLink {
  readonly id: number
  readonly watchId: number | null
  readonly reason: string | null
}

const unlinked = { watchId: null, reason: null }

/** The links of reports to their viewings, where they change. */
export const changedLinks = (
  reports: ReadonlyArray<ReportLink>,
  resolved: ReadonlyArray<Viewing>
): ReadonlyArray<ReportLink> => {
  const next = new Map<number, Omit<ReportLink, "id">>(
    resolved.flatMap(({ id, merged }) =>
      [{ id, reason: null }, ...merged].map((one) => [one.id, { watchId: id, reason: one.reason }] as const)
    )
  )
  return reports.flatMap(({ id, reason, watchId }) => {
    const link = next.get(id) ?? unlinked
    return link.watchId === watchId && link.reason === reason ? [] : [{ id, ...link }]
  })
}
