import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import type { Named, Play } from "../../src/listening/model.js"
import {
  type Spelling,
  completesName,
  distinctNames,
  foldOf,
  groupSpellings,
  creditsOf,
  matchNameOf,
  mbidOf,
  spellingsOf,
  withOneSpelling
} from "../../src/listening/spellings.js"

const names = ["LIEU", "Lieu", "lieu", "Zoë", "ZOË", "Zoe\u0308", "Zoe", "311", "__proto__"]
const mbids = fc.constantFrom(null, null, "a", "b", "c")
const reports: fc.Arbitrary<Named> = fc.record({
  name: fc.constantFrom(...names),
  mbid: mbids,
  url: fc.constantFrom(
    null,
    "https://music.example/b",
    "https://music.example/a",
    "https://www.last.fm/music/x",
    "https://musicbrainz.org/artist/1",
    "https://musicbrainz.org/artist/2"
  )
})

/** Reports of different names. */
const pages = fc.uniqueArray(reports, { selector: ({ name }) => name, maxLength: names.length })

/** Stored spellings; those of one artist have the same name and MBID. */
const libraries: fc.Arbitrary<ReadonlyArray<Spelling>> = pages.map((all) =>
  all.map((spelling, index): Spelling => {
    const first = all.findIndex((one) => foldOf(one.name) === foldOf(spelling.name) && one.mbid === spelling.mbid)
    return { ...spelling, id: index + 1, artistId: 10 + first }
  })
)

/** A library, and a page's new and completed spellings. */
const changes = fc
  .tuple(libraries, pages)
  .map(([existing, page]) => ({
    existing,
    added: page.filter(({ name }) => !existing.some((one) => one.name === name)),
    completed: page.filter((report) => existing.some((one) => one.name === report.name && completesName(report, one)))
  }))

const play = (artist: Named): Play => ({
  playedAt: 0,
  precision: "second",
  artist,
  track: { name: "Harbour", mbid: null, url: null },
  album: null
})

const byName = (a: Named, b: Named) => (a.name < b.name ? -1 : 1)

describe("groupSpellings", () => {
  it("puts each spelling of the touched names into one group", () => {
    fc.assert(
      fc.property(changes, ({ added, completed, existing }) => {
        const folds = new Set([...added, ...completed].map(({ name }) => foldOf(name)))
        const grouped = groupSpellings(existing, added, completed).flatMap(({ members }) => members)
        const expected = [...existing, ...added].filter(({ name }) => folds.has(foldOf(name)))
        expect(grouped.map(({ name }) => name).sort()).toStrictEqual(expected.map(({ name }) => name).sort())
      })
    )
  })

  it("joins spellings of one name exactly if their MBIDs agree, and those without one with the smallest", () => {
    fc.assert(
      fc.property(changes, ({ added, completed, existing }) => {
        const groups = groupSpellings(existing, added, completed)
        const all = groups.flatMap(({ members }) => members)
        const mbidIn = (spelling: Spelling) =>
          spelling.mbid ?? mbidOf(all.filter(({ name }) => foldOf(name) === foldOf(spelling.name)))
        for (const one of all) {
          for (const other of all) {
            const isTogether = groups.some(({ members }) => members.includes(one) && members.includes(other))
            expect(isTogether).toBe(foldOf(one.name) === foldOf(other.name) && mbidIn(one) === mbidIn(other))
          }
        }
      })
    )
  })

  it("gives each artist to one group that has one of its spellings", () => {
    fc.assert(
      fc.property(changes, ({ added, completed, existing }) => {
        const groups = groupSpellings(existing, added, completed)
        const ids = groups.flatMap(({ artistId }) => (artistId === null ? [] : [artistId]))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { artistId, members } of groups)
          if (artistId !== null) expect(members.map((one) => one.artistId)).toContain(artistId)
      })
    )
  })

  it("groups the same whatever the order of the spellings", () => {
    fc.assert(
      fc.property(
        changes.chain((change) =>
          fc
            .tuple(
              fc.shuffledSubarray([...change.existing], { minLength: change.existing.length }),
              fc.shuffledSubarray([...change.added], { minLength: change.added.length })
            )
            .map(([existing, added]) => ({ change, other: { ...change, existing, added } }))
        ),
        ({ change, other }) => {
          const membersOf = ({ added, completed, existing }: typeof change) =>
            groupSpellings(existing, added, completed)
              .map(({ members }) => members.map(({ name }) => name).join())
              .sort()
          expect(membersOf(other)).toStrictEqual(membersOf(change))
        }
      )
    )
  })

  it("moves nothing once all spellings have their artists", () => {
    fc.assert(
      fc.property(changes, ({ added, completed, existing }) => {
        const groups = groupSpellings(existing, added, completed)
        const nextLibrary = groups.flatMap(({ artistId, members }, group) =>
          members.map((one, index): Spelling => ({
            ...one,
            id: one.id ?? 100 * (group + 1) + index,
            artistId: artistId ?? 1000 + group
          }))
        )
        for (const { artistId, members } of groupSpellings(nextLibrary, [], nextLibrary))
          expect(members.every((one) => one.artistId === artistId)).toBe(true)
      })
    )
  })
})

