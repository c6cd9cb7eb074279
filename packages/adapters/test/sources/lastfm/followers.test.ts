import { assert, describe, it } from "@effect/vitest"
import { bioText } from "../../../src/sources/lastfm/bio.js"
import { genreOf } from "../../../src/sources/lastfm/genres.js"
import { Effect, Exit, TestClock } from "effect"
import { Fault, lastfmFault } from "../../../src/simulators/index.js"
import { makeCatalogue, wanted } from "../support/catalogue.js"
import { inTime } from "../support/inTime.js"
import { today, world } from "../support/world.js"

const day = 86_400_000

const set = Effect.gen(function*() {
  yield* TestClock.setTime(today)
  const made = yield* world("lastfm")
  const plays = yield* made.simulators.lastfm.control.plays()
  const names = [...new Set(plays.map(({ artist }) => artist))]
  return { ...made, names, control: made.simulators.lastfm.control }
})

describe("what Last.fm knows of artists", () => {
  it.effect("is fetched for all that is due, and not again for three months", () =>
    Effect.gen(function*() {
      const { control, names, source } = yield* set
      const catalogue = makeCatalogue(names.slice(0, 50).map((name, id) => wanted({ id, name })))
      const steps = yield* catalogue.drain(source, "lastfm-tags")
      assert.strictEqual(steps.reduce((sum, { done }) => sum + done, 0), 50)
      assert.strictEqual(steps.at(-1)?.left, 0)
      assert.strictEqual(steps[0]?.left, 49)
      const found = [...catalogue.settled.values()].filter((one) => one.found)
      assert.isAbove(found.length, 40)
      assert.isAbove(catalogue.tags.size, 40)
      for (const { found, until } of catalogue.settled.values()) assert.strictEqual(until, today + (found ? 90 : 30) * day)
      yield* control.requests.clear
      assert.deepStrictEqual(yield* catalogue.drain(source, "lastfm-tags"), [])
      assert.strictEqual(yield* control.requests.count, 0)
    }))

  it.effect("is when the account was opened, asked for once a month", () =>
    Effect.gen(function*() {
      const { control, source } = yield* set
      const catalogue = makeCatalogue([])
      yield* control.requests.clear
      yield* catalogue.drain(source, "lastfm-account")
      const kept = catalogue.accounts.get("lastfm")
      assert.strictEqual(kept?.until, today + 30 * day)
      const registeredAt = kept?.registeredAt ?? 0
      assert.isTrue(registeredAt > Date.UTC(2000, 0, 1) && registeredAt < today)
      assert.deepStrictEqual(yield* catalogue.drain(source, "lastfm-account"), [])
      assert.strictEqual(yield* control.requests.count, 1)
    }))

  it.effect("is biography, plays and similar artists, too", () =>
    Effect.gen(function*() {
      const { names, source } = yield* set
      const catalogue = makeCatalogue(names.slice(0, 10).map((name, id) => wanted({ id, name })))
      yield* catalogue.drain(source, "lastfm-bios")
      yield* catalogue.drain(source, "lastfm-similar")
      const bios = [...catalogue.bios.values()]
      assert.isAbove(bios.filter(({ summary }) => summary !== null).length, 4)
      for (const bio of bios) {
        assert.notMatch(`${bio.summary ?? ""}${bio.content ?? ""}`, /<|Read more|Creative Commons|&amp;/)
        assert.strictEqual(bio.at, today)
      }
      assert.isTrue(bios.some(({ plays }) => plays !== null && plays > 0))
      for (const similar of catalogue.similar.values()) {
        assert.isNotEmpty(similar)
        for (const { match } of similar) assert.isTrue(match > 0 && match <= 1)
      }
    }))

  it.effect("is asked by name, and by the identifier only when the name is unknown", () =>
    Effect.gen(function*() {
      const { control, names, source } = yield* set
      const plays = yield* control.plays({ artist: names[0]! })
      const mbid = plays[0]!.artistMbid
      const catalogue = makeCatalogue([wanted({ id: 1, name: names[0]!, mbid: "00000000-0000-4000-8000-000000000000" }), wanted({ id: 2, name: "Nobody Of This Name", mbid })])
      yield* control.requests.clear
      yield* catalogue.drain(source, "lastfm-tags")
      const asked = (yield* control.requests.all).map(({ params }) => params["artist"] ?? params["mbid"])
      assert.deepStrictEqual(asked, [names[0], "Nobody Of This Name", mbid])
    }))

  it.effect("is waited for longer each time it is not there", () =>
    Effect.gen(function*() {
      const { source } = yield* set
      const catalogue = makeCatalogue([0, 1, 2, 9].map((attempts, id) => wanted({ id, name: `Nobody ${id}`, attempts })))
      yield* catalogue.drain(source, "lastfm-similar")
      assert.deepStrictEqual([...catalogue.settled.values()], [30, 60, 120, 480].map((days) => ({ until: today + days * day, found: false })))
    }))

  it.effect("stays due when Last.fm fails", () =>
    Effect.gen(function*() {
      const { control, names, source } = yield* set
      const catalogue = makeCatalogue(names.slice(0, 30).map((name, id) => wanted({ id, name })))
      yield* control.faults.next(...Array.from({ length: 5 }, () => Fault.Slow({ for: 0 })), lastfmFault(10))
      const { exit } = yield* inTime(catalogue.drain(source, "lastfm-tags"))
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(catalogue.settled.size, 5)
      yield* catalogue.drain(source, "lastfm-tags")
      assert.strictEqual(catalogue.settled.size, 30)
    }))
})

describe("a biography", () => {
  it("is plain text without its ends", () => {
    const link = "<a href=\"https://www.last.fm/music/X\">Read more on Last.fm</a>"
    assert.strictEqual(bioText(` Formed in 1999 &amp; gone &#x2014; or &#39;gone&#39;. ${link}`), "Formed in 1999 & gone — or 'gone'.")
    assert.strictEqual(
      bioText(`One.\r\n\r\n\r\nTwo<br/>three <b>four</b>. ${link}. User-contributed text is available under the Creative Commons By-SA License; additional terms may apply.`),
      "One.\n\nTwo\nthree four."
    )
    assert.strictEqual(bioText(link), null)
    assert.strictEqual(bioText(""), null)
    assert.strictEqual(bioText(undefined), null)
    assert.strictEqual(bioText("a &lt; b &unknown; &#0; 1 < 2"), "a < b &unknown; &#0; 1 < 2")
  })
})

describe("a genre", () => {
  it("is the first tag that is one, in one spelling", () => {
    assert.strictEqual(genreOf(["seen live", "favourites", "Hip Hop", "rock"]), "hip-hop")
    assert.strictEqual(genreOf(["Drum & Bass"]), "drum and bass")
    assert.strictEqual(genreOf(["RnB"]), "r&b")
    assert.strictEqual(genreOf(["rock n roll"]), "rock and roll")
    for (const genre of ["rock", "electronic", "jazz", "folk", "hip-hop", "classical", "metal", "ambient"]) assert.strictEqual(genreOf([genre]), genre)
    for (const tag of ["seen live", "favourites", "awesome", "2023", "female vocalists", "albums I own", "", "!!!"]) assert.strictEqual(genreOf([tag]), null)
  })
})
