import { Context, Effect, Struct } from "effect"
import {
  type CorrectableType,
  type CorrectionRules,
  type NewCorrection,
  type RecordCorrections,
  type RecordKey,
  correctableRecords,
  fieldValue
} from "../corrections/index.js"
import { publishCorrectedOf } from "../publishing/index.js"
import { type LocalDate, isLocalDate } from "../shared/LocalDate.js"
import { type TitleKind, matchTitle } from "./model.js"
import type { WatchingChanges } from "./store.js"
import { entityOf } from "./writer.js"

/** The ids that an `identify` may give, and what is wrong with a value. */
const providerIds = {
  tmdb_id: (value: string) => (/^[1-9]\d{0,8}$/.test(value) ? null : "must be a number, such as tmdb_id=603"),
  imdb_id: (value: string) => (/^tt\d{5,12}$/.test(value) ? null : "must be an id, such as imdb_id=tt2000374"),
  tvdb_id: (value: string) => (/^[1-9]\d{0,8}$/.test(value) ? null : "must be a number, such as tvdb_id=81189")
}

const title = (type: TitleKind, ...ids: ReadonlyArray<keyof typeof providerIds>): CorrectableType => ({
  key: ["title"],
  providerIds: ["year", ...ids],
  kinds: {
    same: { object: type },
    different: { object: type },
    name: "value",
    identify: { fields: Struct.pick(providerIds, ...ids), orNone: true },
    hide: "nothing"
  }
})

/** The day of viewings at an unknown time, in keys. */
export const unknownDay = "unknown"

/**
 * What the owner may correct in watching. A viewing is named by its title and its day; with season and episode it is
 * one of a show. Where `report` says what a source reports, that decides in place of the day. An episode is named as it
 * is reported; with a day, only what was watched on it. What a source names without a number is an episode of a show
 * by that name, or a film.
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
      providerIds: ["year", "tmdb_id", "imdb_id", "season", "episode", "report"],
      kinds: { different: { object: "viewing" }, set: { fields: { date: "day" } }, hide: "nothing" }
    },
    episode: {
      key: ["title", "season", "episode"],
      providerIds: ["year", "tmdb_id", "imdb_id", "tvdb_id", "watched_on"],
      kinds: { credit: { object: "episode_number", asReported: true } }
    },
    unnumbered: {
      key: ["title", "episode_title"],
      providerIds: ["season"],
      kinds: {
        credit: { object: "episode_number", asReported: true },
        set: { fields: { kind: ["movie"] } },
        hide: "nothing"
      }
    },
    episode_number: { key: ["season", "episode"], providerIds: [], kinds: {} }
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

/** The place of an episode in its show. */
export interface EpisodePlace {
  readonly season: number
  readonly number: number
}

/** A viewing as corrections name it: by what is reported of it, and by what corrections make of that. */
export interface CorrectableViewing {
  /** All titles that it appears under. */
  readonly titles: ReadonlyArray<CorrectableTitle>
  /** Null for a film. */
  readonly episodes: ReadonlyArray<EpisodePlace | null>
  readonly dates: ReadonlyArray<LocalDate | typeof unknownDay>
  /** As `reportRef`. */
  readonly reports: ReadonlyArray<string>
}

/** What is reported of an episode. */
type CorrectableEpisode = Omit<CorrectableViewing, "reports">

/** What a source reports, by its own key: `plex:1740859200000`. It stays the same after a wipe and a full sync. */
export const reportRef = ({ key, source }: { readonly source: string; readonly key: string }): string =>
  `${source}:${key}`

/** The members of keys with ids of providers, and the schemes of these. */
export const idMembers = { tmdb_id: "tmdb", imdb_id: "imdb", tvdb_id: "tvdb" } as const

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

/** Whether a key names an episode, or a film if it has none. */
const namesPlace = (key: RecordKey, episode: EpisodePlace | null): boolean =>
  episode === null
    ? key["season"] === undefined && key["episode"] === undefined
    : key["season"] === String(episode.season) && key["episode"] === String(episode.number)

/** Whether a key of a viewing names this one. */
export const namesViewing = (key: RecordKey, { dates, episodes, reports, titles }: CorrectableViewing): boolean =>
  (key["report"] === undefined
    ? dates.some((date) => date === key["watched_on"])
    : reports.some((report) => report === key["report"])) &&
  episodes.some((episode) => namesPlace(key, episode)) &&
  titles.some((title) => title.kind === kindOfKey(key) && namesTitle(key, title))

