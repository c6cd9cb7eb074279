import type { WorkoutSources } from "./sources.js"

/** A report of a workout, with what decides whether another report is of the same one. */
export interface WorkoutSighting {
  /** `<source>:<key>`, unique. */
  readonly ref: string
  readonly source: string
  /** A workout of the leading source, which is never merged with another of its workouts. */
  readonly isAnchor: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** Seconds. */
  readonly movingTime: number
  readonly elapsedTime: number
  /** Metres; 0 means unknown. */
  readonly distance: number
  readonly zoned: boolean
  readonly identities: ReadonlyArray<string>
  /** How many kinds of data it has, such as a route or heart rates. */
  readonly richness: number
  /** What sport it can be. Reports without a common one are never of one workout. Absent means any. */
  readonly sports?: ReadonlyArray<string>
}

export const refOf = (source: string, key: string): string => `${source}:${key}`

/** The order in which reports of one workout win. */
export const byReliability =
  (sources: WorkoutSources) =>
  (a: WorkoutSighting, b: WorkoutSighting): number => {
    if (a.isAnchor !== b.isAnchor) return a.isAnchor ? -1 : 1
    if (a.source !== b.source) return sources.compare(a.source, b.source)
    return b.richness - a.richness || (a.ref < b.ref ? -1 : 1)
  }

/** Seconds between the starts of two reports of one workout. */
export const startTolerance = 60
/** Part of the longer distance, or metres, by which two reports may differ. */
const distanceTolerance = 0.03
const shortTolerance = 100
/** Part of the longer time that both have in common. */
const minOverlap = 0.8
/** Offsets of time zones, in seconds. */
const zoneStep = 900
export const maxShift = 14 * 3600
/** Without a time zone, reports have to agree more closely. */
const shiftedDistance = 0.01
const shiftedSeconds = 30

/** How certain two reports are of one workout: the lower, the more. */
const certainty = { identity: 0, start: 1, shifted: 2 } as const

/** Why two reports are of the same workout. */
export interface WorkoutMatch {
  readonly how: keyof typeof certainty
  /** Seconds between the starts, after the shift of the time zone. */
  readonly gap: number
  readonly reason: string
}

/** Recorders report the moving time, the elapsed time or both. The pair that agrees best counts. */
const timesOf = ({ elapsedTime, movingTime }: WorkoutSighting) => [elapsedTime, movingTime]
const pairsOf = (a: WorkoutSighting, b: WorkoutSighting) =>
  timesOf(a).flatMap((first) => timesOf(b).map((second) => [first, second] as const))

/** The largest common part of the times of two reports, as a part of the longer one. */
const overlapOf = (a: WorkoutSighting, b: WorkoutSighting): number =>
  Math.max(
    ...pairsOf(a, b).map(([first, second]) => {
      const [startA, startB] = [a.startedAt / 1000, b.startedAt / 1000]
      const common = Math.min(startA + first, startB + second) - Math.max(startA, startB)
      const longer = Math.max(first, second)
      return longer === 0 ? 1 : Math.max(0, common) / longer
    })
  )

const isDistanceKnown = (a: WorkoutSighting, b: WorkoutSighting) => a.distance > 0 && b.distance > 0

const distanceDifference = (a: WorkoutSighting, b: WorkoutSighting) => {
  const metres = Math.abs(a.distance - b.distance)
  return { metres, part: metres / Math.max(a.distance, b.distance) }
}

const distanceText = (a: WorkoutSighting, b: WorkoutSighting): string =>
  isDistanceKnown(a, b) ? `distances differ by ${Math.round(distanceDifference(a, b).metres)} m` : "one has no distance"

const byStart = (a: WorkoutSighting, b: WorkoutSighting): WorkoutMatch | null => {
  const gap = Math.abs(a.startedAt - b.startedAt) / 1000
  if (gap > startTolerance) return null
  if (isDistanceKnown(a, b)) {
    const { metres, part } = distanceDifference(a, b)
    if (part > distanceTolerance && metres > shortTolerance) return null
  }
  const overlap = overlapOf(a, b)
  if (overlap < minOverlap) return null
  return {
    how: "start",
    gap,
    reason: `Starts ${Math.round(gap)} s apart, ${distanceText(a, b)}, ${Math.round(overlap * 100)} % of the time in common.`
  }
}

/** For reports that know only the wall clock: their start may be wrong by whole quarters of an hour. */
const byShift = (a: WorkoutSighting, b: WorkoutSighting): WorkoutMatch | null => {
  if (a.zoned === b.zoned || !isDistanceKnown(a, b)) return null
  const apart = Math.abs(a.startedAt - b.startedAt) / 1000
  const shift = Math.round(apart / zoneStep) * zoneStep
  const gap = Math.abs(apart - shift)
  if (shift > maxShift || gap > startTolerance) return null
  if (distanceDifference(a, b).part > shiftedDistance) return null
  const seconds = Math.min(...pairsOf(a, b).map(([first, second]) => Math.abs(first - second)))
  if (seconds > shiftedSeconds) return null
  return {
    how: "shifted",
    gap,
    reason: `One has no time zone: starts ${Math.round(gap)} s apart after ${shift / 3600} h, ${distanceText(a, b)}.`
  }
}

/** Part of the shorter time that two reports of one recording have in common. */
const minCommon = 0.5

