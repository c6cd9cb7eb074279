import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type Correction, type NewCorrection, conflictOf } from "../../src/corrections/index.js"
import { correctLibrary, isOneEdit, listeningRules, reachOf, suggest } from "../../src/listening/index.js"

const base = { domain: "listening", object: null, value: null, reason: null }
const same = (type: string, subject: object, object: object) =>
  ({ ...base, kind: "same", type, subject, object }) as NewCorrection
const withIds = (all: ReadonlyArray<NewCorrection>) =>
  all.map((one, index): Correction => ({ ...one, id: index + 1, createdAt: 0 }))

const artist = (id: number, fold: string, mbid: string | null = null) => ({ id, fold, mbid })
const title = (id: number, artistId: number, fold: string) => ({ id, artistId, fold })

describe("corrections of a library", () => {
  it("let equal titles of artists that are one be one, the artist's own first", () => {
    const { artists, tracks } = correctLibrary([same("artist", { artist: "Tyde" }, { artist: "Tide" })], {
      artists: [artist(1, "tyde"), artist(2, "tide")],
      albums: [],
      tracks: [title(1, 1, "chalk"), title(2, 2, "chalk"), title(3, 1, "dusk")]
    })
    const untouched = { givenName: null, givenMbid: null, concealed: false }
    expect(artists).toEqual([
      { id: 1, standIn: 2, ...untouched },
      { id: 2, standIn: null, ...untouched }
    ])
    expect(tracks).toEqual([
      { id: 2, artistId: 2, standIn: null, ...untouched },
      { id: 1, artistId: 1, standIn: 2, ...untouched },
      { id: 3, artistId: 2, standIn: null, ...untouched }
    ])
  })

  it("write a title that nobody reported as the correction does", () => {
    const { tracks } = correctLibrary(
      [same("track", { artist: "Tide", track: "Chalk (Live)" }, { artist: "Tide", track: "Chalk" })],
      { artists: [artist(1, "tide")], albums: [], tracks: [title(1, 1, "chalk (live)")] }
    )
    expect(tracks).toEqual([
      { id: 1, artistId: 1, standIn: null, givenName: "Chalk", givenMbid: null, concealed: false }
    ])
  })

  it("distinguish artists of one name by their MBIDs", () => {
    const { artists } = correctLibrary(
      [same("artist", { artist: "Tide", artist_mbid: "b" }, { artist: "Tide", artist_mbid: "a" })],
      { artists: [artist(1, "tide", "b"), artist(2, "tide", "a"), artist(3, "tide", "c")], albums: [], tracks: [] }
    )
    expect(artists.map(({ standIn }) => standIn)).toEqual([2, null, null])
  })

  const identify = (type: string, subject: object, value: string) =>
    ({ ...base, kind: "identify", type, subject, value }) as NewCorrection
  const mbid = "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"

  it("give an id to the record at the end of all moves, or say that there is none", () => {
    const { artists, tracks } = correctLibrary(
      [
        same("artist", { artist: "Tyde" }, { artist: "Tide" }),
        identify("artist", { artist: "Tyde" }, `mbid=${mbid.toUpperCase()}`),
        identify("track", { artist: "Tide", track: "Chalk" }, "none")
      ],
      {
        artists: [artist(1, "tyde"), artist(2, "tide", "a")],
        albums: [],
        tracks: [title(1, 1, "chalk"), title(2, 2, "dusk")]
      }
    )
    expect(artists.map(({ givenMbid }) => givenMbid)).toEqual([null, mbid])
    expect(tracks.map(({ givenMbid }) => givenMbid)).toEqual(["none", null])
  })

  it("give a record one id", () => {
    const [first] = withIds([identify("artist", { artist: "Tide" }, `mbid=${mbid}`)])
    for (const value of ["none", `mbid=${mbid.replace("8", "9")}`])
      expect(conflictOf(listeningRules, [first!], identify("artist", { artist: "tide" }, value))).toContain(
        "remove that one first"
      )
  })

  it("name no artist that has lost its last spelling", () => {
    const { artists } = correctLibrary(
      [same("album", { artist: "Tide", album: "Low" }, { artist: "Mo", album: "Low" })],
      { artists: [artist(1, "tide", "a"), artist(2, "")], albums: [], tracks: [] }
    )
    expect(artists.map(({ standIn }) => standIn)).toEqual([null, null])
  })

  const names = ["a", "b", "c", "d"]
  const name = fc.constantFrom(...names)
  const corrections: fc.Arbitrary<ReadonlyArray<NewCorrection>> = fc.array(
    fc.oneof(
      fc.tuple(name, name).map(([one, other]) => same("artist", { artist: one }, { artist: other })),
      fc
        .tuple(name, name, name, name)
        .map(([one, other, first, second]) =>
          same("track", { artist: one, track: first }, { artist: other, track: second })
        ),
      fc
        .tuple(name, name, name)
        .map(([one, track, other]): NewCorrection => ({
          ...base,
          kind: "credit",
          type: "track",
          subject: { artist: one, track },
          object: { artist: other }
        }))
    ),
    { maxLength: 8 }
  )

  /** Those that contradict none before. */
  const consistent = (all: ReadonlyArray<NewCorrection>) =>
    all.reduce<ReadonlyArray<NewCorrection>>((accepted, one) => {
      const isOfItself = JSON.stringify(one.subject) === JSON.stringify({ ...one.subject, ...one.object })
      return isOfItself || conflictOf(listeningRules, withIds(accepted), one) !== null ? accepted : [...accepted, one]
    }, [])

  const artists = names.map((fold, index) => artist(index + 1, fold))
  const tracks = names.flatMap((_, owner) => names.map((fold, index) => title(owner * 4 + index + 1, owner + 1, fold)))

  it("give the same in any order, with one end for every record", () => {
    fc.assert(
      fc.property(
        corrections
          .map(consistent)
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
        ([all, shuffled]) => {
          const sorted = (of: ReadonlyArray<NewCorrection>) => {
            const result = correctLibrary(of, { artists, albums: [], tracks })
            return [...result.artists, ...result.tracks.toSorted((one, other) => one.id - other.id)]
          }
          expect(sorted(shuffled)).toEqual(sorted(all))
          const result = correctLibrary(all, { artists, albums: [], tracks })
          for (const rows of [result.artists, result.tracks]) {
            const ends = new Set(rows.filter(({ standIn }) => standIn === null).map(({ id }) => id))
            for (const { standIn } of rows) expect(standIn === null || ends.has(standIn)).toBe(true)
          }
        }
      )
    )
  })

  it("contradict each other in any order or in none", () => {
    fc.assert(
      fc.property(
        corrections
          .map(consistent)
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(consistent(shuffled)).toHaveLength(all.length)
        }
      )
    )
  })

  it("change only records that they connect", () => {
    fc.assert(
      fc.property(corrections.map(consistent), name, (all, fold) => {
        const reach = reachOf(all, [fold])
        const within = artists.filter((one) => reach.has(one.fold))
        const ids = new Set(within.map(({ id }) => id))
        const whole = correctLibrary(all, { artists, albums: [], tracks })
        const part = correctLibrary(all, {
          artists: within,
          albums: [],
          tracks: tracks.filter(({ artistId }) => ids.has(artistId))
        })
        const own = new Set(part.tracks.map(({ id }) => id))
        const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id
        expect(part.artists).toEqual(whole.artists.filter(({ id }) => ids.has(id)))
        expect(part.tracks.toSorted(byId)).toEqual(whole.tracks.filter(({ id }) => own.has(id)).toSorted(byId))
      })
    )
  })
})

