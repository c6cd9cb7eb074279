import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { minTolerance, minuteMillis } from "../../src/listening/duplicates.js"
import { type PlayReport, withoutEchoes } from "../../src/listening/repeats.js"
import { maxPause, reporterOf, twinsOf as twinsIn } from "../../src/listening/twins.js"
import { playSources } from "./sources.js"

const twinsOf = (reports: ReadonlyArray<PlayReport>) => twinsIn(playSources, reports)
const ranked = (sources: ReadonlyArray<string>) => [...sources].sort(playSources.compare)

const noon = Date.parse("2026-03-14T12:00:00Z")
const minute = 60_000

const report = (id: number, source: string, playedAt: number, more: Partial<PlayReport> = {}): PlayReport => ({
  id,
  source,
  playedAt,
  precise: true,
  endedAt: null,
  artist: "Band",
  track: "Song",
  album: null,
  tolerance: minTolerance,
  ...more
})

/** A row of a service that reports the end: heard for some milliseconds. */
const ended = (id: number, playedAt: number, playTime = 214_000, more: Partial<PlayReport> = {}) =>
  report(id, "spotify", playedAt, { endedAt: playedAt + playTime, ...more })

/** The row of the same play in the short list. */
const short = (id: number, { endedAt, playedAt }: PlayReport, more: Partial<PlayReport> = {}) => {
  const end = Math.floor(endedAt! / minute) * minute
  const start = Math.floor((end - (endedAt! - playedAt)) / minute) * minute
  return report(id, "spotify", start, { precise: false, endedAt: end, ...more })
}

const twins = (...reports: ReadonlyArray<PlayReport>) => {
  const ids = [...twinsOf(reports)].sort((a, b) => a - b)
  expect([...twinsOf([...reports].reverse())].sort((a, b) => a - b)).toStrictEqual(ids)
  return ids
}

