import type { DomainSummary } from "@daybook/core/domain"
import { type Correctable, type Kind, type NewCorrection, type RecordKey, domainOf } from "./correction.js"

export interface Choice {
  readonly kind: Kind
  readonly label: string
  /** The label of the name that it needs; undefined if it needs none. */
  readonly needs?: string
  /** For `set`: the field and its value. If it needs a name, that is the value. */
  readonly value?: string
  /** The type of the names to choose from, if it is another one. */
  readonly names?: Correctable
}

const rename: Choice = { kind: "name", label: "It is written …", needs: "Written like this" }
const hide: Choice = { kind: "hide", label: "Hide it" }
/** What is linked is a report that may be of another record. */
const parts: Choice = { kind: "different", label: "These are two" }
/** Films and series that TMDB took for another one. */
const identifyTitle: ReadonlyArray<Choice> = [
  { kind: "identify", label: "It is another one at TMDB …", needs: "Its number, or its address at TMDB or IMDb" },
  { kind: "identify", label: "TMDB does not have it", value: "none" }
]
const credit: Choice = { kind: "credit", label: "It belongs to …", needs: "By this artist" }

/** Artists, albums and tracks with a picture, a biography or tags of somebody else. */
const identifyName: ReadonlyArray<Choice> = [
  { kind: "identify", label: "It is another one at MusicBrainz …", needs: "Its id there, or its address" },
  { kind: "identify", label: "MusicBrainz does not have it", value: "none" }
]

const ofArtist = (type: "album" | "track"): ReadonlyArray<Choice> => [
  { kind: "same", label: "It is the same as …", needs: `The same as this ${type} of the artist` },
  rename,
  credit,
  ...identifyName,
  hide
]

const watched = (what: string, example: string): ReadonlyArray<Choice> => [
  { kind: "same", label: "It is the same as …", needs: `The same as the ${what} of this name` },
  { kind: "different", label: "These are two …", needs: `The other one, with its year: ${example}` },
  ...identifyTitle,
  rename,
  hide
]

/** A type that the page corrects. Episodes are corrected by commands. */
export type CorrectableHere = Exclude<Correctable, "episode">

/** What may be wrong with a record of each type. */
export const choices: Readonly<Record<CorrectableHere, ReadonlyArray<Choice>>> = {
  artist: [
    { kind: "same", label: "It is the same as …", needs: "The same as this artist" },
    rename,
    ...identifyName,
    hide
  ],
  album: ofArtist("album"),
  track: ofArtist("track"),
  movie: watched("film", "Heron Street (2011)"),
  show: watched("series", "Night Quill (1998)"),
  viewing: [hide],
  article: [
    { kind: "same", label: "It is the same as …", needs: "The same as the article with this address" },
    rename,
    hide
  ],
  event: [
    { kind: "set", label: "I was not there", value: "attended=no" },
    { kind: "set", label: "I was there", value: "attended=yes" },
    { kind: "same", label: "It is the same as …", needs: "The same as the event of this name on that day" },
    rename,
    hide
  ],
  venue: [
    { kind: "same", label: "The place is the same as …", needs: "The same as this place" },
    { kind: "name", label: "The place is written …", needs: "The place is written like this" },
    { kind: "hide", label: "Hide the place and its events" }
  ],
  report: [hide],
  activity: [
    { kind: "set", label: "It was a race", value: "workout_type=race" },
    { kind: "set", label: "It was no race", value: "workout_type=default" },
    { kind: "set", label: "It is called …", needs: "Called like this", value: "title=" },
    { kind: "same", label: "It is the same as …", needs: "The same as the run with this report, or at this address" },
    parts,
    { kind: "credit", label: "It was run in …", needs: "In the shoes of this name" },
    hide
  ],
  release: [
    { kind: "same", label: "It is the album …", needs: "The album of the artist, as it was heard", names: "album" },
    { kind: "different", label: "It is not the album that was heard" },
    rename,
    hide
  ],
  disc: [
    { kind: "same", label: "It is the film …", needs: "The film, as it was watched", names: "movie" },
    { kind: "different", label: "It is not the film that was watched" },
    rename,
    hide
  ]
}

/** A film or series by its name and, as it may have the name of another one, its year: `Heron Street (2011)`. */
const titled = (name: string): RecordKey => {
  const [, title = name, year] = /^(.*\S)\s*\((\d{4})\)$/.exec(name) ?? []
  return { title, ...(year === undefined ? {} : { year }) }
}

