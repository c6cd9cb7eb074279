type KeyMember = "artist" | "album" | "track" | "artist_mbid" | "title" | "year" | "tmdb_id" | "watched_on"

/** A record by its names, as corrections name it. */
export type RecordKey = Readonly<Partial<Record<KeyMember, string>>>
export type Correctable = "artist" | "album" | "track" | "movie" | "show" | "viewing"

/** The domain of each type, and what its records count. */
export const domainOf = (type: Correctable) =>
  type === "artist" || type === "album" || type === "track"
    ? ({ domain: "listening", counted: "play" } as const)
    : ({ domain: "watching", counted: "viewing" } as const)
export type Kind = "same" | "different" | "name" | "credit" | "hide"

/** A correction as the host takes it. */
export interface NewCorrection {
  readonly domain: "listening" | "watching"
  readonly kind: Kind
  readonly type: Correctable
  readonly subject: RecordKey
  readonly object?: RecordKey
  readonly value?: string
}

/** A correction as the host lists it. */
export interface Correction {
  readonly id: number
  readonly domain: string
  readonly kind: Kind
  readonly type: Correctable
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

/** The name of a record: `Low Tide by Velmora Tide`, `Heron Street (2011)`. */
export const nameOf = (type: Correctable, key: RecordKey): string => {
  switch (type) {
    case "artist":
      return key.artist ?? ""
    case "album":
    case "track":
      return `${key[type] ?? ""} by ${key.artist ?? ""}`
    default:
      return [key.title, key.year === undefined ? null : `(${key.year})`, key.watched_on]
        .filter((part) => part !== null && part !== undefined)
        .join(" ")
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
      return `${name} belongs to ${object?.artist ?? ""}`
    case "hide":
      return `${name} is hidden`
  }
}
