import { type Correction, type NewCorrection, type RecordKey, contradicts, keyText } from "../corrections/index.js"
import type { TitleKind } from "./model.js"
import { type CorrectableTitle, kindOfKey, namesTitle, placeIn } from "./correcting.js"
import { conflictOfUnnumbered } from "./unnumbered.js"

interface StandingTitle extends CorrectableTitle {
  readonly id: number
  readonly standIn: number | null
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether members of two keys are equal; null if one of them has none. */
const isEqualIn = (member: string, one: RecordKey, other: RecordKey) =>
  one[member] === undefined || other[member] === undefined ? null : one[member] === other[member]

/** Whether two keys may be of one viewing of a film or an episode: without a day, a key names all. */
const isOneTime = (one: RecordKey, other: RecordKey) =>
  isEqualIn("report", one, other) ?? isEqualIn("watched_on", one, other) ?? true

/** Why a `different` of viewings says nothing, or what another one says; null if it does not. */
const conflictOfSeparation = (
  existing: ReadonlyArray<Correction>,
  added: NewCorrection,
  isOne: (one: RecordKey, other: RecordKey) => boolean
): string | null => {
  const { object, subject } = added
  if (isOne(subject, object!))
    return "subject and object name one viewing: name both with report if what two services report is of two"
  const earlier = existing.find(
    (one) =>
      one.kind === "different" &&
      one.type === "viewing" &&
      ((isOne(one.subject, subject) && isOne(one.object!, object!)) ||
        (isOne(one.subject, object!) && isOne(one.object!, subject)))
  )
  return earlier === undefined ? null : contradicts(added, earlier, "it says so already")
}

/**
 * Why a correction contradicts others by which viewings it names, naming both sides; null if it does not. `titles` are
 * all films and shows. `conflictOf` compares only keys, and a title may have several.
 */
export const conflictOfViewings = (
  existing: ReadonlyArray<Correction>,
  added: NewCorrection,
  titles: ReadonlyArray<StandingTitle>
): string | null => {
  if (added.type === "unnumbered") return conflictOfUnnumbered(existing, added)
  /** The titles that stand for those that a key names. */
  const leadsOf = (key: RecordKey, kind: TitleKind) =>
    new Set(titles.filter((one) => one.kind === kind && namesTitle(key, one)).map(({ id, standIn }) => standIn ?? id))
  const isOnePlace = (one: RecordKey, other: RecordKey) =>
    isEqual(placeIn(one), placeIn(other)) && isOneTime(one, other)
  const deciding = existing.filter(
    ({ kind, type }) =>
      kind === "identify" || (kind === "set" && type === "viewing") || (kind === "credit" && type === "episode")
  )
  const leadsOfSubject = ({ subject, type }: NewCorrection) =>
    leadsOf(subject, type === "movie" || type === "show" ? type : kindOfKey(subject))

  if (added.kind === "same") {
    const [ones, others] = [added.subject, added.object!].map((key) =>
      leadsOf(key, added.type === "movie" ? "movie" : "show")
    )
    const within = (leads: ReadonlySet<number> | undefined) =>
      deciding.filter((one) => [...leadsOfSubject(one)].some((lead) => leads!.has(lead)))
    return (
      within(ones)
        .flatMap((one) =>
          within(others)
            .filter(
              (other) =>
                other.kind === one.kind &&
                isOnePlace(one.subject, other.subject) &&
                !isEqual([one.value, one.object], [other.value, other.object])
            )
            .map((other) => contradicts(one, other, "they would be of one title, remove one of them"))
        )
        .at(0) ?? null
    )
  }
  if (added.kind === "different") {
    if (added.type !== "viewing") return null
    const isOneViewing = (one: RecordKey, other: RecordKey) => {
      const leads = leadsOf(other, kindOfKey(other))
      return isOnePlace(one, other) && [...leadsOf(one, kindOfKey(one))].some((lead) => leads.has(lead))
    }
    return conflictOfSeparation(existing, added, isOneViewing)
  }
  if (added.kind === "credit" && isEqual(placeIn(added.subject), placeIn(added.object!)))
    return `subject and object name one episode: ${keyText(added.subject)} is where ${keyText(added.object!)} is`
  if (added.kind !== "set" && added.kind !== "credit" && added.kind !== "identify") return null
  const leads = leadsOfSubject(added)
  const earlier = deciding.find(
    (one) =>
      one.kind === added.kind &&
      isOnePlace(one.subject, added.subject) &&
      [...leadsOfSubject(one)].some((lead) => leads.has(lead))
  )
  const what = added.kind === "identify" ? "title" : "viewing"
  return earlier === undefined ? null : contradicts(added, earlier, `they name one ${what}, remove that one first`)
}
