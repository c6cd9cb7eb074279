import { describe, expect, it } from "@effect/vitest"
import { bioText } from "../../src/lastfm/enrichment.js"
import { genreOf } from "../../src/lastfm/genres.js"
import { Effect, Exit, TestClock } from "effect"
import { Fault, lastfmFault } from "@daybook/simulators"
import { makeCatalogue, target } from "../support/catalogue.js"
import { inTime } from "../support/inTime.js"
import { today, world } from "../support/world.js"

const day = 86_400_000

const set = Effect.gen(function* () {
  yield* TestClock.setTime(today)
  const fixture = yield* world("lastfm")
  const plays = yield* fixture.simulators.lastfm.control.plays()
  const names = [...new Set(plays.map(({ artist }) => artist))]
  return { ...fixture, names, control: fixture.simulators.lastfm.control }
})

describe("Last.fm's data about artists", () => {
  it.effect("is fetched for all due artists, and again after three months", () =>
    Effect.gen(function* () {
      const { control, names, source } = yield* set
      const catalogue = makeCatalogue(names.slice(0, 50).map((name, id) => target({ id, name })))
      const steps = yield* catalogue.drain(source, "lastfm-tags")
      expect(steps.reduce((sum, { done }) => sum + done, 0)).toBe(50)
      expect(steps.at(-1)?.left).toBe(0)
      expect(steps[0]?.left).toBe(49)
      const hits = [...catalogue.outcomes.values()].filter((one) => one.isFound)
      expect(hits.length).toBeGreaterThan(40)
      expect(catalogue.tags.size).toBeGreaterThan(40)
      for (const { isFound, until } of catalogue.outcomes.values())
        expect(until).toBe(today + (isFound ? 90 : 30) * day)
      yield* control.requests.clear
      expect(yield* catalogue.drain(source, "lastfm-tags")).toStrictEqual([])
      expect(yield* control.requests.count).toBe(0)
    })
  )

  it.effect("includes the account's registration date, fetched once a month", () =>
    Effect.gen(function* () {
      const { control, source } = yield* set
      const catalogue = makeCatalogue([])
      yield* control.requests.clear
      yield* catalogue.drain(source, "lastfm-account")
      const account = catalogue.accounts.get("lastfm")
      expect(account?.until).toBe(today + 30 * day)
      const registeredAt = account?.registeredAt ?? 0
      expect(registeredAt > Date.UTC(2000, 0, 1) && registeredAt < today).toBe(true)
      expect(yield* catalogue.drain(source, "lastfm-account")).toStrictEqual([])
      expect(yield* control.requests.count).toBe(1)
    })
  )

  it.effect("includes biography, plays and similar artists", () =>
    Effect.gen(function* () {
      const { names, source } = yield* set
      const catalogue = makeCatalogue(names.slice(0, 10).map((name, id) => target({ id, name })))
      yield* catalogue.drain(source, "lastfm-bios")
      yield* catalogue.drain(source, "lastfm-similar")
      const bios = [...catalogue.bios.values()]
      expect(bios.filter(({ summary }) => summary !== null).length).toBeGreaterThan(4)
      for (const bio of bios) {
        expect(`${bio.summary ?? ""}${bio.content ?? ""}`).not.toMatch(/<|Read more|Creative Commons|&amp;/)
        expect(bio.at).toBe(today)
      }
      expect(bios.some(({ plays }) => plays !== null && plays > 0)).toBe(true)
      for (const similar of catalogue.similar.values()) {
        expect(similar).not.toHaveLength(0)
        for (const { match } of similar) expect(match > 0 && match <= 1).toBe(true)
      }
    })
  )

  it.effect("is requested by name, and by identifier only if the name is unknown", () =>
    Effect.gen(function* () {
      const { control, names, source } = yield* set
      const plays = yield* control.plays({ artist: names[0]! })
      const mbid = plays[0]!.artistMbid
      const catalogue = makeCatalogue([
        target({ id: 1, name: names[0]!, mbid: "00000000-0000-4000-8000-000000000000" }),
        target({ id: 2, name: "Nobody Of This Name", mbid })
      ])
      yield* control.requests.clear
      yield* catalogue.drain(source, "lastfm-tags")
      const requested = (yield* control.requests.all).map(({ params }) => params["artist"] ?? params["mbid"])
      expect(requested).toStrictEqual([names[0], "Nobody Of This Name", mbid])
    })
  )

  it.effect("is requested by the identifier alone if the owner gave it", () =>
    Effect.gen(function* () {
      const { control, names, source } = yield* set
      const mbid = (yield* control.plays({ artist: names[0]! }))[0]!.artistMbid
      const catalogue = makeCatalogue([target({ id: 1, name: names[1]!, mbid, isIdentified: true })])
      yield* control.requests.clear
      for (const task of ["lastfm-tags", "lastfm-bios", "lastfm-similar"]) yield* catalogue.drain(source, task)
      const requested = (yield* control.requests.all).map(({ params }) => [params["artist"], params["mbid"]])
      expect(requested).toStrictEqual(Array.from({ length: 3 }, () => [undefined, mbid]))
    })
  )

  it.effect("is requested after longer waits each time it is missing", () =>
    Effect.gen(function* () {
      const { source } = yield* set
      const catalogue = makeCatalogue(
        [0, 1, 2, 9].map((attempts, id) => target({ id, name: `Nobody ${id}`, attempts }))
      )
      yield* catalogue.drain(source, "lastfm-similar")
      expect([...catalogue.outcomes.values()]).toStrictEqual(
        [30, 60, 120, 480].map((days) => ({ until: today + days * day, isFound: false }))
      )
    })
  )

  it.effect("stays due when Last.fm fails", () =>
    Effect.gen(function* () {
      const { control, names, source } = yield* set
      const catalogue = makeCatalogue(names.slice(0, 30).map((name, id) => target({ id, name })))
      yield* control.faults.next(...Array.from({ length: 5 }, () => Fault.Slow({ for: 0 })), lastfmFault(10))
      const { exit } = yield* inTime(catalogue.drain(source, "lastfm-tags"))
      expect(Exit.isFailure(exit)).toBe(true)
      expect(catalogue.outcomes.size).toBe(5)
      yield* catalogue.drain(source, "lastfm-tags")
      expect(catalogue.outcomes.size).toBe(30)
    })
  )
})

