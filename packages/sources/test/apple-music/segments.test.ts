import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { makeArtistLookup } from "../../src/apple-music/artists.js"
import { counts, listensOf, makeSegments, type Segment } from "../../src/apple-music/segments.js"

const noon = Date.parse("2025-01-15T12:00:00Z")

const segments = fc.array(
  fc
    .record({
      device: fc.nat({ max: 1 }),
      song: fc.nat({ max: 2 }),
      at: fc.integer({ min: 0, max: 10_000 }),
      seconds: fc.integer({ min: 1, max: 400 }),
      length: fc.constantFrom(null, 200_000, 300_000),
      from: fc.constantFrom(null, 0, 60_000, 120_000),
      isPaused: fc.boolean()
    })
    .map(({ at, from, seconds, ...rest }): Segment => ({
      ...rest,
      from,
      startedAt: noon + at * 1_000,
      endedAt: noon + (at + seconds) * 1_000,
      playTime: seconds * 1_000,
      to: from === null ? null : from + seconds * 1_000
    })),
  { maxLength: 40 }
)

const sortedOf = async (all: ReadonlyArray<Segment>) => {
  const collected = makeSegments()
  all.forEach(collected.add)
  return [...(await Effect.runPromise(collected.sorted))]
}
const joined = async (all: ReadonlyArray<Segment>) => [...listensOf(await sortedOf(all))]
const keyOf = ({ device, song, startedAt }: Segment) => `${device} ${song} ${startedAt}`

describe("the stretches of listens", () => {
  it("come back from memory as they were, by device, song and time", async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (all) => {
        const sorted = await sortedOf(all)
        const texts = (of: ReadonlyArray<Segment>) => of.map((one) => JSON.stringify(Object.entries(one).sort())).sort()
        expect(texts(sorted)).toStrictEqual(texts(all))
        const keys = sorted.map(({ device, song, startedAt }) => [device, song, startedAt])
        expect(keys).toStrictEqual(
          [...keys].sort(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => a - x || b - y || c - z)
        )
      })
    )
  })

  it("join in any order, and twice, to the same listens; nothing heard is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        segments.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }))
        ),
        async ([all, shuffled]) => {
          const listens = await joined(all)
          expect(await joined(shuffled)).toStrictEqual(listens)
          // Of several rows with one start the shortest counts.
          const playTime = new Map<string, number>()
          for (const one of all) playTime.set(keyOf(one), Math.min(one.playTime, playTime.get(keyOf(one)) ?? Infinity))
          const shortest = [...playTime.values()].reduce((sum, one) => sum + one, 0)
          expect(listens.reduce((sum, one) => sum + one.playTime, 0)).toBe(shortest)
          for (const { song, startedAt } of listens)
            expect(all.some((one) => one.song === song && one.startedAt === startedAt)).toBe(true)
        }
      )
    )
  })

  it("are never joined without a pause", async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (all) => {
        const whole = all.map((one) => ({ ...one, isPaused: false }))
        expect(await joined(whole)).toHaveLength(new Set(all.map(keyOf)).size)
      })
    )
  })

  it("count from 30 seconds, and half the song or four minutes", () => {
    fc.assert(
      fc.property(fc.nat({ max: 600_000 }), fc.option(fc.integer({ min: 1, max: 600_000 })), (playTime, length) => {
        const expected = playTime >= 30_000 && (length === null || playTime >= length / 2 || playTime >= 240_000)
        expect(counts({ playTime, length })).toBe(expected)
      })
    )
  })
})

describe("the artist of a title", () => {
  const name = fc.constantFrom("Hollow Lanterns", "Velmora - Tide", "Oskeln")
  const title = fc.constantFrom("Ferry Song", "Northbound - Live", "Tide - Northbound - Live")

  it("is one that a list has, and never one of two", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, title, fc.nat({ max: 6 })), { maxLength: 12 }),
        title,
        fc.nat({ max: 6 }),
        (rows, isMember, day) => {
          const lookup = makeArtistLookup()
          for (const [artist, title, day] of rows) lookup.addDaily(`${artist} - ${title}`, day)
          const fitting = new Set(
            rows.flatMap(([artist, title, other]) => {
              const text = `${artist} - ${title}`
              return Math.abs(other - day) <= 1 && text.endsWith(` - ${isMember}`)
                ? [text.slice(0, -isMember.length - 3)]
                : []
            })
          )
          expect(lookup.of(isMember, "", day)).toBe(fitting.size === 1 ? [...fitting][0] : null)
        }
      )
    )
  })
})