describe("twinsOf", () => {
  it("finds another service's report within the tolerance", () => {
    expect(twins(report(1, "a", noon), report(2, "b", noon + minTolerance))).toStrictEqual([2])
    expect(twins(report(1, "a", noon), report(2, "b", noon + minTolerance + 1))).toStrictEqual([])
  })

  it("extends the tolerance by a minute for a time known to the minute", () => {
    const late = noon + minuteMillis + minTolerance
    expect(twins(report(1, "a", noon, { precise: false }), report(2, "b", late))).toStrictEqual([2])
    expect(twins(report(1, "a", noon, { precise: false }), report(2, "b", late + 1))).toStrictEqual([])
  })

  it("keeps the play of the more reliable service, and of unlisted ones that of the first in the alphabet", () => {
    expect(twins(report(1, "b", noon), report(2, "a", noon + 1000))).toStrictEqual([1])
    expect(twins(report(1, "listenbrainz", noon), report(2, "lastfm", noon))).toStrictEqual([1])
    expect(twins(report(1, "deezer", noon), report(2, "apple-music", noon))).toStrictEqual([1])
    expect(twins(report(1, "a", noon), report(2, "youtube-music", noon))).toStrictEqual([1])
  })

  it("counts a short track that both services report twice as two plays", () => {
    const again = noon + 60_000
    expect(
      twins(report(1, "a", noon), report(2, "a", again), report(3, "b", noon), report(4, "b", again))
    ).toStrictEqual([3, 4])
    expect(twins(report(1, "a", noon), report(2, "b", noon), report(3, "b", again))).toStrictEqual([2])
  })

  it("never pairs reports of one service, of other titles or without a common artist", () => {
    expect(twins(report(1, "a", noon), report(2, "a", noon + 1000))).toStrictEqual([])
    expect(twins(report(1, "a", noon), report(2, "b", noon, { track: "Other" }))).toStrictEqual([])
    expect(twins(report(1, "a", noon), report(2, "b", noon, { artist: "Other" }))).toStrictEqual([])
  })

  it("knows a row that is listed again with another start, by its end", () => {
    const row = ended(1, noon)
    expect(twins(row, { ...row, id: 2, playedAt: noon + 1_000 })).toStrictEqual([2])
    expect(twins(row, { ...row, id: 2, endedAt: row.endedAt! + 31_000 })).toHaveLength(1)
    expect(twins(row, ended(2, noon + 32_000))).toStrictEqual([])
    // The true start and the computed one, which is late by a pause.
    expect(twins(row, { ...row, id: 2, playedAt: noon - 607_000 })).toStrictEqual([1])
  })

  describe("of one service at one moment", () => {
    const row = (id: number, more: Partial<PlayReport> = {}) => report(id, "lastfm", noon, { album: "Album", ...more })

    it.each<[name: string, other: Partial<PlayReport>]>([
      ["another album", { album: "Best of" }],
      ["no album", { album: null }],
      ["artists in another order", { artist: "Ina, Band" }],
      ["another alias of the artist, on the same album", { artist: "青い波" }],
      ["the article of the artist", { artist: "The Band", album: null }],
      ["upper case", { artist: "BAND", track: "SONG", album: "ALBUM" }],
      ["decomposed letters", { artist: "Bänd".normalize("NFD"), track: "Söng".normalize("NFD") }],
      ["punctuation", { track: "Song!", artist: "Band." }],
      ["a guest", { track: "Song (with Ina)", artist: "Band" }],
      ["an edition", { track: "Song - Remastered 2009", album: "Best of" }]
    ])("counts rows once that differ in %s", (_, other) => {
      expect(twins(row(1), row(2, other))).toHaveLength(1)
      // Not at another moment, and not of another song or artist.
      expect(twins(row(1), { ...row(2, other), playedAt: noon + 1_000 })).toStrictEqual([])
      expect(twins(row(1), row(2, { ...other, track: "Other" }))).toStrictEqual([])
      expect(twins(row(1), row(2, { ...other, artist: "Stranger", album: "Elsewhere" }))).toStrictEqual([])
    })

    it("counts the row with an album", () => {
      expect(twins(row(1, { album: null }), row(2))).toStrictEqual([1])
      expect(twins(row(1), row(2, { album: null }))).toStrictEqual([2])
    })

    it("counts a row known to the minute once with an exact one of that minute", () => {
      const exact = row(1, { artist: "Vale, Lake & Palm", track: "Hello, Goodbye", album: "Tarkus, Live" })
      const names = { artist: "Vale Lake & Palm", track: "Hello Goodbye", album: "Tarkus Live", precise: false }
      expect(twins({ ...exact, playedAt: noon + 30_000 }, row(2, names))).toStrictEqual([2])
      expect(twins({ ...exact, playedAt: noon + minute }, row(2, names))).toStrictEqual([])
      expect(twins(row(1, { precise: false }), row(2, { precise: false, album: null }))).toStrictEqual([2])
    })

    it("counts two rows of a second and one of another service once", () => {
      const other = report(3, "spotify", noon + 2_000, { track: "Song (with Ina) - 2009 Remaster" })
      expect(twins(row(1), row(2, { album: null }), other)).toStrictEqual([2, 3])
    })
  })

  it("pairs credits with a common artist, and an album by several with any", () => {
    for (const artist of ["Band feat. Ina", "Band & Ina", "Ina, Band", "BAND x Ina", "Various Artists", "Band; Ina"])
      expect(twins(report(1, "a", noon), report(2, "b", noon, { artist })), artist).toStrictEqual([2])
    expect(twins(report(1, "a", noon), report(2, "b", noon, { artist: "Bandits" }))).toStrictEqual([])
    expect(
      twins(report(1, "a", noon, { artist: "Ina & Band" }), report(2, "b", noon, { artist: "Oskar & Band" }))
    ).toStrictEqual([2])
  })

  it("follows a start that a pause made late, up to an hour", () => {
    expect(twins(report(1, "lastfm", noon), ended(2, noon + 8 * minute))).toStrictEqual([2])
    expect(twins(report(1, "lastfm", noon), ended(2, noon + maxPause))).toStrictEqual([2])
    expect(twins(report(1, "lastfm", noon), ended(2, noon + maxPause + 1))).toStrictEqual([])
    // A scrobble does not begin after the end of what was heard.
    expect(twins(report(1, "lastfm", noon + 8 * minute), ended(2, noon))).toStrictEqual([])
  })

  it("pairs a scrobble that begins within what was heard", () => {
    expect(twins(report(1, "lastfm", noon + 500_000), ended(2, noon, 600_000))).toStrictEqual([2])
    expect(twins(report(1, "lastfm", noon + 500_000), ended(2, noon, 400_000))).toStrictEqual([])
  })

  it("never assumes a pause across another play of the track", () => {
    expect(
      twins(report(1, "lastfm", noon), report(2, "lastfm", noon + 8 * minute), ended(3, noon + 8 * minute))
    ).toStrictEqual([3])
    expect(twins(report(1, "lastfm", noon), ended(2, noon + 20 * minute), ended(3, noon + 40 * minute))).toStrictEqual([
      2
    ])
  })

  it("prefers a near start to a pause", () => {
    // Played twice, the first time with a pause: the second play's start lies within the length of the track.
    const tolerance = 214_000
    const second = noon + 8 * minute + 214_000
    const reports = [
      report(1, "lastfm", noon, { tolerance }),
      report(2, "lastfm", second, { tolerance }),
      ended(3, noon + 8 * minute, 214_000, { tolerance }),
      ended(4, second, 214_000, { tolerance })
    ]
    expect(twins(...reports)).toStrictEqual([3, 4])
  })

  it("prefers a near start to an earlier one within the length, whether or not a service reports ends elsewhere", () => {
    const tolerance = 181_000
    const reports = [
      report(1, "lastfm", noon + 5 * minute, { tolerance }),
      report(2, "archive", noon + 2 * minute, { tolerance }),
      report(3, "archive", noon + 5 * minute, { tolerance })
    ]
    expect(twins(...reports)).toStrictEqual([3])
    expect(twins(...reports, ended(4, noon + 720 * minute))).toStrictEqual([3])
  })

  it("pairs no rows of an account that begin more than an hour apart, though they end in one minute", () => {
    const long = ended(1, noon, 4_000_000)
    const end = long.endedAt!
    expect(twins(long, short(2, ended(0, end - 30_000, 30_000)))).toStrictEqual([])
    expect(twins(long, short(2, ended(0, end - 500_000, 500_000)))).toStrictEqual([2])
  })

  it("pairs the precise and the short list of an account by the minute of the end alone", () => {
    const first = ended(1, noon + 31_000)
    const again = ended(2, noon + 31_000 + 214_000)
    expect(twins(first, again, short(3, first), short(4, again))).toStrictEqual([3, 4])
    const other = short(3, ended(0, noon + 31_000 + minute))
    expect(twins(first, other)).toStrictEqual([])
    expect(
      twins(report(9, "lastfm", noon), ended(1, noon + 8 * minute), short(3, ended(0, noon + 8 * minute)))
    ).toStrictEqual([1, 3])
  })

  it("counts a row that a provider lists again within 30 seconds once", () => {
    expect(twins(ended(1, noon), ended(2, noon + 30_000))).toStrictEqual([2])
    expect(twins(ended(1, noon), ended(2, noon + 30_001))).toStrictEqual([])
    expect(twins(ended(1, noon), ended(2, noon + 20_000, 215_000))).toStrictEqual([])
    expect(twins(ended(1, noon), ended(2, noon + 20_000, 214_000, { album: "Live" }))).toStrictEqual([])
  })
})

