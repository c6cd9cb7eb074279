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

const hideable = (key: ReadonlyArray<string>, providerIds: ReadonlyArray<string>): CorrectableType => ({
  key,
  providerIds,
  kinds: { hide: "nothing" }
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
    movie: hideable(["title"], ["year", "tmdb_id", "imdb_id"]),
    show: hideable(["title"], ["year", "tmdb_id", "imdb_id", "tvdb_id"]),
    viewing: hideable(["title", "watched_on"], ["year", "tmdb_id", "imdb_id", "season", "episode"])
  }
}

/** A stored film or show as corrections name it. */
export interface CorrectableTitle {
  readonly kind: TitleKind
  readonly matchTitle: string
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

/** Whether a key names a title: by an id that both have, else by name and year. */
export const namesTitle = (key: RecordKey, { ids, matchTitle: match, year }: CorrectableTitle): boolean => {
  for (const [member, scheme] of Object.entries(idMembers)) {
    const ofScheme = ids.filter((one) => one[0] === scheme)
    if (key[member] !== undefined && ofScheme.length > 0) return ofScheme.some((one) => one[1] === key[member])
  }
  return matchTitle(key["title"] ?? "") === match && (key["year"] === undefined || key["year"] === String(year))
}

/** Whether a key of a viewing names this one. */
export const namesViewing = (key: RecordKey, { date, episode, title }: CorrectableViewing): boolean =>
  namesTitle(key, title) &&
  key["watched_on"] === date &&
  (episode === null
    ? key["season"] === undefined && key["episode"] === undefined
    : key["season"] === String(episode.season) && key["episode"] === String(episode.number))

type Named = Pick<NewCorrection, "kind" | "type" | "subject">

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
