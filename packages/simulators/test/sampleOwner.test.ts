import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import {
  makeSampleOwner,
  type SampleOwner,
  type SampleOwnerOptions,
  type Size,
  type Timeline
} from "@daybook/simulators"
import { birthday } from "./asking.js"

const day = 86_400_000

const life = (options: Partial<SampleOwnerOptions> = {}) => makeSampleOwner({ endsAt: birthday, ...options })

const playsOf = (sampleOwner: SampleOwner, from = 0, to = Math.floor(sampleOwner.endsAt / 1_000)): Timeline =>
  sampleOwner.listening.between(from, to)

const textOf = (plays: Timeline, from = 0, to = plays.length) =>
  Array.from({ length: to - from }, (_, index) => `${plays.at(from + index)}:${plays.song(from + index)}`).join(" ")

const localText = (sampleOwner: SampleOwner, seconds: number) =>
  new Date(seconds * 1_000 + sampleOwner.calendar.offsetAt(seconds * 1_000)).toISOString().slice(0, 19)

describe("the person's listening", () => {
  it.effect("is the same for the same seed and another for another", () =>
    Effect.gen(function* () {
      const first = textOf(playsOf(yield* life()))
      expect(textOf(playsOf(yield* life()))).toBe(first)
      expect(textOf(playsOf(yield* life({ seed: "somebody else" })))).not.toBe(first)
    })
  )

  it.effect("told tomorrow only has more at its end", () =>
    Effect.gen(function* () {
      const today = playsOf(yield* life())
      const later = playsOf(yield* life({ endsAt: birthday + 40 * day }))
      expect(later.length).toBeGreaterThan(today.length + 300)
      expect(textOf(later, 0, today.length)).toBe(textOf(today))
    })
  )

  it.effect("holds the same plays in a range, however the range is reached", () =>
    Effect.gen(function* () {
      const sampleOwner = yield* life()
      const whole = playsOf(sampleOwner)
      const start = Math.floor(sampleOwner.startsAt / 1_000)
      const instants = fc.integer({ min: start - 86_400, max: birthday / 1_000 })
      fc.assert(
        fc.property(instants, instants, (a, b) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)]
          expect(textOf(sampleOwner.listening.between(from, to))).toBe(
            textOf(whole, whole.before(from), whole.before(to))
          )
        }),
        { numRuns: 12 }
      )
    })
  )

  const sizes: ReadonlyArray<readonly [Size, number]> = [
    ["small", 20_000],
    ["life", 250_000],
    ["large", 1_500_000]
  ]
  it.effect.each(sizes)("%s holds its plays when it is as old as it should be, in order, none twice", ([size, count]) =>
    Effect.gen(function* () {
      const sampleOwner = yield* life({ size, endsAt: birthday + 4 * 3_600_000 })
      const plays = playsOf(sampleOwner)
      expect(plays.length).toBe(count)
      let twice = 0
      let shared = 0
      let disorder = 0
      for (let index = 1; index < plays.length; index++) {
        if (plays.at(index) < plays.at(index - 1)) disorder++
        if (plays.at(index) === plays.at(index - 1)) shared++
        for (let other = index - 1; other >= 0 && plays.at(other) === plays.at(index); other--) {
          if (plays.song(other) === plays.song(index)) twice++
        }
      }
      expect({ disorder, twice }).toEqual({ disorder: 0, twice: 0 })
      expect(shared).toBeGreaterThan(count / 500)
      expect(shared).toBeLessThan(count / 20)
    })
  )

  it.effect("spreads over artists as Zipf says: the tenth is heard about a tenth of the first", () =>
    Effect.gen(function* () {
      const sampleOwner = yield* life({ size: "life" })
      const plays = playsOf(sampleOwner)
      const counts = new Map<number, number>()
      for (let index = 0; index < plays.length; index++) {
        const artist = sampleOwner.listening.catalogue.songs[plays.song(index)]!.artist
        counts.set(artist, (counts.get(artist) ?? 0) + 1)
      }
      const ranked = [...counts.values()].sort((a, b) => b - a)
      const slope = Math.log(ranked[199]! / ranked[4]!) / Math.log(200 / 5)
      expect(slope).toBeLessThan(-0.8)
      expect(slope).toBeGreaterThan(-1.4)
      expect(ranked.length).toBeGreaterThan(1_500)
    })
  )

  it.effect("has silent days, weekends unlike weekdays, and sleeps", () =>
    Effect.gen(function* () {
      const sampleOwner = yield* life()
      const plays = playsOf(sampleOwner)
      const days = new Set<string>()
      const hours = new Array<number>(24).fill(0)
      for (let index = 0; index < plays.length; index++) {
        const local = localText(sampleOwner, plays.at(index))
        days.add(local.slice(0, 10))
        hours[Number(local.slice(11, 13))]!++
      }
      expect(days.size).toBeGreaterThan(3 * 365 * 0.88)
      expect(days.size).toBeLessThan(3 * 365 - 15)
      expect(Math.max(...hours.slice(3, 5))).toBeLessThan(hours[20]! / 5)
    })
  )

  const zones = ["America/Los_Angeles", "Pacific/Auckland", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"]
  it.effect.each(zones)(
    "lives in %s: plays at the turn of the year, on 29 February and around changes of the clocks",
    (zone) =>
      Effect.gen(function* () {
        const sampleOwner = yield* life({ zone })
        const plays = playsOf(sampleOwner)
        const local = Array.from({ length: plays.length }, (_, index) => localText(sampleOwner, plays.at(index)))
        for (const year of [2024, 2025, 2026]) {
          expect(local).toContain(`${year - 1}-12-31T23:59:59`)
          expect(local).toContain(`${year}-01-01T00:00:00`)
        }
        expect(local.some((text) => text.startsWith("2024-02-29"))).toBe(true)
        for (const change of clockChanges(sampleOwner)) {
          for (const at of [change - 1, change, change + 1_800]) expect(plays.before(at + 1) - plays.before(at)).toBe(1)
        }
      })
  )

  it.effect("fails on a zone that is none", () =>
    Effect.gen(function* () {
      expect((yield* Effect.flip(life({ zone: "Mars/Olympus" }))).message).toContain("Mars/Olympus")
    })
  )
})