/** Plays of three tracks in an afternoon, as several services report some: with delays, pauses and other names. */
const reports = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 240 }),
      track: fc.constantFrom("Song", "Other", "Song (feat. Ina)"),
      playTime: fc.constantFrom(31_000, 214_000, 900_000),
      services: fc.subarray(["lastfm", "listenbrainz", "spotify", "short", "deezer", "elsewhere"], { minLength: 1 }),
      artists: fc.array(fc.constantFrom("Band", "Band & Ina", "Ina", "Various Artists"), {
        minLength: 6,
        maxLength: 6
      }),
      delay: fc.integer({ min: 0, max: 130 }),
      pause: fc.constantFrom(0, 0, 5, 50, 70),
      tolerance: fc.constantFrom(minTolerance, 181_000, 600_000)
    }),
    { maxLength: 12 }
  )
  .map((plays) =>
    plays.flatMap(({ artists, at, delay, playTime, pause, services, tolerance, track }, index) =>
      services.map((service, place): PlayReport => {
        const id = index * 10 + place
        const names = { artist: artists[place]!, track, tolerance }
        const start = noon + at * minute
        const row = ended(id, start + pause * minute, playTime, names)
        if (service === "spotify") return row
        return service === "short" ? short(id, row, names) : report(id, service, start + delay * 1_000, names)
      })
    )
  )

