import type { Film, Release } from "@daybook/core/collecting"
import type { NewCorrection, RecordKey } from "@daybook/core/corrections"

const release = (id: number, names: ReadonlyArray<string>, title: string): Release => ({
  ...{ id, title, year: 1990, format: "Vinyl", formatDetail: ["LP"], labels: [], genres: ["Rock"], styles: [] },
  artists: names.map((name, index) => ({ id: null, name, shown: name, join: index < names.length - 1 ? "&" : "" })),
  picture: null
})

/** Two pressings of one record, and another one of two artists. */
export const releases = [
  release(1, ["Velmora Tide"], "Barn Songs"),
  release(2, ["Velmora Tide"], "Barn Songs"),
  release(3, ["Kerrim", "Oskeln"], "Night Index")
]

/** Keys of releases, and the places of those that they name. */
export const releaseKeys = [
  { key: { artist: "velmora tide", title: "BARN SONGS" }, names: [0, 1] },
  { key: { artist: "Velmora Tide", title: "Barn Songs", discogs_id: "1" }, names: [0] },
  { key: { artist: "Velmora Tide", title: "Barn Songs", discogs_id: "2" }, names: [1] },
  { key: { artist: "Kerrim & Oskeln", title: "Night Index" }, names: [2] },
  { key: { artist: "Oskeln", title: "Night-Index" }, names: [2] },
  { key: { artist: "Nobody", title: "Night Index" }, names: [] }
] as const

export const films: ReadonlyArray<Film> = [
  { title: "Herön", year: 1978, ids: { trakt: 1, tmdb: 11, imdb: null } },
  { title: "Ladder", year: 1960, ids: { trakt: 2, tmdb: null, imdb: null } }
]

/** Keys of discs, and the places of the films and the media type that they name. */
export const discKeys = [
  { key: { title: "heron" }, names: [0], medium: null },
  { key: { title: "Renamed", tmdb_id: "11" }, names: [0], medium: null },
  { key: { title: "Heron", tmdb_id: "12" }, names: [], medium: null },
  { key: { title: "Herön", media_type: "dvd" }, names: [0], medium: "dvd" },
  { key: { title: "Ladder", year: "1960" }, names: [1], medium: null },
  { key: { title: "Ladder", year: "1961" }, names: [], medium: null },
  { key: { title: "Ladder", tmdb_id: "12", media_type: "bluray" }, names: [1], medium: "bluray" }
] as const

/** Albums that were heard, with keys that name them, and the releases that the rules match with them. */
export const albums = [
  {
    ...{ artist: "Velmora Tide", album: "Barn Song", plays: 2, rules: [0, 1] },
    keys: [
      { artist: "Velmora Tide", album: "Barn Song" },
      { artist: "VELMORA TIDE", album: "Barn Song (Deluxe Edition)" }
    ]
  },
  {
    ...{ artist: "Velmora Tide", album: "Night Windows", plays: 4, rules: [] },
    keys: [{ artist: "Velmora Tide", album: "night windows" }]
  },
  {
    ...{ artist: "Kerrim", album: "Night Index", plays: 1, rules: [2] },
    keys: [{ artist: "Kerrim", album: "Night Index" }]
  }
]

/** Each play of these albums. */
export const plays = albums.flatMap(({ album, artist, plays }) =>
  Array.from({ length: plays }, () => ({ album, artist }))
)

/** Films that were watched, with keys that name them, and the films on disc that the rules match with them. */
export const movies: ReadonlyArray<{
  readonly title: string
  readonly match: string
  readonly year: number
  readonly tmdb: string | null
  readonly watches: number
  readonly rules: ReadonlyArray<number>
  readonly keys: ReadonlyArray<RecordKey>
}> = [
  {
    ...{ title: "Heron", match: "heron", year: 1978, tmdb: "11", watches: 2, rules: [0] },
    keys: [
      { movie: "Heron", year: "1978" },
      { movie: "Other", tmdb_id: "11" }
    ]
  },
  {
    ...{ title: "Heron", match: "heron", year: 1990, tmdb: null, watches: 1, rules: [] },
    keys: [{ movie: "HERÖN", year: "1990" }]
  },
  {
    ...{ title: "Ladder", match: "ladder", year: 1961, tmdb: null, watches: 3, rules: [1] },
    keys: [{ movie: "ladder" }, { movie: "Ladder", tmdb_id: "99" }]
  }
]

type Item =
  | { readonly of: "copy" | "want"; readonly release: number }
  | { readonly of: "disc"; readonly film: number; readonly mediaType: string }

/** What is to be seen of items, and what they are one with, from plain arrays. */
export const linkedItems = (items: ReadonlyArray<Item>, some: ReadonlyArray<NewCorrection>) => {
  const ofKind = (kind: string, type: string) => some.filter((one) => one.kind === kind && one.type === type)
  const releasesOf = ({ subject }: NewCorrection): ReadonlyArray<number> =>
    releaseKeys.find(({ key }) => key === subject)!.names
  const discsOf = ({ subject }: NewCorrection) => discKeys.find(({ key }) => key === subject)!
  const isHidden = (one: Item) =>
    one.of === "disc"
      ? ofKind("hide", "disc").some((hide) => {
          const { medium, names } = discsOf(hide)
          return names.some((film) => film === one.film) && (medium === null || medium === one.mediaType)
        })
      : ofKind("hide", "release").some((hide) => releasesOf(hide).includes(one.release))
  const visibleItems = items.filter((one) => !isHidden(one))
  const albumOf = (place: number) => {
    const says = (kind: string, { keys }: { readonly keys: ReadonlyArray<RecordKey> }) =>
      ofKind(kind, "release").some((one) => releasesOf(one).includes(place) && keys.includes(one.object!))
    const possible = albums.filter((album) => !says("different", album))
    const linked = possible.filter((album) => says("same", album)).toSorted((one, other) => other.plays - one.plays)
    return (linked[0] ?? possible.find(({ rules }) => rules.some((rule) => rule === place)))?.album ?? null
  }
  const watchesOf = (place: number) => {
    const says = (kind: string, keys: ReadonlyArray<RecordKey>) =>
      ofKind(kind, "disc").some(
        (one) => discsOf(one).names.some((film) => film === place) && keys.includes(one.object!)
      )
    return movies
      .filter(({ keys, rules }) => (rules.includes(place) || says("same", keys)) && !says("different", keys))
      .reduce((sum, { watches }) => sum + watches, 0)
  }
  /** The first by its key that gives an item a title. */
  const givenTo = (type: string, isNamed: (one: NewCorrection) => boolean) =>
    ofKind("name", type)
      .filter(isNamed)
      .toSorted((one, other) => (JSON.stringify(one.subject) < JSON.stringify(other.subject) ? -1 : 1))[0]?.value
  const titleOf = (place: number) =>
    givenTo("release", (one) => releasesOf(one).includes(place)) ?? releases[place]!.title
  const filmTitleOf = (place: number) =>
    givenTo("disc", (one) => discsOf(one).names.some((film) => film === place)) ?? films[place]!.title
  return {
    copies: visibleItems
      .flatMap((one) =>
        one.of === "copy" ? [`${releases[one.release]!.id} ${titleOf(one.release)} ${albumOf(one.release)}`] : []
      )
      .toSorted(),
    wants: visibleItems.flatMap((one) => (one.of === "want" ? [releases[one.release]!.id] : [])).toSorted(),
    discs: visibleItems
      .flatMap((one) => (one.of === "disc" ? [`${filmTitleOf(one.film)} ${one.mediaType} ${watchesOf(one.film)}`] : []))
      .toSorted()
  }
}