/** Seconds at which the offset of the person's zone changes, during the small life. */
const clockChanges = ({ calendar, endsAt, startsAt }: SampleOwner): ReadonlyArray<number> => {
  const changes: Array<number> = []
  for (let hour = startsAt + 3_600_000; hour < endsAt; hour += 900_000) {
    if (calendar.offsetAt(hour) !== calendar.offsetAt(hour - 900_000)) changes.push(hour / 1_000)
  }
  return changes
}

describe("the catalogue", () => {
  it.effect("names each song once: artist, album and title together", () =>
    Effect.gen(function* () {
      const { catalogue } = (yield* life({ size: "large" })).listening
      const names = catalogue.songs.map((song) => `${song.artist}/${song.album ?? ""}/${song.title}`)
      expect(new Set(names).size).toBe(names.length)
      expect(new Set(catalogue.artists.map((artist) => artist.name.toLowerCase())).size).toBe(catalogue.artists.length)
    })
  )

  it.effect("has the cases that a reader must survive, and they are heard", () =>
    Effect.gen(function* () {
      const sampleOwner = yield* life()
      const { albums, artists, songs } = sampleOwner.listening.catalogue
      const plays = playsOf(sampleOwner)
      const playedSongs = new Set(Array.from({ length: plays.length }, (_, index) => plays.song(index)))
      const isPlayed = (fits: (song: (typeof songs)[number]) => boolean) =>
        songs.some((song) => playedSongs.has(song.index) && fits(song))
      const nameOf = (artist: number) => artists[artist]!.name
      expect(isPlayed((song) => /[^\p{ASCII}]/u.test(nameOf(song.artist)))).toBe(true)
      expect(isPlayed((song) => nameOf(song.artist).includes(" & "))).toBe(true)
      expect(isPlayed((song) => song.title.includes("(feat. "))).toBe(true)
      expect(isPlayed((song) => song.album === undefined)).toBe(true)
      expect(isPlayed((song) => song.album !== undefined && albums[song.album]!.title === nameOf(song.artist))).toBe(
        true
      )
      expect(isPlayed((song) => artists[song.artist]!.kind === "holiday")).toBe(true)
      expect(isPlayed((song) => artists[song.artist]!.kind === "audiobook")).toBe(true)
      const northbound = songs.filter((song) => song.title === "Northbound" && playedSongs.has(song.index))
      expect(new Set(northbound.map((song) => song.artist)).size).toBeGreaterThanOrEqual(2)
      expect(songs.some((song) => song.mbid === "") && songs.some((song) => song.mbid !== "")).toBe(true)
    })
  )

  it.effect("plays carols in Advent only", () =>
    Effect.gen(function* () {
      const sampleOwner = yield* life()
      const { artists, songs } = sampleOwner.listening.catalogue
      const plays = playsOf(sampleOwner)
      const days = Array.from({ length: plays.length }, (_, index) => index)
        .filter((index) => artists[songs[plays.song(index)]!.artist]!.kind === "holiday")
        .map((index) => localText(sampleOwner, plays.at(index)).slice(5, 10))
      expect(days.length).toBeGreaterThan(50)
      expect(days.filter((date) => date < "11-27" || date > "12-27")).toEqual([])
    })
  )
})