describe("a biography", () => {
  it("is plain text without link and licence", () => {
    const link = '<a href="https://www.last.fm/music/X">Read more on Last.fm</a>'
    expect(bioText(` Formed in 1999 &amp; gone &#x2014; or &#39;gone&#39;. ${link}`)).toBe(
      "Formed in 1999 & gone — or 'gone'."
    )
    expect(
      bioText(
        `One.\r\n\r\n\r\nTwo<br/>three <b>four</b>. ${link}. User-contributed text is available under the Creative Commons By-SA License; additional terms may apply.`
      )
    ).toBe("One.\n\nTwo\nthree four.")
    expect(bioText(link)).toBeNull()
    expect(bioText("")).toBeNull()
    expect(bioText(undefined)).toBeNull()
    expect(bioText("a &lt; b &unknown; &#0; 1 < 2")).toBe("a < b &unknown; \uFFFD 1 < 2")
  })
})

describe("a genre", () => {
  it("is the first tag that names one, in canonical spelling", () => {
    expect(genreOf(["seen live", "favourites", "Hip Hop", "rock"])).toBe("hip-hop")
    expect(genreOf(["Drum & Bass"])).toBe("drum and bass")
    expect(genreOf(["RnB"])).toBe("r&b")
    expect(genreOf(["rock n roll"])).toBe("rock and roll")
    for (const genre of ["rock", "electronic", "jazz", "folk", "hip-hop", "classical", "metal", "ambient"])
      expect(genreOf([genre])).toBe(genre)
    for (const tag of ["seen live", "favourites", "awesome", "2023", "female vocalists", "albums I own", "", "!!!"])
      expect(genreOf([tag])).toBeNull()
  })
})
