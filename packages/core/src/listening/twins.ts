import { Array } from "effect"
import type { RuleId } from "../explain/rules.js"
import { countBefore } from "../shared/bisect.js"
import { minTolerance, minuteMillis } from "./duplicates.js"
import { type PlayReport, type SameArtists, inOrder, withoutEchoes, withoutRepeats } from "./repeats.js"
import type { PlaySources } from "./sources.js"
import { creditsOf, titleOf } from "./spellings.js"

/** The longest pause within a play, in milliseconds, by which a computed start may be late. */
export const maxPause = 3_600_000

/** The source of plays that clients submit here, and the beginning of the names of its reporters: `scrobbling/3`. */
export const scrobbling = "scrobbling"

/** The reporter of the plays of one scrobbler. The older of two counts more. */
export const reporterOf = (scrobblerId: number): string => `${scrobbling}/${scrobblerId}`

/** Ends known to the minute come from an account's short list. It repeats its precise one. */
const isShortList = ({ endedAt, precise }: PlayReport): boolean => endedAt !== null && !precise

/** The reports of each list, in the order in which they win: those of each service, then the short ones. */
const listsOf = (
  sources: PlaySources,
  reports: ReadonlyArray<PlayReport>
): ReadonlyArray<ReadonlyArray<PlayReport>> => {
  const [usual, short] = Array.partition([...reports].sort(inOrder), isShortList)
  return [usual, short].flatMap((part) => {
    const services = Array.groupBy(part, ({ source }) => source)
    return Object.keys(services)
      .sort(sources.compare)
      .map((source) => services[source]!)
  })
}

/** A visible play, and the reports of it that know its end. */
interface VisiblePlay {
  readonly lead: PlayReport
  readonly ends: Array<PlayReport>
}

/** Why a report does not count: another one of the same play does. */
export interface TwinPairing {
  /** The id of the report that counts. */
  readonly of: number
  readonly rule: RuleId
}

/** The ids of the reports of plays that were reported already, by another service or under other names by the same. */
export const twinsOf = (sources: PlaySources, reports: ReadonlyArray<PlayReport>): ReadonlySet<number> =>
  new Set(pairingsOf(sources, reports).keys())

/**
 * The reports of plays that were reported already, by id, and the reports that count instead. Services are processed in
 * the order of their reliability. Each pairs its plays with visible ones of the same title and a common artist, so that
 * a short track played twice counts twice. The result does not depend on the order of the reports.
 */
export const pairingsOf = (
  sources: PlaySources,
  reports: ReadonlyArray<PlayReport>
): ReadonlyMap<number, TwinPairing> => {
  const twins = new Map<number, TwinPairing>()
  const areSameArtists = artistComparison()
  for (const alike of Object.values(Array.groupBy(reports, ({ track }) => titleOf(track)))) {
    let visible: ReadonlyArray<VisiblePlay> = []
    for (const list of listsOf(sources, alike)) {
      const unrepeated = withoutRepeats(list, areSameArtists)
      const distinct = withoutEchoes(unrepeated)
      const { partners, rules } = partnersOf(distinct, visible, areSameArtists)
      for (const [report, play] of partners) {
        twins.set(report.id, { of: play.lead.id, rule: rules.get(report)! })
        if (report.endedAt !== null) play.ends.push(report)
      }
      const fresh = distinct.flatMap((lead) =>
        partners.has(lead) ? [] : [{ lead, ends: lead.endedAt === null ? [] : [lead] }]
      )
      if (distinct.length < list.length) pairDropped({ list, unrepeated, distinct }, areSameArtists, twins)
      visible = [...visible, ...fresh].sort((a, b) => inOrder(a.lead, b.lead))
    }
  }
  return twins
}

/** The rows of one service's list: all, those without repeats, and those without echoes either. */
interface ReducedList {
  readonly list: ReadonlyArray<PlayReport>
  readonly unrepeated: ReadonlyArray<PlayReport>
  readonly distinct: ReadonlyArray<PlayReport>
}

