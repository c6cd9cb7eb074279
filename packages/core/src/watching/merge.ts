import type { RowOf } from "../kit/record.js"
import { type LocalDate, daysBetween } from "../shared/LocalDate.js"
import type { Report, WatchSource, opinion } from "./model.js"

/** The part of a stored report of a film or an episode that decides its viewing. */
export interface StoredReport extends Pick<Report, keyof typeof opinion> {
  readonly id: number
  readonly source: WatchSource
  readonly at: number
  readonly date: LocalDate
  /** Whether only the day is known. */
  readonly dated: boolean
  /** When the viewing ended, if `at` is its start. */
  readonly endedAt?: number | null
  /** Somebody marked it as watched at the source. */
  readonly marked?: boolean
  /** Edited by hand: its values take precedence over those of other reports. */
  readonly edited: boolean
  /** The review was edited by hand: it takes precedence, even if it was deleted. */
  readonly reviewEdited: boolean
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
  /** False if its reports may be of the day of bulk logging: diary entries without a review, and bulk marks. */
  readonly reliable: boolean
  /** The viewing's key in the feed: `letterboxd:movie:7:2026-01-11`. */
  readonly sourceId: string
}

/** Milliseconds. Reports of two sources within this time may be of one viewing. */
const mergeWindow = 48 * 3_600_000
/** Milliseconds. Two players report one viewing if their times overlap or lie within this of each other. */
const playWindow = 30 * 60_000
/** Milliseconds. One of two moments may be the start and the other one the end, so a viewing may lie between them. */
const momentWindow = 4 * 3_600_000
/** Milliseconds. Two reports of one source within this time are a duplicate event. */
export const duplicateWindow = 120_000

/**
 * The source whose time and name a viewing takes: a media server has the exact time, a diary only the day. Marks at
 * Trakt come after its plays.
 */
const ranks: ReadonlyArray<WatchSource | "trakt mark"> = [
  "plex",
  "jellyfin",
  "emby",
  "tautulli",
  "trakt",
  "netflix",
  "manual",
  "letterboxd",
  "serializd",
  "trakt mark",
  "simkl",
  "tvtime",
  "imdb",
  "anilist",
  "mal"
]

/** Bulk marks come after everything else. */
const rankOf = ({ dated, marked = false, source }: StoredReport): number =>
  ranks.indexOf(marked && source === "trakt" ? "trakt mark" : source) + (marked && dated ? ranks.length : 0)

/** The sources that report when a player began or ended. */
const players: ReadonlyArray<WatchSource> = ["plex", "jellyfin", "emby", "tautulli", "trakt", "netflix"]

const isExact = ({ dated, edited, marked = false, source }: StoredReport): boolean =>
  !dated && !edited && !marked && players.includes(source)

/** Milliseconds between two viewings; 0 if they overlap. */
const gapBetween = (a: StoredReport, b: StoredReport): number =>
  Math.max(0, a.at - (b.endedAt ?? b.at), b.at - (a.endedAt ?? a.at))

/**
 * Whether reports of two sources may be of one viewing. Two players agree about the time. Everything else may be off by
 * a day and a time zone.
 */
export const mayBeOneViewing = (a: StoredReport, b: StoredReport): boolean => {
  if (a.source === b.source || Math.abs(a.at - b.at) > mergeWindow) return false
  if (!isExact(a) || !isExact(b)) return true
  const hasSpan = a.endedAt != null || b.endedAt != null
  return gapBetween(a, b) <= (hasSpan ? playWindow : momentWindow)
}

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
  const groups = mergeGroups(joinDays(groupDuplicates([...reports].sort(byTime), separated), separated), separated)
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
const byRank = (a: Member, b: Member) =>
  rankOf(a.report) - rankOf(b.report) ||
  (a.report.source === b.report.source ? Number(a.report.dated) - Number(b.report.dated) : 0) ||
  byTime(a.report, b.report)

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

/** A source with two files of one history: one has days, the other one times. */
const listedTwice: WatchSource = "netflix"

/** The day of a time, in UTC and at home: nobody knows which of them the list of days means. */
const isOnDay = (timed: StoredReport, dated: StoredReport): boolean =>
  timed.date === dated.date || new Date(timed.at).toISOString().slice(0, 10) === dated.date

/** Joins the reports of a day with those of a time on that day, each once. Expects and returns ascending order. */
const joinDays = (groups: ReadonlyArray<Group>, separated: ReadonlySet<string>): ReadonlyArray<Group> => {
  const own = groups.filter(([member]) => member!.report.source === listedTwice)
  const timed = own.filter(([member]) => !member!.report.dated)
  const joined = new Set<Group>()
  for (const day of own.filter(([member]) => member!.report.dated)) {
    const group = timed.find(
      (one) =>
        isOnDay(one[0]!.report, day[0]!.report) &&
        !one.some(({ report }) => report.dated) &&
        !areSeparated(separated, one, day)
    )
    if (group === undefined) continue
    group.push(...day.map((member) => ({ ...member, reason: `${listedTwice} lists it by its day and by its time` })))
    joined.add(day)
  }
  return groups.filter((group) => !joined.has(group))
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
        return !mayBeOneViewing(a, b) ? [] : [{ one, other, days: Math.abs(daysBetween(a.date, b.date)), distance }]
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
  if (isExact(main) && isExact(merged))
    return `the same title, played at the same time according to ${main.source} and ${merged.source}`
  const days = Math.abs(daysBetween(main.date, merged.date))
  const distance = days === 0 ? "on the same day" : days === 1 ? "one day apart" : `${days} days apart`
  return `the same title, reported by ${main.source} and ${merged.source} ${distance}, no more than 48 hours`
}

/**
 * The main report provides time and source; the diary provides rating and review, unless they were edited by hand.
 * Expects a group ordered by rank.
 */
const viewing = (group: ReadonlyArray<Member>, again: boolean, sourceId: string): Viewing => {
  const first = group[0]!.report
  const byAuthority = (first.edited ? group : [...group].reverse()).map(({ report }) => report)
  const reviewed =
    byAuthority.find(({ reviewEdited }) => reviewEdited) ?? byAuthority.find(({ review }) => review !== null)
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
    reliable: group.some(
      ({ report }) =>
        (report.source !== "letterboxd" || report.review !== null) && !(report.marked === true && report.dated)
    ),
    sourceId
  }
}
