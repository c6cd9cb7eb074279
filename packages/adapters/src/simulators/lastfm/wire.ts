import { coverOf } from "../shared/Scrobble.js"
import type { Album, Catalogue } from "../persona/catalogue.js"

/** Last.fm's own key for "no picture", a grey star. Every artist has it. */
export const placeholderKey = "2a96cbd8b46e442fc41c2b86b821562f"

const sizes = [["small", "34s"], ["medium", "64s"], ["large", "174s"], ["extralarge", "300x300"]] as const

/** The list of pictures that goes with everything; `""` as key means links that are empty. */
export const images = (baseUrl: string, key: string) =>
  sizes.map(([size, folder]) => ({ size, "#text": key === "" ? "" : `${baseUrl}/i/u/${folder}/${key}.png` }))

export const albumImages = (baseUrl: string, catalogue: Catalogue, album: Album) =>
  images(baseUrl, album.hasCover ? coverOf(catalogue, album.index) : "")

const segment = (name: string) => encodeURIComponent(name).replaceAll("%20", "+")

/** Links to the public site, which nobody here calls. */
export const artistUrl = (artist: string) => `https://www.last.fm/music/${segment(artist)}`
export const albumUrl = (artist: string, album: string) => `${artistUrl(artist)}/${segment(album)}`
export const trackUrl = (artist: string, track: string) => `${artistUrl(artist)}/_/${segment(track)}`
export const tagUrl = (tag: string) => `https://www.last.fm/tag/${segment(tag)}`

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** `21 Nov 2025, 04:40`, in UTC. */
export const utcText = (seconds: number, separator = ", "): string => {
  const day = Math.floor(seconds / 86_400)
  if (day !== lastDay.number) {
    const date = new Date(day * 86_400_000)
    lastDay.number = day
    lastDay.text = `${String(date.getUTCDate()).padStart(2, "0")} ${months[date.getUTCMonth()]!} ${date.getUTCFullYear()}`
  }
  const minutes = Math.floor(seconds / 60) - day * 1_440
  return `${lastDay.text}${separator}${twoDigits[Math.floor(minutes / 60)]!}:${twoDigits[minutes % 60]!}`
}

/** Plays are written in order, so most fall on the day of the one before. */
const lastDay = { number: Number.NaN, text: "" }
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"))

/** How this account's answers differ where Last.fm's own do from time to time. */
export interface LastfmQuirks {
  /** A list of one is sent as that one, as a translation from XML does. */
  readonly bareSingles: boolean
  /** What stands for an empty list of tracks. */
  readonly emptyTracks: "array" | "absent"
  /** Whether a play in the very second of `from` or `to` belongs to the range: the documentation does not say. */
  readonly includesFrom: boolean
  readonly includesTo: boolean
}

export const defaultQuirks: LastfmQuirks = { bareSingles: false, emptyTracks: "array", includesFrom: true, includesTo: false }

export const list = <A>(quirks: LastfmQuirks, items: ReadonlyArray<A>): ReadonlyArray<A> | A =>
  quirks.bareSingles && items.length === 1 ? items[0]! : items
