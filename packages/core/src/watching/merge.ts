import { type LocalDate, daysBetween } from "../shared/LocalDate.js"
import { noonOf } from "./model.js"
import { type StoredReport, duplicateWindow, isExact, mayBeOneViewing, momentWindow } from "./sameViewing.js"
import { type Group, type Member, type Viewing, byRank, byTime, timeOf, viewing } from "./viewing.js"

/** The key of two reports that are of two viewings. */
export const separationKey = (a: number, b: number): string => (a < b ? `${a}:${b}` : `${b}:${a}`)

/** The day that corrections give a viewing, by its reports, the main one first; null if they say nothing. */
export type GivenDay = (reports: ReadonlyArray<StoredReport>) => LocalDate | null

const nothingGiven: GivenDay = () => null

/** A report as if its source had reported a day. */
export const onDay = <R extends Omit<StoredReport, "at" | "date">>(report: R, date: LocalDate) => ({
  ...report,
  at: noonOf(date),
  date,
  dated: true,
  endedAt: null,
  givenDate: date
})

/**
 * The viewings of one film or episode, oldest first, independent of the order of the reports. Duplicate events of one
 * source are one viewing. Reports of different sources are merged, closest first, if all of them may be of one viewing.
 * A viewing has at most one report of each source. `separated` contains pairs that corrections separate; `subject` is
 * like `movie:7`. A viewing with a given day is merged with others as if its reports were of that day.
 */
export const viewingsOf = (
  reports: ReadonlyArray<StoredReport>,
  separated: ReadonlySet<string>,
  subject: string,
  givenDay: GivenDay = nothingGiven
): ReadonlyArray<Viewing> => {
  const ordered = [...reports].sort(byTime)
  const hasGivenDay = ({ givenDate = null }: StoredReport) => givenDate !== null
  const events = joinMarks(
    groupDuplicates(
      ordered.filter((report) => !hasGivenDay(report)),
      separated
    ),
    separated
  )
  const moved = mergeGroups(joinDays(events, separated), separated)
    .filter((group) => !group.some(({ report }) => report.dismissed))
    .map((group) => moveGroup([...group].sort(byRank), givenDay))
  const undated = ordered.filter(hasGivenDay).map((report): Group => [alone(report)])
  const seen = new Map<string, number>()
  return mergeMoved([...moved, ...undated], separated)
    .map((group) => [...group].sort(byRank))
    .sort((a, b) => byTime(timeOf(a), timeOf(b)))
    .map((group, index) => {
      const name = `${group[0]!.report.source}:${subject}:${timeOf(group).date}`
      const place = (seen.get(name) ?? 0) + 1
      seen.set(name, place)
      return viewing(group, index > 0, place === 1 ? name : `${name}:${place}`)
    })
}

const alone = (report: StoredReport): Member => ({
  id: report.id,
  report,
  reason: `${report.source} sent the same event twice`,
  rule: "watching.merge.repeated-event"
})

/** Moves the reports of a viewing to the day that a correction gives it. */
const moveGroup = (group: Group, givenDay: GivenDay): Group => {
  const reportedDate = group[0]!.report.date
  const day = givenDay(group.map(({ report }) => report))
  return group.map((member) => ({
    ...member,
    reportedDate,
    report: day === null ? member.report : onDay(member.report, day)
  }))
}

/** Merges viewings that a correction moved with those that are there. The others stay as they are. */
const mergeMoved = (groups: ReadonlyArray<Group>, separated: ReadonlySet<string>): ReadonlyArray<Group> => {
  const isMoved = (group: Group) => group.some(({ report }) => (report.givenDate ?? null) !== null)
  return groups.some(isMoved) ? mergeGroups(groups, separated, (one, other) => isMoved(one) || isMoved(other)) : groups
}

/** Who adds a viewing by hand wants to see it, also where an earlier one was deleted by hand. */
const isAddedAgain = ({ report: one }: Member, { report: other }: Member) => one.source === "manual" && other.dismissed

const areSeparated = (separated: ReadonlySet<string>, one: Group, other: Group) =>
  one.some((a) =>
    other.some(
      (b) =>
        isAddedAgain(a, b) || isAddedAgain(b, a) || (separated.size > 0 && separated.has(separationKey(a.id, b.id)))
    )
  )