describe("the twins of any reports", () => {
  it("do not depend on the order of reports that differ in their ends or tolerances alone", () => {
    const names = { artist: "Various Artists" }
    const rows = [31_000, 214_000, 900_000].flatMap((playTime, place) =>
      [minTolerance, 600_000].map((tolerance, index) =>
        ended(place * 2 + index + 10, noon + 70 * minute, playTime, { ...names, tolerance })
      )
    )
    const all = [report(1, "lastfm", noon), report(2, "lastfm", noon + 65 * minute), ...rows]
    const twinRows = (of: ReadonlyArray<PlayReport>) => [...twinsOf(of)].sort((a, b) => a - b)
    expect(twinRows([...all].reverse())).toStrictEqual(twinRows(all))
    expect(twinRows(all)).toStrictEqual([10, 11, 12, 13, 14, 15])
  })

  it("do not depend on the order of the reports, nor on their ids", () => {
    fc.assert(
      fc.property(
        reports.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
        ([all, shuffled]) => {
          const named = (twin: ReadonlySet<number>, of: ReadonlyArray<PlayReport>) =>
            of
              .filter(({ id }) => twin.has(id))
              .map(({ id: _, ...rest }) => JSON.stringify(rest))
              .sort()
          const renumbered = shuffled.map((one, index) => ({ ...one, id: index }))
          expect(named(twinsOf(renumbered), renumbered)).toStrictEqual(named(twinsOf(all), all))
        }
      ),
      { numRuns: 300 }
    )
  })

  it("are only reports near another one of the title, and leave one of each play", () => {
    fc.assert(
      fc.property(reports, (all) => {
        const twin = twinsOf(all)
        for (const one of all.filter(({ id }) => twin.has(id))) {
          const others = all.filter(
            (other) => other !== one && Math.abs(other.playedAt - one.playedAt) <= maxPause + 3 * minute
          )
          expect(others.length).toBeGreaterThan(0)
        }
        for (const title of new Set(all.map(({ track }) => track.slice(0, 4))))
          expect(all.some(({ id, track }) => track.startsWith(title) && !twin.has(id))).toBe(true)
      }),
      { numRuns: 300 }
    )
  })

  it("are not changed by reports that are further away than any pause", () => {
    fc.assert(
      fc.property(reports, reports, fc.boolean(), (near, later, hasEnds) => {
        const all = hasEnds ? near : near.filter(({ endedAt }) => endedAt === null)
        const far = later.map((one) => ({
          ...one,
          id: one.id + 1_000,
          playedAt: one.playedAt + 86_400_000,
          endedAt: one.endedAt === null ? null : one.endedAt + 86_400_000
        }))
        const alone = [...twinsOf(all), ...twinsOf(far)].sort((a, b) => a - b)
        expect([...twinsOf([...all, ...far])].sort((a, b) => a - b)).toStrictEqual(alone)
      }),
      { numRuns: 300 }
    )
  })
})

describe("ranked", () => {
  it("has the most reliable services first, then the others by name", () => {
    expect(ranked(["b", "spotify", "a", "lastfm"])).toStrictEqual(["lastfm", "spotify", "a", "b"])
  })

  it("has scrobblers before them, the oldest first", () => {
    const [ninth, tenth] = [reporterOf(9), reporterOf(10)]
    const inRank = [ninth, tenth, "lastfm", "listenbrainz", "a", "scrobbling"]
    expect(ranked(["listenbrainz", tenth, "lastfm", ninth, "a", "scrobbling"])).toStrictEqual(inRank)
    const reports = inRank.map((source, id) => report(id, source, noon + id * 1_000))
    expect([...twinsOf(reports)].sort()).toStrictEqual([1, 2, 3, 4, 5])
  })
})

describe("rows that a service lists twice", () => {
  /** The rule, row by row: an equal end, or an equal length and an end at most 30 s after that of a counted row. */
  const oneByOne = (rows: ReadonlyArray<PlayReport>): ReadonlyArray<number> => {
    const countedRows: Array<PlayReport> = []
    for (const row of rows) {
      const isEcho = countedRows.some(
        (one) =>
          one.track === row.track &&
          (one.endedAt === row.endedAt ||
            (one.endedAt! - one.playedAt === row.endedAt! - row.playedAt && row.endedAt! - one.endedAt! <= 30_000))
      )
      if (!isEcho) countedRows.push(row)
    }
    return countedRows.map(({ id }) => id)
  }

  it("count once, by the rule", () => {
    const row = fc.record({
      start: fc.integer({ min: 0, max: 40 }),
      length: fc.integer({ min: 1, max: 4 }),
      track: fc.constantFrom("Song", "Other")
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (all) => {
        const rows = all
          .map(({ length, start, track }, id) => ended(id, noon + start * 10_000, length * 10_000, { track }))
          .sort((a, b) => a.playedAt - b.playedAt)
        expect(withoutEchoes(rows).map(({ id }) => id)).toStrictEqual(oneByOne(rows))
      })
    )
  })

  it("take time in proportion to their number, also when one song is all that was heard", () => {
    const rows = Array.from({ length: 120_000 }, (_, id) => ended(id, noon + id * 240_000))
    const before = process.cpuUsage()
    expect(withoutEchoes(rows)).toHaveLength(rows.length)
    const { system, user } = process.cpuUsage(before)
    expect((system + user) / 1_000_000).toBeLessThan(5)
  })
})