/** A run by a report, as "Why?" names it, or by the address that it has here or at Strava. */
const runAt = (text: string): RecordKey => {
  const [, id] = /(?:^|\/(?:running|activities)\/)(\d+)\/?(?:[?#].*)?$/.exec(text) ?? []
  return { report: id === undefined ? text : `strava:${id}` }
}

/** The id that a number, or an address at MusicBrainz, TMDB or IMDb, means. */
const identifiedBy = (type: Correctable, text: string): string => {
  const [imdb] = /\btt\d+/.exec(text) ?? []
  if (type === "movie" || type === "show") {
    const [, tmdb = text] = /themoviedb\.org\/(?:movie|tv)\/(\d+)/.exec(text) ?? []
    return imdb === undefined ? `tmdb_id=${tmdb}` : `imdb_id=${imdb}`
  }
  const [mbid = text] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(text) ?? []
  return `mbid=${mbid}`
}

/** The other record that a name, or an address, means. */
const objectOf = (type: Correctable, subject: RecordKey, name: string): RecordKey => {
  switch (type) {
    case "artist":
      return { artist: name }
    case "event":
      return { title: name, date: subject.date ?? "" }
    case "venue":
      return { venue: name }
    case "article":
      return { url: name }
    case "activity":
      return runAt(name)
    case "release":
      return { artist: subject.artist ?? "", album: name }
    case "disc": {
      const { title: movie = name, ...year } = titled(name)
      return { movie, ...year }
    }
    case "movie":
    case "show":
      return titled(name)
    default:
      return { ...subject, [type]: name }
  }
}

/** The correction that a choice makes of a record. */
export const correctionOf = (
  type: Correctable,
  subject: RecordKey,
  { kind, value = "" }: Choice,
  name: string,
  linked: RecordKey | undefined
): NewCorrection => {
  const correction = { domain: domainOf(type).domain, kind, type, subject } as const
  switch (kind) {
    case "same":
      return { ...correction, object: objectOf(type, subject, name) }
    case "different":
      // The record that a person looks at remains; the one that is named is separated from it.
      return type === "movie" || type === "show"
        ? { ...correction, subject: objectOf(type, subject, name), object: subject }
        : { ...correction, object: linked ?? objectOf(type, subject, name) }
    case "set":
      return { ...correction, value: `${value}${name}` }
    case "credit":
      return { ...correction, object: type === "activity" ? { gear: name } : { artist: name } }
    case "name":
      return { ...correction, value: name }
    case "identify":
      return { ...correction, value: value === "" ? identifiedBy(type, name) : value }
    case "hide":
      return correction
  }
}

/** How records of a type are corrected where a person sees that they are wrong. */
export interface Repair {
  /** What records count, and what corrections change if that is something else. */
  readonly counted: string
  readonly changed?: string
  readonly choices: ReadonlyArray<Choice>
  /** The type of the names to choose from; null for a name that is free. */
  readonly namesFor: (choice: Choice) => Correctable | null
  readonly correctionOf: (
    subject: RecordKey,
    choice: Choice,
    name: string,
    linked: RecordKey | undefined
  ) => NewCorrection
}

const repairOf = (type: CorrectableHere): Repair => ({
  ...domainOf(type),
  choices: choices[type],
  namesFor: ({ kind, names }) =>
    names ??
    (["name", "set", "identify"].includes(kind) ||
    (kind === "different" && (type === "movie" || type === "show")) ||
    type === "article" ||
    type === "activity"
      ? null
      : kind === "credit"
        ? "artist"
        : type),
  correctionOf: (...named) => correctionOf(type, ...named)
})

export const repairs = Object.fromEntries(
  Object.keys(choices).map((type) => [type, repairOf(type as CorrectableHere)])
) as Readonly<Record<CorrectableHere, Repair>>

/** Records of a declared domain. One that has a key of several fields becomes another one by a command. */
export const declaredRepair = ({ name: domain, record }: DomainSummary): Repair => {
  const [key = "", ...rest] = record.keyFields
  const same: Choice = { kind: "same", label: "It is the same as …", needs: `The same as the one with this ${key}` }
  const value: Choice = {
    kind: "set",
    label: "A value is wrong …",
    needs: `Field and value, such as ${record.fields.find((field) => !record.keyFields.includes(field)) ?? key}=…`
  }
  return {
    counted: "record",
    choices: [...(rest.length === 0 ? [same] : []), parts, value, hide],
    namesFor: () => null,
    correctionOf: (subject, { kind }, name, linked) => ({
      ...{ domain, kind, type: record.name, subject },
      ...(kind === "same" ? { object: { [key]: name } } : kind === "set" ? { value: name } : {}),
      ...(kind === "different" && linked !== undefined ? { object: linked } : {})
    })
  }
}
