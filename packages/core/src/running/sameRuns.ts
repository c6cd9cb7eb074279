import { type Correction, type NewCorrection, contradicts, fieldValue, movesOf } from "../corrections/index.js"
import { type RefPair, pairKey } from "../workouts/index.js"
import type { RunSighting } from "./sightings.js"

type Rule = Pick<NewCorrection, "kind" | "object" | "subject">

/** What corrections say about which reports are of one run. */
export interface RunDecisions {
  /** These names, and all that `same` connects with them. */
  readonly namesWith: (names: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Pairs of reports that are of one run. Their order does not depend on that of corrections and reports. */
  readonly joined: (sightings: ReadonlyArray<RunSighting>) => ReadonlyArray<RefPair>
  /** Pairs of reports that are not of one run, as `pairKey`. */
  readonly apart: (sightings: ReadonlyArray<RunSighting>) => ReadonlySet<string>
}

const reportIn = (key: NewCorrection["object"]): string => key?.["report"] ?? ""

const namesIn = (corrections: ReadonlyArray<Rule>, kind: Rule["kind"]): ReadonlyArray<RefPair> =>
  corrections.filter((one) => one.kind === kind).map(({ object, subject }) => [reportIn(subject), reportIn(object)])

/** The pairs of reports that two lists of names mean, by `pairKey`. */
const pairsOf = (sightings: ReadonlyArray<RunSighting>) => {
  const refs = new Map<string, Array<string>>()
  for (const { names, ref } of sightings) for (const name of names) refs.set(name, [...(refs.get(name) ?? []), ref])
  const named = (names: ReadonlyArray<string>) => names.flatMap((name) => refs.get(name) ?? [])
  return (names: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
    named(names).flatMap((one) =>
      named(others).flatMap((other): ReadonlyArray<readonly [string, RefPair]> =>
        one === other ? [] : [[pairKey(one, other), [one, other]]]
      )
    )
}

/** Reads `same` and `different` of runs. `same` also connects by a name that no report has any more. */
export const decisionsOnRuns = (corrections: ReadonlyArray<Rule>): RunDecisions => {
  const same = namesIn(corrections, "same")
  const different = namesIn(corrections, "different")
  const moves = movesOf(same)
  return {
    namesWith: (names) => moves.connectedTo(names),
    joined: (sightings) => {
      const pairs = pairsOf(sightings)
      const pairByKey = new Map(
        same.flatMap(([name]) => {
          const connected = moves.connectedTo([name])
          return pairs(connected, connected)
        })
      )
      return [...pairByKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair)
    },
    apart: (sightings) => {
      const pairs = pairsOf(sightings)
      return new Set(different.flatMap(([one, other]) => pairs([one], [other]).map(([key]) => key)))
    }
  }
}

/** A run as its reports are named, and whether the leading source lists it. */
export interface NamedRun {
  readonly names: ReadonlyArray<string>
  readonly isAnchor: boolean
}

/** The field that a correction decides; null if it decides none. */
const fieldOf = ({ kind, value }: NewCorrection): string | null =>
  kind === "hide" || kind === "credit" ? kind : kind === "set" ? `set ${fieldValue(value ?? "").field}` : null

const valueText = ({ object, value }: NewCorrection) => JSON.stringify([value, object])

/**
 * Why a correction contradicts others by what the runs are that it names, naming both sides; null if it does not.
 * `conflictOf` compares only keys.
 */
export const conflictOfRuns = (
  existing: ReadonlyArray<Correction>,
  added: NewCorrection,
  subject: NamedRun,
  object: NamedRun | null
): string | null => {
  const within = (names: ReadonlyArray<string>, key: NewCorrection["object"]) => names.includes(reportIn(key))
  const field = fieldOf(added)
  if (field !== null) {
    const earlier = existing.find((one) => fieldOf(one) === field && within(subject.names, one.subject))
    return earlier === undefined ? null : contradicts(added, earlier, "they name one run, remove that one first")
  }
  if (added.kind !== "same" || object === null) return null
  const parts = existing.find(
    (one) =>
      one.kind === "different" &&
      ((within(subject.names, one.subject) && within(object.names, one.object)) ||
        (within(object.names, one.subject) && within(subject.names, one.object)))
  )
  if (parts !== undefined) return contradicts(added, parts, "remove that one first")
  const isOneRun = subject.names.some((name) => object.names.includes(name))
  if (isOneRun) return null
  if (subject.isAnchor && object.isAnchor)
    return (
      `${reportIn(added.subject)} and ${reportIn(added.object)} are of two activities that one service lists: ` +
      "it keeps them apart, so hide one of them, or first say which report is not of its run"
    )
  const valueIn = (names: ReadonlyArray<string>) =>
    existing.filter((one) => (one.kind === "set" || one.kind === "credit") && within(names, one.subject))
  const clash = valueIn(subject.names).flatMap((one) =>
    valueIn(object.names)
      .filter((other) => fieldOf(other) === fieldOf(one) && valueText(other) !== valueText(one))
      .map((other) => contradicts(one, other, "the run would have two values, remove one of them"))
  )[0]
  return clash ?? null
}
