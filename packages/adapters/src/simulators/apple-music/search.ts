import type { Album, Artist, Song } from "../persona/catalogue.js"
import type { Store } from "./store.js"

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
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