/**
 * Whether two reports can be of one recording. The legs of a multisport activity follow each other with one identity.
 * Without a time zone, a start may be wrong by whole quarters of an hour.
 */
const isConcurrent = (a: WorkoutSighting, b: WorkoutSighting): boolean => {
  const apart = Math.abs(a.startedAt - b.startedAt) / 1000
  const shift = a.zoned && b.zoned ? 0 : Math.round(apart / zoneStep) * zoneStep
  const gap = shift > maxShift ? apart : Math.min(apart, Math.abs(apart - shift))
  if (gap <= startTolerance) return true
  const [earlier, later] = a.startedAt <= b.startedAt ? [a, b] : [b, a]
  const common = Math.min(Math.max(...timesOf(earlier)) - gap, Math.max(...timesOf(later)))
  return common >= minCommon * Math.min(Math.max(...timesOf(a)), Math.max(...timesOf(b)))
}

/** Whether two reports can be of one sport. */
const isOneSport = ({ sports: one }: WorkoutSighting, { sports: other }: WorkoutSighting): boolean =>
  one === undefined || other === undefined || one.some((sport) => other.includes(sport))

/** Why two reports are of the same workout, null if they are not. Two of the leading source never are. */
export const matchOf = (a: WorkoutSighting, b: WorkoutSighting): WorkoutMatch | null => {
  if ((a.isAnchor && b.isAnchor) || !isOneSport(a, b)) return null
  const gap = Math.abs(a.startedAt - b.startedAt) / 1000
  if (a.identities.some((identity) => b.identities.includes(identity)) && isConcurrent(a, b))
    return { how: "identity", gap, reason: "Both are the same recording of a device." }
  return byStart(a, b) ?? byShift(a, b)
}

/** The reports of one workout: the leading one first. */
export interface WorkoutGroup<Sighting extends WorkoutSighting = WorkoutSighting> {
  readonly members: readonly [Sighting, ...Array<Sighting>]
}

/** Two reports by their `ref`. */
export type RefPair = readonly [one: string, other: string]

/** A pair in an order that does not depend on its own. */
export const pairKey = (one: string, other: string): string => (one < other ? `${one}\n${other}` : `${other}\n${one}`)

/**
 * Groups the reports of the same workouts. Pairs of `joined` go first, then the most certain matches, so the order of
 * the reports does not matter. Pairs of `apart` are never in one group. Groups depend only on reports that a chain of
 * matches and joined pairs connects.
 */
export const groupWorkouts = <Sighting extends WorkoutSighting>(
  sources: WorkoutSources,
  sightings: ReadonlyArray<Sighting>,
  apart: ReadonlySet<string>,
  joined: ReadonlyArray<RefPair> = []
): ReadonlyArray<WorkoutGroup<Sighting>> => {
  const groups = new Map(sightings.map((one) => [one.ref, [one]]))
  const mayJoin = (
    first: ReadonlyArray<WorkoutSighting>,
    second: ReadonlyArray<WorkoutSighting>,
    match: WorkoutMatch | null
  ) =>
    first.every((a) =>
      second.every(
        (b) =>
          !(a.isAnchor && b.isAnchor) &&
          isOneSport(a, b) &&
          !apart.has(pairKey(a.ref, b.ref)) &&
          // Equal runs of one day: without a time zone, only one of a source can be the other's run.
          !(match?.how === "shifted" && a.source === b.source)
      )
    )
  const decided = joined.map(([first, second]) => ({ first, second, match: null }))
  for (const { first, match, second } of [...decided, ...candidatePairs(sightings)]) {
    const [one, other] = [groups.get(first)!, groups.get(second)!]
    if (one === other || !mayJoin(one, other, match)) continue
    one.push(...other)
    for (const { ref } of other) groups.set(ref, one)
  }
  return [...new Set(groups.values())].map((members) => {
    const [leader, ...others] = members.sort(byReliability(sources))
    return { members: [leader!, ...others] }
  })
}

/** Reports further apart than this are never of one workout, in milliseconds. */
export const farthestApart = (maxShift + startTolerance) * 1000

const candidatePairs = (sightings: ReadonlyArray<WorkoutSighting>) => {
  const ordered = [...sightings].sort((a, b) => a.startedAt - b.startedAt || (a.ref < b.ref ? -1 : 1))
  const pairs = ordered.flatMap((a, index) => {
    const matches: Array<{ readonly first: string; readonly second: string; readonly match: WorkoutMatch }> = []
    for (let at = index + 1; at < ordered.length && ordered[at]!.startedAt - a.startedAt <= farthestApart; at++) {
      const b = ordered[at]!
      const match = matchOf(a, b)
      if (match !== null) matches.push({ first: a.ref, second: b.ref, match })
    }
    return matches
  })
  return pairs.sort((a, b) => certainty[a.match.how] - certainty[b.match.how] || a.match.gap - b.match.gap)
}

/** Why a member belongs to its workout: its match with the leader, else with the member that matches it best. */
export const reasonOf = ({ members }: WorkoutGroup, member: WorkoutSighting): string | null => {
  const matches = members.flatMap((other) => (other.ref === member.ref ? [] : (matchOf(other, member) ?? [])))
  return members[0].ref === member.ref ? null : (matches[0]?.reason ?? "Both are the same run as a third report.")
}