/** Groups duplicate events of one source. Expects and returns ascending order of time. */
const groupDuplicates = (
  reports: ReadonlyArray<StoredReport>,
  separated: ReadonlySet<string>
): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  const newest = new Map<string, Group>()
  for (const report of reports) {
    const member = alone(report)
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

/**
 * Joins the marks of a source with the nearest play that it reports: who marks what has just been played did not watch
 * it again. Expects and returns ascending order.
 */
const joinMarks = (groups: ReadonlyArray<Group>, separated: ReadonlySet<string>): ReadonlyArray<Group> => {
  const plays = groups.filter((group) => group.some(({ report }) => isExact(report)))
  const joined = new Set<Group>()
  for (const marks of groups) {
    const [{ report }] = marks as [Member]
    if (plays.includes(marks) || report.dated || report.edited || report.marked !== true) continue
    const distance = (play: Group) => Math.abs(play[0]!.report.at - report.at)
    const [play] = plays
      .filter(
        (one) =>
          one[0]!.report.source === report.source &&
          distance(one) <= momentWindow &&
          !areSeparated(separated, one, marks)
      )
      .sort((a, b) => distance(a) - distance(b))
    if (play === undefined) continue
    const reason = `${report.source} has a mark next to the play`
    play.push(...marks.map((member): Member => ({ ...member, reason, rule: "watching.merge.mark-of-play" })))
    joined.add(marks)
  }
  return groups.filter((group) => !joined.has(group))
}

/** The day of a time, in UTC and at home: nobody knows which of them the list of days means. */
const isOnDay = (timed: StoredReport, dated: StoredReport): boolean =>
  timed.date === dated.date || new Date(timed.at).toISOString().slice(0, 10) === dated.date

/** Joins the reports of a day with those of a time on that day, each once. Expects and returns ascending order. */
const joinDays = (groups: ReadonlyArray<Group>, separated: ReadonlySet<string>): ReadonlyArray<Group> => {
  const own = groups.filter(([member]) => member!.report.reporter.listsDays)
  const timed = own.filter(([member]) => !member!.report.dated)
  const joined = new Set<Group>()
  for (const day of own.filter(([member]) => member!.report.dated)) {
    const { source } = day[0]!.report
    const group = timed.find(
      (one) =>
        one[0]!.report.source === source &&
        isOnDay(one[0]!.report, day[0]!.report) &&
        !one.some(({ report }) => report.dated) &&
        !areSeparated(separated, one, day)
    )
    if (group === undefined) continue
    const reason = `${source} lists it by its day and by its time`
    group.push(...day.map((member): Member => ({ ...member, reason, rule: "watching.merge.day-and-time" })))
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

/** Groups that are merged so far, each as it was before. */
type Cluster = ReadonlyArray<Group>

/** Whether all groups of two clusters may be of one viewing. A diary entry does not join two plays that contradict. */
const mayBeOneCluster = (one: Cluster, other: Cluster, separated: ReadonlySet<string>): boolean =>
  one.every((a) =>
    other.every(
      (b) =>
        mayBeOneViewing(a[0]!.report, b[0]!.report) &&
        !sourcesOf(a).some((source) => sourcesOf(b).includes(source)) &&
        !areSeparated(separated, a, b)
    )
  )

const mergeGroups = (
  unordered: ReadonlyArray<Group>,
  separated: ReadonlySet<string>,
  mayMerge: (one: Group, other: Group) => boolean = () => true
): ReadonlyArray<Group> => {
  const groups = unordered.map((group) => [...group].sort(byRank))
  const clusterOf = new Map<Group, Cluster>(groups.map((group) => [group, [group]]))
  for (const { one, other } of pairs(groups).filter((pair) => mayMerge(pair.one, pair.other))) {
    const [a, b] = [clusterOf.get(one)!, clusterOf.get(other)!]
    if (a === b || !mayBeOneCluster(a, b, separated)) continue
    const cluster = [...a, ...b]
    for (const group of cluster) clusterOf.set(group, cluster)
  }
  return [...new Set(clusterOf.values())].map(groupOf)
}

/** The reports of a cluster. Those of all but its main group are merged into its main report. */
const groupOf = (cluster: Cluster): Group => {
  const [main, ...others] = [...cluster].sort(([a], [b]) => byRank(a!, b!))
  const { report } = main![0]!
  return [...main!, ...others.flat().map((member) => ({ ...member, ...reasonOf(report, member.report) }))]
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

const reasonOf = (main: StoredReport, merged: StoredReport): Pick<Member, "reason" | "rule"> => {
  if (isExact(main) && isExact(merged))
    return {
      reason: `the same title, played at the same time according to ${main.source} and ${merged.source}`,
      rule: "watching.merge.same-time"
    }
  const days = Math.abs(daysBetween(main.date, merged.date))
  const distance = days === 0 ? "on the same day" : days === 1 ? "one day apart" : `${days} days apart`
  return {
    reason: `the same title, reported by ${main.source} and ${merged.source} ${distance}, no more than 48 hours`,
    rule: "watching.merge.near-days"
  }
}
