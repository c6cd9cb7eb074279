import { type Correction, type NewCorrection, type RecordKey, contradicts, keyText } from "../corrections/index.js"
import type { TitleKind } from "./model.js"
import { type CorrectableTitle, kindOfKey, namesTitle, placeIn } from "./correcting.js"

interface StandingTitle extends CorrectableTitle {
  readonly id: number
  readonly standIn: number | null
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two days of keys may be of one viewing: without a day, a key names all. */
const isOneDay = (one: RecordKey, other: RecordKey) =>
  one["watched_on"] === undefined || other["watched_on"] === undefined || one["watched_on"] === other["watched_on"]

/**
 * Why a correction contradicts others by which viewings it names, naming both sides; null if it does not. `titles` are
 * all films and shows. `conflictOf` compares only keys, and a title may have several.
 */
export const conflictOfViewings = (
  existing: ReadonlyArray<Correction>,
  added: NewCorrection,
  titles: ReadonlyArray<StandingTitle>
): string | null => {
  /** The titles that stand for those that a key names. */
  const leadsOf = (key: RecordKey, kind: TitleKind) =>
    new Set(titles.filter((one) => one.kind === kind && namesTitle(key, one)).map(({ id, standIn }) => standIn ?? id))
  const isOnePlace = (one: RecordKey, other: RecordKey) => isEqual(placeIn(one), placeIn(other)) && isOneDay(one, other)
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