/** Whether a key of an episode names what was reported of one: without a day, all of it. */
export const namesEpisode = (key: RecordKey, { dates, ...episode }: CorrectableEpisode): boolean =>
  namesViewing(
    { watched_on: unknownDay, ...key },
    { ...episode, dates: key["watched_on"] === undefined ? [unknownDay] : dates, reports: [] }
  )

/** Whether a key names a film, or an episode of a show. */
export const kindOfKey = (key: RecordKey): TitleKind => (key["season"] === undefined ? "movie" : "show")

type Named = Pick<NewCorrection, "kind" | "type" | "subject" | "object" | "value">

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

const contentOf = ({ object, subject, value }: Named) =>
  JSON.stringify([Object.entries(subject).sort(), Object.entries(object ?? {}).sort(), value])

/** Of corrections that say different things, the one with most members counts: their order does not matter. */
export const foremost = (corrections: ReadonlyArray<Named>): Named | undefined =>
  corrections.toSorted(
    (one, other) =>
      Object.keys(other.subject).length - Object.keys(one.subject).length || compare(contentOf(one), contentOf(other))
  )[0]

/**
 * How corrections write the title of a film or show; null if they say nothing. They name it as reported.
 */
export const givenTitleOf = (corrections: ReadonlyArray<Named>, reported: CorrectableTitle): string | null =>
  foremost(
    corrections.filter(
      ({ kind, subject, type }) =>
        kind === "name" && type === reported.kind && namesTitle(subject, { ...reported, givenTitle: null })
    )
  )?.value ?? null

/** Which one at the provider corrections say that a film or show is, by any of its names; null if they say nothing. */
export const identificationOf = (
  corrections: ReadonlyArray<Named>,
  names: ReadonlyArray<CorrectableTitle>
): string | null =>
  foremost(
    corrections.filter(
      ({ kind, subject, type }) =>
        kind === "identify" && names.some((name) => type === name.kind && namesTitle(subject, name))
    )
  )?.value ?? null

/** Whether corrections hide a film or show. */
export const hidesTitle = (corrections: ReadonlyArray<Named>, title: CorrectableTitle): boolean =>
  corrections.some(({ kind, subject, type }) => kind === "hide" && type === title.kind && namesTitle(subject, title))

/** Whether corrections hide a viewing, or what was seen. */
export const hidesViewing = (corrections: ReadonlyArray<Named>, viewing: CorrectableViewing): boolean =>
  viewing.titles.some((title) => hidesTitle(corrections, title)) ||
  corrections.some(({ kind, subject, type }) => kind === "hide" && type === "viewing" && namesViewing(subject, viewing))

/** The day that corrections give a viewing, named as it is reported; null if they say nothing. */
export const givenDayOf = (corrections: ReadonlyArray<Named>, viewing: CorrectableViewing): LocalDate | null => {
  const decided = foremost(
    corrections.filter(
      ({ kind, subject, type }) => kind === "set" && type === "viewing" && namesViewing(subject, viewing)
    )
  )
  const day = fieldValue(decided?.value ?? "").value
  return isLocalDate(day) ? day : null
}

const wholeNumber = /^(?:0|[1-9]\d{0,5})$/

/** The place that a key names; null if it is none. */
export const placeIn = ({ episode = "", season = "" }: RecordKey): EpisodePlace | null =>
  wholeNumber.test(season) && wholeNumber.test(episode) ? { season: Number(season), number: Number(episode) } : null

/** Where corrections place what was reported of an episode; null if they leave it where it is. */
export const creditedPlaceOf = (
  corrections: ReadonlyArray<Named>,
  reported: CorrectableEpisode
): EpisodePlace | null => {
  const credit = foremost(
    corrections.filter(
      ({ kind, subject, type }) => kind === "credit" && type === "episode" && namesEpisode(subject, reported)
    )
  )
  return placeIn(credit?.object ?? {})
}

/** Applies corrections to films, shows and viewings. */
export class WatchingCorrections extends Context.Tag("@daybook/core/WatchingCorrections")<
  WatchingCorrections,
  RecordCorrections<WatchingChanges>
>() {}

/** Watching as a domain whose records the owner may correct. */
export const correctableWatching = Effect.flatMap(WatchingCorrections, (store) =>
  correctableRecords(watchingRules, store, publishCorrectedOf("watching", entityOf))
)
