import { Effect } from "effect"
import type { Persona } from "../persona/Persona.js"
import type { Timeline } from "../persona/Timeline.js"
import { once } from "./memo.js"
import { foreignSong, type Scrobble, type ScrobbledSong, scrobbledSong } from "./Scrobble.js"
import type { SimulatedClock } from "./SimulatedClock.js"

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
  readonly persona: Persona
  readonly clock: SimulatedClock
  readonly life: (from: number, to: number) => Timeline
}): ListeningHistory => {
  const { clock, life, persona } = options
  const { intern, song } = makeSongs(persona)
  let until = Math.floor(persona.endsAt / 1_000)
  let told: Timeline | undefined
  let playing: number | "nothing" | "life" = clock.isLive ? "life" : "nothing"

  const view = Effect.map(clock.now, (millis): HistoryView => {
    const now = Math.floor(millis / 1_000)
    const plays = (told ??= life(0, until + 1))
    if (now > until) {
      const more = life(until + 1, now + 1)
      for (let index = 0; index < more.length; index++) plays.add(more.at(index), more.song(index))
      until = now
    }
    const visible = plays.before(now + 1)
    if (playing !== "life") return { plays, visible, nowPlaying: playing === "nothing" ? undefined : playing }
    const newest = visible - 1
    const isOver = newest < 0 || plays.at(newest) + song(plays.song(newest)).seconds <= now
    return isOver ? { plays, visible, nowPlaying: undefined } : { plays, visible: newest, nowPlaying: plays.song(newest) }
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
      Effect.map(chosen(which), ([plays, found]) => found.map((index) => ({ at: plays.at(index), ...song(plays.song(index)) }))),
    addPlay: (play) => Effect.map(view, ({ plays }) => plays.add(play.at, intern(play))),
    removePlays: (which) =>
      Effect.map(chosen(which), ([plays, found]) => {
        for (const index of found.toReversed()) plays.remove(index)
        return found.length
      }),
    editPlays: (which, names) =>
      Effect.map(chosen(which), ([plays, found]) => {
        for (const index of found) plays.rename(index, intern({ ...song(plays.song(index)), ...names }))
        return found.length
      })
  }
}

const indexes = ({ plays, visible }: HistoryView, song: Account["song"], which: PlaySelector): ReadonlyArray<number> => {
  const from = Math.max(0, plays.before(which.at ?? which.from ?? 0))
  const to = which.at !== undefined ? plays.before(which.at + 1) : which.to !== undefined ? plays.before(which.to) : visible
  const found: Array<number> = []
  for (let index = from; index < Math.min(to, visible); index++) {
    const { artist, track } = song(plays.song(index))
    if ((which.artist ?? artist) === artist && (which.track ?? track) === track) found.push(index)
  }
  return found
}

/** Songs by index: those of the catalogue first, then those that mutations named. */
const makeSongs = (persona: Persona) => {
  const catalogue = once(() => persona.listening.catalogue)
  const known = new Map<number, ScrobbledSong>()
  const foreign: Array<ScrobbledSong> = []
  let byNames: Map<string, number> | undefined
  const song = (index: number): ScrobbledSong => {
    if (index >= catalogue().songs.length) return foreign[index - catalogue().songs.length]!
    const found = known.get(index) ?? scrobbledSong(catalogue(), catalogue().songs[index]!)
    known.set(index, found)
    return found
  }
  const key = (names: SongNames) => [names.artist, names.track, names.album ?? ""].join("\n")
  const intern = (names: SongNames): number => {
    byNames ??= new Map(catalogue().songs.map((_, index) => [key(scrobbledSong(catalogue(), catalogue().songs[index]!)), index]))
    const index = byNames.get(key(names))
    if (index !== undefined) return index
    foreign.push(foreignSong({ artist: names.artist, track: names.track, album: names.album ?? "" }))
    const added = catalogue().songs.length + foreign.length - 1
    byNames.set(key(names), added)
    return added
  }
  return { song, intern }
}
