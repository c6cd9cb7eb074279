import { type LocalDate, fromOrdinal, toOrdinal } from "@daybook/core/shared"
import { type Dice, dice, uuid } from "./dice.js"
import { type ArtistKind, type Genre, type Headliner, genres, headliners, spokenGenre } from "./genres.js"
import { albumTitle, artistName, songTitle } from "./words.js"

/**
 * An invented artist; its albums and songs are the ranges of the catalogue that begin at `firstAlbum` and `firstSong`.
 */
export interface Artist {
  readonly index: number
  readonly name: string
  readonly kind: ArtistKind
  readonly genre: Genre
  /** A MusicBrainz identifier; `""` where nobody has entered one. */
  readonly mbid: string
  /** The month of the life in which the person first heard it; 0 for those known from the beginning. */
  readonly firstMonth: number
  readonly firstAlbum: number
  readonly albumCount: number
  readonly firstSong: number
  readonly songCount: number
}

export interface Album {
  readonly index: number
  readonly artist: number
  readonly title: string
  readonly mbid: string
  readonly releasedOn: LocalDate
  /** False where the provider has no picture of it. */
  readonly hasCover: boolean
  readonly firstSong: number
  readonly songCount: number
}

/** A song on an album; without `album` where the scrobbler did not name one. */
export interface Song {
  readonly index: number
  readonly artist: number
  readonly album: number | undefined
  readonly title: string
  readonly mbid: string
  readonly seconds: number
  /** Its place on the album, from 1; 0 without one. */
  readonly position: number
}

/** Invented music. Artists stand in the order of how much they are heard. */
export interface Catalogue {
  readonly seed: number
  readonly artists: ReadonlyArray<Artist>
  readonly albums: ReadonlyArray<Album>
  readonly songs: ReadonlyArray<Song>
  /** The artist of a name, whatever the case of its letters. */
  readonly artistNamed: (name: string) => Artist | undefined
}

interface Draft {
  readonly seed: number
  readonly startsOn: LocalDate
  readonly months: number
  readonly artists: Array<Artist>
  readonly albums: Array<Album>
  readonly songs: Array<Song>
  readonly byName: Map<string, Artist>
}

/** `count` artists and all they recorded; `months` is how long new ones keep being discovered. */
export const makeCatalogue = (seed: number, count: number, startsOn: LocalDate, months: number): Catalogue => {
  const draft: Draft = { seed, startsOn, months, artists: [], albums: [], songs: [], byName: new Map() }
  for (let index = 0; index < count; index++) addArtist(draft, headliners[index] ?? newcomer(draft, index))
  return {
    seed,
    artists: draft.artists,
    albums: draft.albums,
    songs: draft.songs,
    artistNamed: (name) => draft.byName.get(name.toLowerCase())
  }
}

const newcomer = (draft: Draft, index: number): Headliner => {
  const chance = dice(draft.seed, "artist", index)
  const genre = genres[chance.rank(genres.length)]!
  const titles = Array.from({ length: 1 + chance.rank(index < 120 ? 9 : 4) }, () => albumTitle(chance))
  return { name: unusedName(draft, chance, genre), kind: "regular", genre, albums: [...new Set(titles)] }
}

const unusedName = (draft: Draft, chance: Dice, genre: Genre): string => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const name = artistName(chance, genre)
    if (!draft.byName.has(name.toLowerCase())) return name
  }
  return `${artistName(chance, genre)} ${draft.artists.length}`
}

