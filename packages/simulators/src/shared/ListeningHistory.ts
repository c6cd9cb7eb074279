import { Effect } from "effect"
import { once } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { Timeline } from "../sampleOwner/Timeline.js"
import { foreignSong, type Scrobble, type ScrobbledSong, scrobbledSong } from "./Scrobble.js"
import type { SimulatedClock } from "./Simulator.js"

/** Which plays of an account are meant: those that fit everything given. Times are unix seconds. */
export interface PlaySelector {
  readonly at?: number
  /** Inclusive. */
  readonly from?: number
  /** Exclusive. */
  readonly to?: number
  readonly artist?: string
  readonly track?: string
}

export interface SongNames {
  readonly artist: string
  readonly track: string
  readonly album?: string
}

/** What its owner, or a late phone, does to an account on the provider's site. */
export interface HistoryControl {
  /** The visible plays that fit, oldest first. */
  readonly plays: (which?: PlaySelector) => Effect.Effect<ReadonlyArray<Scrobble>>
  /** A play that comes in late when `at` lies in the past. */
  readonly addPlay: (play: SongNames & { readonly at: number }) => Effect.Effect<void>
  /** Answers how many plays are gone. */
  readonly removePlays: (which: PlaySelector) => Effect.Effect<number>
  /** Renames plays and keeps their time. Answers how many. */
  readonly editPlays: (which: PlaySelector, names: Partial<SongNames>) => Effect.Effect<number>
  /** What plays now: a song, nothing, or what the person's life says (`"life"`). */
  readonly setNowPlaying: (song: SongNames | "nothing" | "life") => Effect.Effect<void>
}

/** The account at one moment. Only the first `visible` plays exist yet. */
export interface HistoryView {
  readonly plays: Timeline
  readonly visible: number
  /** Index of the song that is playing. */
  readonly nowPlaying: number | undefined
}

export interface ListeningHistory {
  readonly view: Effect.Effect<HistoryView>
  readonly song: (index: number) => ScrobbledSong
  readonly control: HistoryControl
}

/**
 * An account that follows the person's life: `life` tells the plays of a range of unix seconds. The account grows when
 * the clock moves on and shows less when it is set back. In a live world a song is playing until it is over, and only
 * then a scrobble.
 */
export const makeListeningHistory = (options: {
  readonly sampleOwner: SampleOwner
  readonly clock: SimulatedClock
  readonly life: (from: number, to: number) => Timeline
}): ListeningHistory => {
  const { clock, life, sampleOwner } = options
  const { intern, song } = makeSongs(sampleOwner)
  let until = Math.floor(sampleOwner.endsAt / 1_000)
  let timeline: Timeline | undefined
  let playing: number | "nothing" | "life" = clock.isLive ? "life" : "nothing"

  const view = Effect.map(clock.now, (millis): HistoryView => {
    const now = Math.floor(millis / 1_000)
    const plays = (timeline ??= life(0, until + 1))
    if (now > until) {
      const more = life(until + 1, now + 1)
      for (let index = 0; index < more.length; index++) plays.add(more.at(index), more.song(index))
      until = now
    }
    const visible = plays.before(now + 1)
    if (playing !== "life") return { plays, visible, nowPlaying: playing === "nothing" ? undefined : playing }
    const newest = visible - 1
    const isOver = newest < 0 || plays.at(newest) + song(plays.song(newest)).seconds <= now
    return isOver
      ? { plays, visible, nowPlaying: undefined }
      : { plays, visible: newest, nowPlaying: plays.song(newest) }
  })
  const setNowPlaying: HistoryControl["setNowPlaying"] = (next) =>
    Effect.sync(() => void (playing = typeof next === "string" ? next : intern(next)))
  return { view, song, control: { ...mutations({ view, song, intern }), setNowPlaying } }
}

interface Account {
  readonly view: Effect.Effect<HistoryView>
  readonly song: (index: number) => ScrobbledSong
  readonly intern: (names: SongNames) => number
}

const mutations = ({ intern, song, view }: Account): Omit<HistoryControl, "setNowPlaying"> => {
  const chosen = (which: PlaySelector) => Effect.map(view, (now) => [now.plays, indexes(now, song, which)] as const)
  return {
    plays: (which = {}) =>
      Effect.map(chosen(which), ([plays, matches]) =>
        matches.map((index) => ({ at: plays.at(index), ...song(plays.song(index)) }))
      ),
    addPlay: (play) => Effect.map(view, ({ plays }) => plays.add(play.at, intern(play))),
    removePlays: (which) =>
      Effect.map(chosen(which), ([plays, matches]) => {
        for (const index of matches.toReversed()) plays.remove(index)
        return matches.length
      }),
    editPlays: (which, names) =>
      Effect.map(chosen(which), ([plays, matches]) => {
        for (const index of matches) plays.rename(index, intern({ ...song(plays.song(index)), ...names }))
        return matches.length
      })
  }
}

const indexes = (
  { plays, visible }: HistoryView,
  song: Account["song"],
  which: PlaySelector
): ReadonlyArray<number> => {
  const from = Math.max(0, plays.before(which.at ?? which.from ?? 0))
  const to =
    which.at !== undefined ? plays.before(which.at + 1) : which.to !== undefined ? plays.before(which.to) : visible
  const matches: Array<number> = []
  for (let index = from; index < Math.min(to, visible); index++) {
    const { artist, track } = song(plays.song(index))
    if ((which.artist ?? artist) === artist && (which.track ?? track) === track) matches.push(index)
  }
  return matches
}

/** Songs by index: those of the catalogue first, then those that mutations named. */
const makeSongs = (sampleOwner: SampleOwner) => {
  const catalogue = once(() => sampleOwner.listening.catalogue)
  const songs = new Map<number, ScrobbledSong>()
  const foreign: Array<ScrobbledSong> = []
  let byNames: Map<string, number> | undefined
  const song = (index: number): ScrobbledSong => {
    if (index >= catalogue().songs.length) return foreign[index - catalogue().songs.length]!
    const matches = songs.get(index) ?? scrobbledSong(catalogue(), catalogue().songs[index]!)
    songs.set(index, matches)
    return matches
  }
  const key = (names: SongNames) => [names.artist, names.track, names.album ?? ""].join("\n")
  const intern = (names: SongNames): number => {
    byNames ??= new Map(
      catalogue().songs.map((_, index) => [key(scrobbledSong(catalogue(), catalogue().songs[index]!)), index])
    )
    const index = byNames.get(key(names))
    if (index !== undefined) return index
    foreign.push(foreignSong({ artist: names.artist, track: names.track, album: names.album ?? "" }))
    const added = catalogue().songs.length + foreign.length - 1
    byNames.set(key(names), added)
    return added
  }
  return { song, intern }
}

/** A growing body. Copying ready bytes is several times faster than joining texts and encoding the whole. */
interface ByteWriter {
  /** For text without letters beyond ASCII. */
  readonly ascii: (text: string) => void
  readonly bytes: (bytes: Uint8Array) => void
  /** What was written; nothing may be written after. */
  readonly done: () => Uint8Array
}

export const makeByteWriter = (capacity: number): ByteWriter => {
  let buffer = Buffer.allocUnsafe(Math.max(256, capacity))
  let length = 0
  const reserve = (more: number) => {
    if (length + more <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + more))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  return {
    ascii: (text) => {
      reserve(text.length)
      length += buffer.write(text, length, "latin1")
    },
    bytes: (bytes) => {
      reserve(bytes.length)
      buffer.set(bytes, length)
      length += bytes.length
    },
    done: () => buffer.subarray(0, length)
  }
}