describe("contradictions", () => {
  const tyde = { artist: "Tyde" }
  const tide = { artist: "Tide" }
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<NewCorrection>, NewCorrection]> = [
    ["a circle", [same("artist", tyde, tide)], same("artist", tide, tyde)],
    [
      "a longer circle",
      [same("artist", tyde, tide), same("artist", tide, { artist: "C" })],
      same("artist", { artist: "C" }, tyde)
    ],
    ["two ends", [same("artist", tyde, tide)], same("artist", { artist: "TYDE" }, { artist: "C" })],
    ["same and different", [same("artist", tyde, tide)], { ...same("artist", tide, tyde), kind: "different" }],
    ["different and same", [{ ...same("artist", tide, tyde), kind: "different" }], same("artist", tyde, tide)],
    [
      "different of two that a third joins",
      [same("artist", tyde, tide), { ...same("artist", tyde, { artist: "C" }), kind: "different" }],
      same("artist", { artist: "C" }, tide)
    ],
    [
      "two names",
      [
        { ...base, kind: "name", type: "artist", subject: tyde, value: "A" },
        { ...base, kind: "name", type: "artist", subject: tide, value: "B" }
      ],
      same("artist", tyde, tide)
    ],
    [
      "two ids",
      [
        { ...base, kind: "identify", type: "artist", subject: tyde, value: "none" },
        {
          ...base,
          kind: "identify",
          type: "artist",
          subject: tide,
          value: `mbid=${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}`
        }
      ],
      same("artist", tyde, tide)
    ],
    [
      "two names of titles of artists that become one",
      [
        { ...base, kind: "name", type: "track", subject: { ...tyde, track: "X" }, value: "A" },
        { ...base, kind: "name", type: "track", subject: { ...tide, track: "X" }, value: "B" }
      ],
      same("artist", tyde, tide)
    ],
    [
      "hidden twice",
      [{ ...base, kind: "hide", type: "artist", subject: tyde }],
      { ...base, kind: "hide", type: "artist", subject: tyde }
    ]
  ]
  it("are none where two that are one by now are hidden both, in any order", () => {
    const [one, other] = [tyde, tide].map((subject) => ({ ...base, kind: "hide" as const, type: "artist", subject }))
    expect(conflictOf(listeningRules, withIds([one!, other!]), same("artist", tyde, tide))).toBeNull()
    expect(conflictOf(listeningRules, withIds([same("artist", tyde, tide), one!]), other!)).toBeNull()
  })

  for (const [what, existing, added] of cases)
    it(`are found: ${what}`, () => {
      expect(conflictOf(listeningRules, withIds(existing), added)).toMatch(/correction \d \(.*\)/)
    })
})

