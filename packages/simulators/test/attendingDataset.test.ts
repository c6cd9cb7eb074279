import { makeSampleOwner, ownClub, type Outing, type SampleOwnerOptions } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { birthday } from "./asking.js"

const day = 86_400_000

const life = (options: Partial<SampleOwnerOptions> = {}) => makeSampleOwner({ endsAt: birthday, ...options })

const outingsOf = (options: Partial<SampleOwnerOptions> = {}, at = birthday) =>
  Effect.map(life(options), ({ attending }) => attending.knownAt(at))

const textOf = (outings: ReadonlyArray<Outing>) => outings.map((one) => JSON.stringify(one))

describe("what the person goes to", () => {
  it.effect("is the same for the same seed and another for another, wherever home is", () =>
    Effect.gen(function* () {
      const first = textOf(yield* outingsOf())
      expect(textOf(yield* outingsOf())).toEqual(first)
      expect(textOf(yield* outingsOf({ zone: "Asia/Kolkata" }))).toEqual(first)
      expect(textOf(yield* outingsOf({ seed: "somebody else" }))).not.toEqual(first)
    })
  )

  it.effect("told later only has more of it", () =>
    Effect.gen(function* () {
      const later = new Set(textOf(yield* outingsOf({ endsAt: birthday + 90 * day }, birthday + 90 * day)))
      expect(textOf(yield* outingsOf()).filter((one) => !later.has(one))).toEqual([])
      expect(later.size).toBeGreaterThan((yield* outingsOf()).length)
    })
  )

  it.effect("has the cases that a reader of such data must survive", () =>
    Effect.gen(function* () {
      const outings = yield* outingsOf()
      const has = (fits: (one: Outing) => boolean) => outings.filter(fits).length
      expect(outings.length).toBeGreaterThan(60)
      expect(has(({ at }) => at > birthday)).toBeGreaterThan(1)
      expect(new Set(outings.map(({ kind }) => kind)).size).toBe(10)
      expect(has(({ moved }) => moved !== null)).toBeGreaterThan(1)
      expect(has(({ fixture }) => fixture?.isDoubleheader === true && fixture.postponedFrom === null)).toBeGreaterThan(
        0
      )
      expect(has(({ goes, purchases }) => !goes && purchases.length > 0)).toBeGreaterThan(3)
      expect(has(({ cancelledAt }) => cancelledAt !== null)).toBe(1)
      expect(has(({ lastDate }) => lastDate !== null)).toBe(1)
      expect(has(({ purchases }) => purchases.length > 1)).toBeGreaterThan(1)
      expect(has(({ inCalendar }) => !inCalendar)).toBeGreaterThan(3)
      const bills = outings.map(({ date, kind, place }) => `${date} ${place.name} ${kind}`)
      expect(bills.filter((bill, index) => bill.endsWith("concert") && bills.indexOf(bill) !== index)).toHaveLength(1)
    })
  )

  it.effect("concerts are by artists who are heard, games are at home, times are those of the place", () =>
    Effect.gen(function* () {
      const sampleOwner = yield* life()
      const plays = sampleOwner.listening.between(0, Math.floor(birthday / 1_000))
      const { artists, songs } = sampleOwner.listening.catalogue
      const playedArtists = new Set(
        Array.from({ length: plays.length }, (_, index) => artists[songs[plays.song(index)]!.artist]!.name)
      )
      for (const { at, date, fixture, kind, performers, place, time } of sampleOwner.attending.knownAt(birthday)) {
        if (kind === "concert") expect(playedArtists).toContain(performers[0]!.name)
        if (fixture !== null) expect(fixture.home.id).toBe(ownClub(fixture.league).id)
        if (time === null) continue
        const formatted = new Intl.DateTimeFormat("sv-SE", {
          timeZone: place.zone,
          dateStyle: "short",
          timeStyle: "short"
        }).format(at)
        expect(formatted).toBe(`${date} ${time}`)
      }
    })
  )
})
