import { type Correction, type NewCorrection, type RecordKey, contradicts, fieldValue } from "../corrections/index.js"
import { type EpisodePlace, foremost, placeIn } from "./correcting.js"
import { matchTitle } from "./model.js"

/** The season of names whose source does not say it, in keys. */
export const unknownSeason = "unknown"

/** An episode, or a title that may be a film, as a source names it: without its number. */
export interface UnnumberedName {
  readonly show: string
  /** Null if the source does not say it. */
  readonly season: number | null
  readonly title: string
}

/** What corrections say of a name. Without a place, and if it is no film, others may number it. */
export interface UnnumberedDecision {
  readonly place: EpisodePlace | null
  readonly isFilm: boolean
  readonly isLeftOut: boolean
}

type Named = Pick<NewCorrection, "kind" | "type" | "subject" | "object" | "value">

/** The key of a name in corrections. */
export const unnumberedKey = ({ season, show, title }: UnnumberedName): RecordKey => ({
  title: show,
  episode_title: title,
  season: String(season ?? unknownSeason)
})

/** Whether a key names an episode without a number; without a season, that of any. */
export const namesUnnumbered = (key: RecordKey, { season, show, title }: UnnumberedName): boolean =>
  matchTitle(key["title"] ?? "") === matchTitle(show) &&
  matchTitle(key["episode_title"] ?? "") === matchTitle(title) &&
  (key["season"] === undefined || key["season"] === String(season ?? unknownSeason))

/** What corrections say of a name. A film stands above a place. */
export const unnumberedDecisionOf = (corrections: ReadonlyArray<Named>, name: UnnumberedName): UnnumberedDecision => {
  const own = corrections.filter(({ subject, type }) => type === "unnumbered" && namesUnnumbered(subject, name))
  const isFilm = own.some(({ kind, value }) => kind === "set" && fieldValue(value ?? "").value === "movie")
  const credit = foremost(own.filter(({ kind }) => kind === "credit"))
  return {
    place: isFilm ? null : placeIn(credit?.object ?? {}),
    isFilm,
    isLeftOut: own.some(({ kind }) => kind === "hide")
  }
}

/** Why a correction of a name contradicts an earlier one: no episode is a film. Null if it does not. */
export const conflictOfUnnumbered = (existing: ReadonlyArray<Correction>, added: NewCorrection): string | null => {
  if (added.kind === "hide") return null
  const name = ({ episode_title: title = "", title: show = "" }: RecordKey) =>
    `${matchTitle(show)}\n${matchTitle(title)}`
  const earlier = existing.find(
    ({ kind, subject, type }) =>
      type === "unnumbered" &&
      kind !== "hide" &&
      kind !== added.kind &&
      name(subject) === name(added.subject) &&
      (subject["season"] ?? added.subject["season"]) === (added.subject["season"] ?? subject["season"])
  )
  return earlier === undefined ? null : contradicts(added, earlier, "no episode is a film, remove that one first")
}