/** Pairs the dropped rows of a list with the nearest row of it that is left, or with what that one is a report of. */
const pairDropped = (
  { distinct, list, unrepeated }: ReducedList,
  areSameArtists: SameArtists,
  twins: Map<number, TwinPairing>
): void => {
  const [left, uncrowded] = [new Set(distinct), new Set(unrepeated)]
  for (const report of list) {
    if (left.has(report)) continue
    const near = distinct.slice(...placesNear(distinct, report))
    const alike = near.filter((one) => areSameArtists(one, report))
    const distance = (one: PlayReport) => Math.abs(one.playedAt - report.playedAt)
    const lead = (alike.length === 0 ? near : alike).reduce((best, one) =>
      distance(one) < distance(best) ? one : best
    )
    const rule = uncrowded.has(report) ? "listening.play.echo" : "listening.play.repeated-row"
    twins.set(report.id, { of: twins.get(lead.id)?.of ?? lead.id, rule })
  }
}

/** From the last row before a report's minute to the first one after it. Expects and keeps the order of time. */
const placesNear = (rows: ReadonlyArray<PlayReport>, { playedAt }: PlayReport): readonly [number, number] => {
  const firstFrom = (time: number) => countBefore(rows.length, (index) => rows[index]!.playedAt < time)
  return [Math.max(0, firstFrom(playedAt - 60_000) - 1), firstFrom(playedAt + 60_001) + 1]
}

/** The artist of an album by several. It says nothing about the artist of a track. */
const variousArtists = "variousartists"

/** Whether two reports credit a common artist, or one does not say which. */
const artistComparison = (): SameArtists => {
  const credits = new Map<string, ReadonlyArray<string>>()
  const of = (artist: string) => {
    const names = credits.get(artist) ?? creditsOf(artist)
    credits.set(artist, names)
    return names
  }
  return (a, b) => {
    if (a.artist === b.artist) return true
    const [names, others] = [of(a.artist), of(b.artist)]
    return names[0] === variousArtists || others[0] === variousArtists || names.some((name) => others.includes(name))
  }
}

/** The latest start that the times may mean: computed from the minute of the end, it is off by two roundings. */
const latestStart = (report: PlayReport): number =>
  report.precise ? report.playedAt : report.playedAt + minuteMillis + (report.endedAt === null ? 0 : 60_000)

/** Whether two starts may be the same, with this tolerance. */
const isNear = (a: PlayReport, b: PlayReport, tolerance: number): boolean =>
  a.playedAt <= latestStart(b) + tolerance && b.playedAt <= latestStart(a) + tolerance

/**
 * Whether a precise and a short list of one account end a play in the same minute. The store compares no starts that
 * are further apart than the longest pause.
 */
const hasSameEnd = (a: PlayReport, b: PlayReport): boolean => {
  if (a.endedAt === null || b.endedAt === null || Math.abs(a.playedAt - b.playedAt) > maxPause) return false
  return Math.floor(a.endedAt / 60_000) === Math.floor(b.endedAt / 60_000)
}

/** Whether one of the reports knows its end, and the other begins before that: within what was heard. */
const isWithin = (a: PlayReport, b: PlayReport): boolean => {
  const contains = (one: PlayReport, other: PlayReport) =>
    one.endedAt !== null &&
    other.playedAt >= one.playedAt - minTolerance &&
    other.playedAt <= Math.min(one.endedAt, one.playedAt + maxPause)
  return contains(a, b) || contains(b, a)
}

/** Pairs a free report with a free visible play. */
interface Pairing {
  readonly areSameArtists: SameArtists
  readonly isFree: (report: PlayReport, play: VisiblePlay) => boolean
  readonly take: (report: PlayReport, play: VisiblePlay) => void
}

/**
 * The visible plays that `own` reports again; each is paired at most once. Both lists are in time order. The surest
 * rule goes first: the same end in two lists of one account, then near starts, then starts within the tolerance or the
 * heard stretch, then a pause. No rule may depend on plays further away than `near` in the store reads.
 */