describe("spellingsOf", () => {
  it("keeps the smallest MBID of each spelling, whatever the order of the plays", () => {
    fc.assert(
      fc.property(fc.array(reports), (all) => {
        const spellings = spellingsOf(all.map(play))
        expect(new Set(spellings.map(({ name }) => name)).size).toBe(spellings.length)
        const mbidsOf = (some: ReadonlyArray<Named>) => [...some].sort(byName).map(({ mbid, name }) => [name, mbid])
        expect(mbidsOf(spellingsOf([...all].reverse().map(play)))).toStrictEqual(mbidsOf(spellings))
        for (const { mbid, name } of spellings) expect(mbid).toBe(mbidOf(all.filter((one) => one.name === name)))
      })
    )
  })

  it("has nothing left that a report of the page completes", () => {
    fc.assert(
      fc.property(fc.array(reports), (all) => {
        for (const spelling of spellingsOf(all.map(play)))
          expect(all.some((report) => report.name === spelling.name && completesName(report, spelling))).toBe(false)
      })
    )
  })
})

describe("distinctNames", () => {
  it("keeps each name once, with the smallest MBID and the best address, in any order", () => {
    fc.assert(
      fc.property(fc.array(reports), (all) => {
        for (const { mbid, name, url } of distinctNames(all, (report) => report.name)) {
          const alike = all.filter((report) => report.name === name)
          const beginning = (start: string) =>
            alike.flatMap(({ url }) => (url?.startsWith(start) === true ? [url] : []))
          const [ofLastFm, ofMusicBrainz, ofPages] = [
            beginning("https://www.last.fm/"),
            beginning("https://musicbrainz.org/"),
            beginning("https://music.example/")
          ]
          expect(mbid).toBe(alike.flatMap((report) => report.mbid ?? []).sort()[0] ?? null)
          expect(url).toBe(ofLastFm[0] ?? ofPages.sort()[0] ?? ofMusicBrainz.sort()[0] ?? null)
        }
        expect(distinctNames(all, (report) => report.name).map(({ name }) => name)).toStrictEqual([
          ...new Set(all.map(({ name }) => name))
        ])
      })
    )
  })
})

describe("withOneSpelling", () => {
  it("finds the artists that occur once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 })), (ids) => {
        const single = withOneSpelling(ids.map((artistId) => ({ artistId })))
        expect([...single].sort()).toStrictEqual(ids.filter((id) => ids.indexOf(id) === ids.lastIndexOf(id)).sort())
      })
    )
  })
})

describe("creditsOf", () => {
  it("has the whole name and each artist in it", () => {
    expect(creditsOf("Zoë & Co.")).toStrictEqual(["zoeco", "zoe", "co"])
    expect(creditsOf("Oskeln feat. Ina Vale")).toStrictEqual(["oskeln", "inavale"])
    expect(creditsOf("Ina x Band vs. Zoë, Co; Lark • Pine")).toStrictEqual([
      "inaxbandvszoecolarkpine",
      "ina",
      "band",
      "zoe",
      "co",
      "lark",
      "pine"
    ])
    expect(creditsOf("Mixtape Andes")).toStrictEqual(["mixtapeandes"])
    expect(creditsOf("!!!")).toStrictEqual(["!!!"])
  })
})

describe("matchNameOf", () => {
  it("ignores case, diacritics, punctuation and guests", () => {
    expect(matchNameOf("Zoë & Co.", "Leaving Dusk (feat. Oskeln)")).toBe("zoeco|leavingdusk")
    expect(matchNameOf("ZOE CO", "leaving dusk ft. Oskeln")).toBe("zoeco|leavingdusk")
  })

  it("keeps a name of only punctuation or guests", () => {
    expect(matchNameOf("!!!", "???")).toBe("!!!|???")
    expect(matchNameOf("Oskeln", "(feat. Zoe)")).toBe("oskeln|(feat. zoe)")
  })
})
