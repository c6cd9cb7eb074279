/** One row of `user.getRecentTracks`, with null for all that it does not say. */
export interface Track {
  readonly name: string | null
  readonly mbid: string | null
  readonly url: string | null
  readonly artist: string | null
  readonly artistMbid: string | null
  readonly album: string | null
  readonly albumMbid: string | null
  /** What stands for its time, not looked at yet. */
  readonly uts: unknown
  readonly isPlaying: boolean
}

/**
 * Reads a row, or null for what is none. Without a schema: a history has a million of these, and a schema that takes all
 * their forms takes as long as all the rest of a sync.
 */
export const readTrack = (row: unknown): Track | null => {
  if (!isObject(row)) return null
  const name = text(row["name"])
  const artist = title(row["artist"])
  const album = title(row["album"])
  if (name === undefined || artist === undefined || album === undefined) return null
  const date = row["date"]
  const attr = row["@attr"]
  return {
    name,
    artist,
    album,
    mbid: text(row["mbid"]) ?? null,
    artistMbid: mbid(row["artist"]),
    albumMbid: mbid(row["album"]),
    url: text(row["url"]) ?? null,
    uts: isObject(date) ? date["uts"] : null,
    // Whatever stands without a date is not played yet.
    isPlaying: date === undefined || date === null || (isObject(attr) && (attr["nowplaying"] === "true" || attr["nowplaying"] === true))
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Null where nothing stands, undefined where something else than a text does. */
const text = (value: unknown): string | null | undefined => {
  if (typeof value === "string") return value
  if (value === undefined || value === null) return null
  return typeof value === "number" ? String(value) : undefined
}

/** `name` in place of `#text` where the extended form came. */
const title = (value: unknown): string | null | undefined => isObject(value) ? text(value["#text"] ?? value["name"]) : text(value)

const mbid = (value: unknown): string | null => isObject(value) ? text(value["mbid"]) ?? null : null
