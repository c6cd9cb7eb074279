import { Context, Effect } from "effect"
import {
  type CorrectableType,
  type CorrectionRules,
  type NewCorrection,
  type RecordCorrections,
  type RecordKey,
  correctableRecords
} from "../corrections/index.js"
import { publishCorrectedOf } from "../publishing/index.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { type TitleKind, matchTitle } from "./model.js"
import type { WatchingChanges } from "./store.js"
import { entityOf } from "./writer.js"

const title = (type: TitleKind, ...ids: ReadonlyArray<string>): CorrectableType => ({
  key: ["title"],
  providerIds: ["year", ...ids],
  kinds: { same: { object: type }, different: { object: type }, name: "value", hide: "nothing" }
})

/**
 * What the owner may correct in watching. A viewing is named by its title and its day; with season and episode it is
 * one of a show.
 */
export const watchingRules: CorrectionRules = {
  domain: "watching",
  normalize: matchTitle,
  credited: ({ subject }) => subject,
  types: {
    movie: title("movie", "tmdb_id", "imdb_id"),
    show: title("show", "tmdb_id", "imdb_id", "tvdb_id"),
    viewing: {
      key: ["title", "watched_on"],
      providerIds: ["year", "tmdb_id", "imdb_id", "season", "episode"],
      kinds: { hide: "nothing" }
    }
  }
}

/** A stored film or show as corrections name it. */
export interface CorrectableTitle {
  readonly kind: TitleKind
  readonly matchTitle: string
  /** How a correction writes it; null if none does. */
  readonly givenTitle: string | null
  readonly year: number | null
  /** Pairs of a scheme and a value, such as `["tmdb", "603"]`. */
  readonly ids: ReadonlyArray<readonly [scheme: string, value: string]>
}

/** A viewing as corrections name it; `episode` is null for a film. */
export interface CorrectableViewing {
  readonly title: CorrectableTitle
  readonly episode: { readonly season: number; readonly number: number } | null
  readonly date: LocalDate
}

const idMembers = { tmdb_id: "tmdb", imdb_id: "imdb", tvdb_id: "tvdb" } as const

/** Whether a key names a title: by an id that both have, else by year and the name that is reported or given. */
export const namesTitle = (key: RecordKey, { givenTitle, ids, matchTitle: match, year }: CorrectableTitle): boolean => {
  for (const [member, scheme] of Object.entries(idMembers)) {
    const ofScheme = ids.filter((one) => one[0] === scheme)
    if (key[member] !== undefined && ofScheme.length > 0) return ofScheme.some((one) => one[1] === key[member])
  }
  const name = matchTitle(key["title"] ?? "")
  const isNamed = name === match || (givenTitle !== null && name === matchTitle(givenTitle))
  return isNamed && (key["year"] === undefined || key["year"] === String(year))
}

/** Whether a key of a viewing names this one. */
export const namesViewing = (key: RecordKey, { date, episode, title }: CorrectableViewing): boolean =>
  namesTitle(key, title) &&
  key["watched_on"] === date &&
  (episode === null
    ? key["season"] === undefined && key["episode"] === undefined
    : key["season"] === String(episode.season) && key["episode"] === String(episode.number))

type Named = Pick<NewCorrection, "kind" | "type" | "subject" | "value">

/**
 * How corrections write the title of a film or show; null if they say nothing. They name it as reported. Where two name
 * it by different keys, the one with more members counts.
 */
export const givenTitleOf = (corrections: ReadonlyArray<Named>, reported: CorrectableTitle): string | null => {
  const size = ({ subject }: Named) => Object.keys(subject).length
  const [most] = corrections
    .filter(
      ({ kind, subject, type }) =>
        kind === "name" && type === reported.kind && namesTitle(subject, { ...reported, givenTitle: null })
    )
    .toSorted(
      (one, other) => size(other) - size(one) || Number(one.value! > other.value!) - Number(one.value! < other.value!)
    )
  return most?.value ?? null
}

/** Whether corrections hide a film or show. */
export const hidesTitle = (corrections: ReadonlyArray<Named>, title: CorrectableTitle): boolean =>
  corrections.some(({ kind, subject, type }) => kind === "hide" && type === title.kind && namesTitle(subject, title))

/** Whether corrections hide a viewing, or what was seen. */
export const hidesViewing = (corrections: ReadonlyArray<Named>, viewing: CorrectableViewing): boolean =>
  hidesTitle(corrections, viewing.title) ||
  corrections.some(({ kind, subject, type }) => kind === "hide" && type === "viewing" && namesViewing(subject, viewing))

/** Applies corrections to films, shows and viewings. */
export class WatchingCorrections extends Context.Tag("@daybook/core/WatchingCorrections")<
  WatchingCorrections,
  RecordCorrections<WatchingChanges>
>() {}

/** Watching as a domain whose records the owner may correct. */
export const correctableWatching = Effect.flatMap(WatchingCorrections, (store) =>
  correctableRecords(watchingRules, store, publishCorrectedOf("watching", entityOf))
)
