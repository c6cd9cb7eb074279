import type { Album, Artist, Catalogue, Song } from "../sampleOwner/catalogue.js"
import { hash } from "../sampleOwner/dice.js"

/**
 * Which of the life's music the catalogue service sells, and under which numbers. All are beyond 2^31, which the real
 * numbers are about to reach.
 */
export interface Store {
  readonly catalogue: Catalogue
  /** Only songs and albums that are sold here. */
  readonly songById: (id: number) => Song | undefined
  readonly albumById: (id: number) => Album | undefined
  readonly artistById: (id: number) => Artist | undefined
  readonly sellsSong: (song: Song) => boolean
  readonly sellsAlbum: (album: Album) => boolean
  /** The artist whose page a song links to: a joint name has none of its own, its first artist stands for it. */
  readonly pageOf: (artist: Artist) => Artist
  readonly hasPage: (artist: Artist) => boolean
}

const idRange = (first: number, step: number) => ({
  of: (index: number) => first + index * step,
  indexOf: (id: number) => (id - first) / step
})

export const artistIds = idRange(2_200_000_017, 37)
export const albumIds = idRange(2_300_000_011, 41)
export const songIds = idRange(2_400_000_019, 43)
/** Sing-along versions of songs. */
export const karaokeIds = idRange(3_400_000_007, 43)

export const makeStore = (catalogue: Catalogue): Store => {
  const hasPage = (artist: Artist) => artist.kind !== "joint" && artist.kind !== "audiobook"
  const artistOf = (index: number) => catalogue.artists[index]!
  const sellsAlbum = (album: Album) =>
    artistOf(album.artist).kind !== "audiobook" &&
    (album.artist < 5 || hash(catalogue.seed, "unsold album", album.index) % 20 !== 0)
  const sellsSong = (song: Song) =>
    song.album === undefined
      ? hash(catalogue.seed, "unsold single", song.index) % 2 === 0
      : sellsAlbum(catalogue.albums[song.album]!) &&
        (song.artist < 5 || hash(catalogue.seed, "unsold song", song.index) % 25 !== 0)
  const onSale = <A>(item: A | undefined, isSold: (item: A) => boolean) =>
    item !== undefined && isSold(item) ? item : undefined
  return {
    catalogue,
    songById: (id) => onSale(catalogue.songs[songIds.indexOf(id)], sellsSong),
    albumById: (id) => onSale(catalogue.albums[albumIds.indexOf(id)], sellsAlbum),
    artistById: (id) => onSale(catalogue.artists[artistIds.indexOf(id)], hasPage),
    sellsSong,
    sellsAlbum,
    hasPage,
    pageOf: (artist) => (artist.kind === "joint" ? catalogue.artistNamed(artist.name.split(" & ")[0]!)! : artist)
  }
}

/** For one song in nine the first answer to a search is somebody else singing it. */
export const hasKaraoke = (catalogue: Catalogue, song: Song): boolean =>
  hash(catalogue.seed, "karaoke", song.index) % 9 === 0

/** Finds what has every word of a term in its names, in the order of the catalogue. */
export interface SearchIndex {
  readonly songs: (term: string) => ReadonlyArray<Song>
  readonly albums: (term: string) => ReadonlyArray<Album>
  readonly artists: (term: string) => ReadonlyArray<Artist>
}

export const makeSearchIndex = (store: Store): SearchIndex => {
  const { albums, artists, songs } = store.catalogue
  const nameOf = (artist: number) => artists[artist]!.name
  const albumName = (album: number | undefined) => (album === undefined ? "" : albums[album]!.title)
  return {
    songs: index(songs, store.sellsSong, (song) => `${song.title} ${nameOf(song.artist)} ${albumName(song.album)}`),
    albums: index(albums, store.sellsAlbum, (album) => `${album.title} ${nameOf(album.artist)}`),
    artists: index(artists, store.hasPage, (artist) => artist.name)
  }
}

/** Lists of places by word, made when the first search comes. */
const index = <A>(items: ReadonlyArray<A>, isSold: (item: A) => boolean, names: (item: A) => string) => {
  let places: Map<string, Array<number>> | undefined
  return (term: string): ReadonlyArray<A> => {
    places ??= placesByWord(items, isSold, names)
    const lists = words(term).map((word) => places!.get(word) ?? [])
    const [shortest, ...others] = lists.sort((a, b) => a.length - b.length)
    if (shortest === undefined) return []
    const sets = others.map((list) => new Set(list))
    return shortest.filter((place) => sets.every((set) => set.has(place))).map((place) => items[place]!)
  }
}

const placesByWord = <A>(items: ReadonlyArray<A>, isSold: (item: A) => boolean, names: (item: A) => string) => {
  const places = new Map<string, Array<number>>()
  items.forEach((item, place) => {
    if (!isSold(item)) return
    for (const word of new Set(words(names(item)))) {
      const list = places.get(word)
      if (list === undefined) places.set(word, [place])
      else list.push(place)
    }
  })
  return places
}

/** Without case, accents and punctuation. */
const words = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