describe("suggestions", () => {
  const record = (id: number, name: string, plays: number, of: string | null = null) => ({
    kind: of === null ? ("artist" as const) : ("track" as const),
    id,
    name,
    artist: of ?? name,
    plays,
    firstPlayedAt: 0
  })
  const artists = [
    record(1, "Sigur Rós", 90),
    record(2, "Sigur Ros", 8),
    record(3, "Velmora Tide", 50),
    record(4, "Velmora Tyde", 12),
    record(5, "Velmora Tide feat. Kerrim", 3),
    record(6, "Abba", 40),
    record(7, "Abbe", 30)
  ]
  const titles = [record(8, "Chalk", 20, "Velmora Tide"), record(9, "Chalk (Remastered 2011)", 4, "Velmora Tide")]
  const pairs = (decided: ReadonlyArray<NewCorrection>) =>
    suggest(artists, titles, decided, 50).map(({ object, subject }) => [
      subject.key["track"] ?? subject.key["artist"],
      object.key["track"] ?? object.key["artist"]
    ])

  it("pair names that nearly agree, those first that would change most", () => {
    expect(pairs([])).toEqual([
      ["Velmora Tyde", "Velmora Tide"],
      ["Sigur Ros", "Sigur Rós"],
      ["Chalk (Remastered 2011)", "Chalk"],
      ["Velmora Tide feat. Kerrim", "Velmora Tide"]
    ])
  })

  it("leave out what is decided, either way", () => {
    const decided = [
      same("artist", { artist: "Velmora Tyde" }, { artist: "Velmora Tide" }),
      { ...same("artist", { artist: "Sigur Rós" }, { artist: "Sigur Ros" }), kind: "different" as const }
    ]
    expect(pairs(decided)).toEqual([
      ["Chalk (Remastered 2011)", "Chalk"],
      ["Velmora Tide feat. Kerrim", "Velmora Tide"]
    ])
  })

  it("know one edit", () => {
    const edits = [
      ["tide", "tyde", true],
      ["tide", "tides", true],
      ["tide", "ide", true],
      ["tide", "tide", false],
      ["tide", "edit", false],
      ["tide", "tidesy", false]
    ] as const
    for (const [one, other, expected] of edits) {
      expect(isOneEdit(one, other)).toBe(expected)
      expect(isOneEdit(other, one)).toBe(expected)
    }
  })
})