const partnersOf = (
  own: ReadonlyArray<PlayReport>,
  visible: ReadonlyArray<VisiblePlay>,
  areSameArtists: SameArtists
): { readonly partners: ReadonlyMap<PlayReport, VisiblePlay>; readonly rules: ReadonlyMap<PlayReport, RuleId> } => {
  const partners = new Map<PlayReport, VisiblePlay>()
  const rules = new Map<PlayReport, RuleId>()
  const used = new Set<VisiblePlay>()
  let rule: RuleId = "listening.play.same-end"
  const take = (report: PlayReport, play: VisiblePlay) => {
    partners.set(report, play)
    rules.set(report, rule)
    used.add(play)
  }
  const isFree = (report: PlayReport, play: VisiblePlay) => !partners.has(report) && !used.has(play)
  const reach = reachOf([...own, ...visible.map(({ lead }) => lead)])
  const pass = (isSame: (report: PlayReport, play: VisiblePlay) => boolean, span = reach) => {
    let first = 0
    for (const report of own) {
      while (first < visible.length && visible[first]!.lead.playedAt < report.playedAt - span) first += 1
      for (let index = first; index < visible.length && !partners.has(report); index++) {
        const play = visible[index]!
        if (play.lead.playedAt > report.playedAt + span) break
        if (isFree(report, play) && isSame(report, play) && areSameArtists(report, play.lead)) take(report, play)
      }
    }
  }
  if (own.some(isShortList))
    // A report between them knows the end.
    pass((report, play) => play.ends.some((end) => end.source === report.source && hasSameEnd(end, report)), 2 * reach)
  rule = "listening.play.near-start"
  pass((report, play) => !isOfSameAccount(report, play) && isNear(report, play.lead, minTolerance))
  rule = "listening.play.within-length"
  pass((report, play) => {
    if (isOfSameAccount(report, play)) return false
    const tolerance = Math.max(report.tolerance, play.lead.tolerance)
    return isNear(report, play.lead, tolerance) || isWithin(report, play.lead)
  })
  rule = "listening.play.pause"
  pairPauses(own, visible, {
    areSameArtists,
    take,
    isFree: (report, play) => isFree(report, play) && !isOfSameAccount(report, play)
  })
  return { partners, rules }
}

/** Two lists of one account have the same rows, so that only their ends decide. */
const isOfSameAccount = (report: PlayReport, { ends }: VisiblePlay): boolean =>
  report.endedAt !== null && ends.some(({ source }) => source === report.source)

/** More than any rule allows two starts to differ. */
const reachOf = (reports: ReadonlyArray<PlayReport>): number =>
  reports.reduce((most, { tolerance }) => Math.max(most, tolerance), maxPause) + 3 * 60_000

/**
 * Pairs a report whose start is computed with an earlier start: the pause between was not heard. Only the nearest
 * earlier report counts, so that no play in between is skipped.
 */
const pairPauses = (
  own: ReadonlyArray<PlayReport>,
  visible: ReadonlyArray<VisiblePlay>,
  { areSameArtists, isFree, take }: Pairing
): void => {
  if (![...own, ...visible.map(({ lead }) => lead)].some(({ endedAt }) => endedAt !== null)) return
  const all = [
    ...own.map((report) => ({ report, play: null })),
    ...visible.map((play) => ({ report: play.lead, play }))
  ].sort((a, b) => inOrder(a.report, b.report))
  all.forEach((late, index) => {
    if (late.report.endedAt === null) return
    for (let place = index - 1; place >= 0; place--) {
      const early = all[place]!
      const pause = late.report.playedAt - early.report.playedAt
      if (pause > maxPause) return
      if (pause === 0 || !areSameArtists(late.report, early.report)) continue
      const play = late.play ?? early.play
      const isOfBothSides = (late.play === null) !== (early.play === null)
      if (!isOfBothSides || play === null || early.report.endedAt !== null) return
      const report = late.play === null ? late.report : early.report
      if (isFree(report, play)) take(report, play)
      return
    }
  })
}