const addArtist = (draft: Draft, headliner: Headliner) => {
  const index = draft.artists.length
  const chance = dice(draft.seed, "recordings", index)
  const isHeadliner = index < headliners.length
  const firstMonth = isHeadliner || chance.chance(0.45) ? 0 : chance.below(draft.months)
  const firstAlbum = draft.albums.length
  const firstSong = draft.songs.length
  headliner.albums.forEach((title, place) => {
    const releasedOn = releaseDay(draft, chance, firstMonth)
    addAlbum(draft, chance, {
      artist: index,
      title,
      releasedOn,
      headliner,
      opening: place === 0 ? (headliner.songs ?? []) : []
    })
  })
  if (headliner.kind === "regular") addAlbumless(draft, chance, index, headliner.genre, firstSong)
  const artist: Artist = {
    index,
    name: headliner.name,
    kind: headliner.kind,
    genre: headliner.genre,
    mbid: headliner.kind === "joint" || (!isHeadliner && chance.chance(0.25)) ? "" : uuid(draft.seed, "artist", index),
    firstMonth: firstMonth,
    firstAlbum,
    albumCount: draft.albums.length - firstAlbum,
    firstSong,
    songCount: draft.songs.length - firstSong
  }
  draft.artists.push(artist)
  draft.byName.set(artist.name.toLowerCase(), artist)
}

/** Some years before the person came upon the artist, recent years more likely. */
const releaseDay = (draft: Draft, chance: Dice, firstMonth: number): LocalDate => {
  const firstPlayedOn = toOrdinal(draft.startsOn) + Math.floor(firstMonth * 30.4)
  return fromOrdinal(
    Math.max(toOrdinal("1959-01-01"), firstPlayedOn - 30 - Math.floor(-Math.log(1 - chance.roll()) * 2_600))
  )
}

interface NewAlbum {
  readonly artist: number
  readonly title: string
  readonly releasedOn: LocalDate
  readonly headliner: Headliner
  readonly opening: ReadonlyArray<string>
}

const addAlbum = (draft: Draft, chance: Dice, { artist, headliner, opening, releasedOn, title }: NewAlbum) => {
  const index = draft.albums.length
  const isBook = headliner.kind === "audiobook"
  const songCount = isBook ? 24 : title.endsWith(" EP") ? 4 + chance.below(3) : 7 + chance.below(7)
  const firstSong = draft.songs.length
  const usedTitles = new Set(opening)
  for (let place = 0; place < songCount; place++) {
    const name = opening[place] ?? (isBook ? `Chapter ${place + 1}` : newTitle(draft, chance, usedTitles))
    addSong(draft, chance, { artist, album: index, title: name, position: place + 1, genre: headliner.genre })
  }
  draft.albums.push({
    index,
    artist,
    title,
    mbid: chance.chance(0.35) ? "" : uuid(draft.seed, "album", index),
    releasedOn,
    hasCover: !chance.chance(0.03),
    firstSong,
    songCount
  })
}

const newTitle = (draft: Draft, chance: Dice, usedTitles: Set<string>): string => {
  const guest =
    chance.chance(0.015) && draft.artists.length > 0
      ? ` (feat. ${draft.artists[chance.rank(draft.artists.length)]!.name})`
      : ""
  let title = songTitle(chance) + guest
  for (let attempt = 0; usedTitles.has(title) && attempt < 20; attempt++) title = songTitle(chance)
  usedTitles.add(title)
  return title
}

/** Songs that were scrobbled without an album: some were never on one, some are album songs from a careless player. */
const addAlbumless = (draft: Draft, chance: Dice, artist: number, genre: Genre, firstSong: number) => {
  const usedTitles = new Set(draft.songs.slice(firstSong).map((song) => song.title))
  const unnamed = { artist, album: undefined, position: 0, genre }
  if (chance.chance(0.15)) addSong(draft, chance, { ...unnamed, title: newTitle(draft, chance, usedTitles) })
  if (chance.chance(0.1)) addSong(draft, chance, { ...unnamed, title: draft.songs[firstSong + 1]!.title })
}

const addSong = (
  draft: Draft,
  chance: Dice,
  song: Pick<Song, "artist" | "album" | "title" | "position"> & { readonly genre: Genre }
) => {
  const index = draft.songs.length
  const maxSeconds = song.genre === spokenGenre ? 2_700 : 840
  draft.songs.push({
    index,
    artist: song.artist,
    album: song.album,
    title: song.title,
    mbid: chance.chance(0.45) ? "" : uuid(draft.seed, "song", index),
    seconds: Math.round(Math.min(maxSeconds, Math.max(62, song.genre.seconds * Math.exp(chance.normal() * 0.24)))),
    position: song.position
  })
}
