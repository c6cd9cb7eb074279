import { dice } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { Viewing } from "../sampleOwner/watching.js"

/** How ids of items look at a server: 32 letters and digits, or a plain number. */
export type IdStyle = "hex" | "number"

/** One start of a player. Times are unix seconds. */
export interface Stretch {
  readonly user: "owner" | "guest"
  readonly what: Viewing["what"]
  readonly start: number
  readonly seconds: number
}

const padded = (value: number) => value.toString(16).padStart(32, "0")
const tick = 10_000_000

const keyOf = (what: Viewing["what"]): number =>
  what.kind === "film" ? 1_000 + what.film : 1_000_000 * (1 + what.series) + what.season * 1_000 + what.episode

const seriesKey = (series: number): number => 500 + series

/** Seconds, with the seven digits that the server writes. */
const serverTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace("000Z", "0000000Z")

/** The server's library, and what its users played, over the owner's viewings. */
export const makeLibrary = ({ watching }: SampleOwner, style: IdStyle) => {
  const idOf = (key: number): string => (style === "hex" ? padded(key) : String(key))
  const minutesOf = (what: Viewing["what"]): number =>
    what.kind === "film" ? watching.films[what.film]!.minutes : watching.series[what.series]!.minutes
  /** One film in nine is deleted from the library after it was watched. */
  const isDeleted = (what: Viewing["what"]): boolean => what.kind === "film" && what.film % 9 === 8

  /** A viewing is one start of the player, or two with half an hour between them. */
  const stretchesOf = ({ at, what }: Viewing): ReadonlyArray<Stretch> => {
    const seconds = minutesOf(what) * 60
    const half = Math.floor(seconds / 2)
    const owner = { user: "owner" as const, what }
    return dice("media server", at).below(6) > 0
      ? [{ ...owner, start: at - seconds, seconds }]
      : [
          { ...owner, start: at - seconds - 1_800, seconds: half },
          { ...owner, start: at - seconds + half, seconds: seconds - half }
        ]
  }

  const itemOf = (what: Viewing["what"], played: { readonly last: number | null; readonly starts: number } | null) => {
    const userData = {
      PlaybackPositionTicks: 0,
      PlayCount: played?.starts ?? 0,
      IsFavorite: false,
      Played: played !== null,
      ...(played?.last == null ? {} : { LastPlayedDate: serverTime(played.last) })
    }
    const common = { Id: idOf(keyOf(what)), RunTimeTicks: minutesOf(what) * 60 * tick, UserData: userData }
    if (what.kind === "film") {
      const film = watching.films[what.film]!
      return {
        ...common,
        Name: film.title,
        Type: "Movie",
        ProductionYear: film.year,
        // Numbers of providers are texts.
        ProviderIds: { Tmdb: String(film.tmdb), Imdb: film.imdb }
      }
    }
    return {
      ...common,
      Name: `Chapter ${what.episode}`,
      Type: "Episode",
      SeriesId: idOf(seriesKey(what.series)),
      SeriesName: watching.series[what.series]!.title,
      ParentIndexNumber: what.season,
      IndexNumber: what.episode,
      ProviderIds: { Tvdb: String(9_000_000 + keyOf(what)) }
    }
  }

  const seriesItem = (series: number) => {
    const { imdb, title, tmdb, tvdb, year } = watching.series[series]!
    return {
      Id: idOf(seriesKey(series)),
      Name: title,
      Type: "Series",
      ProductionYear: year,
      ProviderIds: { Tvdb: String(tvdb), Imdb: imdb, Tmdb: String(tmdb), "": null },
      UserData: { Played: false }
    }
  }

  /** The name of an item in the plugin's table. */
  const rowName = (what: Viewing["what"]): string => {
    const two = (number: number) => String(number).padStart(2, "0")
    return what.kind === "film"
      ? watching.films[what.film]!.title
      : `${watching.series[what.series]!.title} - s${two(what.season)}e${two(what.episode)} - Chapter ${what.episode}`
  }

  return { idOf, itemOf, isDeleted, keyOf, rowName, seriesItem, seriesKey, stretchesOf }
}
