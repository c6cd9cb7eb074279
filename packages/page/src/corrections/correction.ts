type KeyMember =
  | "artist"
  | "album"
  | "track"
  | "artist_mbid"
  | "title"
  | "year"
  | "tmdb_id"
  | "watched_on"
  | "season"
  | "episode"
  | "url"
  | "date"
  | "venue"
  | "city"
  | "report"
  | "gear"
  | "discogs_id"
  | "imdb_id"
  | "movie"

/** A record by its names, as corrections name it. Those of declared domains have members of their own. */
export type RecordKey = Readonly<Partial<Record<KeyMember, string>>> & Readonly<Record<string, string | undefined>>

/** The domain of each type, what its records count, and what corrections change if that is something else. */
const domains = {
  artist: { domain: "listening", counted: "play" },
  album: { domain: "listening", counted: "play" },
  track: { domain: "listening", counted: "play" },
  movie: { domain: "watching", counted: "viewing" },
  show: { domain: "watching", counted: "viewing" },
  viewing: { domain: "watching", counted: "viewing" },
  episode: { domain: "watching", counted: "viewing" },
  article: { domain: "reading", counted: "save" },
  event: { domain: "attending", counted: "event" },
  venue: { domain: "attending", counted: "event" },
  report: { domain: "attending", counted: "event" },
  activity: { domain: "running", counted: "run" },
  release: { domain: "collecting", counted: "play", changed: "record" },
  disc: { domain: "collecting", counted: "viewing", changed: "disc" }
} as const
export type Correctable = keyof typeof domains

interface CorrectableDomain {
  readonly domain: (typeof domains)[Correctable]["domain"]
  readonly counted: string
  readonly changed?: string
}

export const domainOf = (type: Correctable): CorrectableDomain => domains[type]
export type Kind = "same" | "different" | "name" | "credit" | "identify" | "set" | "hide"

/** A correction as the host takes it. */
export interface NewCorrection {
  readonly domain: string
  readonly kind: Kind
  /** A `Correctable`, or the type of records of a declared domain. */
  readonly type: string
  readonly subject: RecordKey
  readonly object?: RecordKey
  readonly value?: string
}

/** A correction as the host lists it. */
export interface Correction {
  readonly id: number
  readonly domain: string
  readonly kind: Kind
  readonly type: string
  readonly subject: RecordKey
  readonly object: RecordKey | null
  readonly value: string | null
  readonly reason: string | null
  readonly created_at: string
}

/** The answer to a correction of many plays, which a run corrects. */
export interface QueuedCorrection {
  readonly run_id: number
  readonly correction: Correction
}

interface Summary {
  readonly type: string
  readonly name: string
  readonly of: string | null
  readonly plays: number
}

export interface Preview {
  readonly affected: number
  readonly before: Readonly<Record<string, number>>
  readonly after: Readonly<Record<string, number>>
  readonly examples: ReadonlyArray<{ readonly before: Summary | null; readonly after: Summary | null }>
}

interface Suggested {
  readonly key: RecordKey
  readonly plays: number
  readonly first_played_at: string | null
}

export interface Suggestion {
  readonly domain: string
  readonly type: Correctable
  readonly subject: Suggested
  readonly object: Suggested
  readonly why: string
}

export const path = "/v1/admin/corrections"

/** Season and number of an episode: `S1E26`. */
const placeOf = ({ episode, season }: RecordKey): string | null =>
  season === undefined || episode === undefined ? null : `S${season}E${episode}`

const valuesOf = (key: RecordKey) => Object.values(key).filter((part) => part !== undefined)

/** The name of a record, or of what a correction leads to: `Low Tide by Velmora Tide`, `Heron Street (2011)`. */
export const nameOf = (type: string, key: RecordKey): string => {
  switch (type) {
    case "artist":
      return key.artist ?? ""
    case "album":
    case "track":
      return `${key[type] ?? ""} by ${key.artist ?? ""}`
    case "release":
      return `${key.title ?? key.album ?? ""} by ${key.artist ?? ""}`
    case "article":
      return key.url ?? ""
    case "event":
      return `${key.title ?? ""} on ${key.date ?? ""}`
    case "venue":
    case "report":
      return [key[type], key.city].filter((part) => part !== undefined).join(", ")
    case "activity":
      return key.report === undefined ? valuesOf(key).join(", ") : `the run ${key.report}`
    case "unnumbered":
      return placeOf(key) ?? `${key.title ?? ""}: ${key["episode_title"] ?? ""}`
    case "movie":
    case "show":
    case "viewing":
    case "episode":
    case "disc":
      return [
        ...[key.title ?? key.movie, placeOf(key), key.year === undefined ? null : `(${key.year})`],
        ...[key.watched_on, key.report]
      ]
        .filter((part) => part !== null && part !== undefined)
        .join(" ")
    default:
      return valuesOf(key).join(", ")
  }
}

/** What a correction says, as a sentence without its end. */
export const sentenceOf = ({
  kind,
  object = null,
  subject,
  type,
  value = null
}: Pick<Correction, "kind" | "subject" | "type"> & Partial<Pick<Correction, "object" | "value">>): string => {
  const [name, other] = [nameOf(type, subject), object === null ? "" : nameOf(type, object)]
  switch (kind) {
    case "same":
      return `${name} is ${other}`
    case "different":
      return `${name} is not ${other}`
    case "name":
      return `${name} is written ${value ?? ""}`
    case "credit":
      return `${name} belongs to ${object?.artist ?? other}`
    case "identify":
      return value === "none" ? `${name} is at no provider` : `${name} is ${value ?? ""}`
    case "set":
      return `${name} has ${value ?? ""}`
    case "hide":
      return `${name} is hidden`
  }
}
