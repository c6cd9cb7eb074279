import { makeTitleMatcher } from "@daybook/core/watching"
import { watchSources } from "../../../core/test/watching/sources.js"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { imdb as imdbSource } from "../../src/imdb/source.js"
import { releaseYearOf } from "../../src/kit/watches/records.js"
import { makeBulkMarks } from "../../src/kit/watches/bulk.js"
import { historyEntry, historyRecord, withLongIds } from "../../src/trakt/history.js"
import { tvtime as tvtimeSource } from "../../src/tvtime/source.js"
import { readWatches, watchSummary } from "../support/watchFile.js"
import { filesOf } from "../support/importFile.js"

const Imdb = filesOf(imdbSource)
const TvTime = filesOf(tvtimeSource)

describe("bulk marks", () => {
  it("are seconds with five titles, in any order", () => {
    const marks = fc.array(fc.record({ second: fc.integer({ min: 0, max: 4 }), title: fc.constantFrom(..."abcdefg") }))
    fc.assert(
      fc.property(marks, (all) => {
        const bulk = makeBulkMarks()
        for (const { second, title } of all) bulk.add(second * 1_000 + 17, title)
        for (const at of [0, 1, 2, 3, 4]) {
          const titles = new Set(all.filter(({ second }) => second === at).map(({ title }) => title))
          expect(bulk.isBulk(at * 1_000)).toBe(titles.size >= 5)
        }
      })
    )
  })
})

describe("the history of Trakt", () => {
  const movie = { title: "Tin Roof Hours", year: 1982, released: "1982-06-01", ids: { trakt: 5, imdb: "tt1", tmdb: 7 } }
  const report = (watched_at: string, action = "watch") => {
    const entry = historyEntry({ id: "1", watched_at, action, type: "movie", movie })
    return entry === null ? null : historyRecord(entry, makeBulkMarks()).report
  }

  it("keeps ids of 64 bits, and times that somebody knows", () => {
    expect(JSON.parse(withLongIds('[{"id":9007199254740993,"x":{"ids":{"trakt":5}}}]'))).toStrictEqual([
      { id: "9007199254740993", x: { ids: { trakt: 5 } } }
    ])
    expect(report("1970-01-01T00:00:00.000Z")?.at).toBeNull()
    expect(report("1982-06-01T00:00:00.000Z")?.at).toBeNull()
    expect(report("2025-03-01T21:30:00.000Z", "scrobble")).toMatchObject({
      at: Date.parse("2025-03-01T21:30:00Z"),
      isMarked: false
    })
    expect(report("2025-03-01T21:30:00.000Z")).toMatchObject({ isMarked: true })
    expect(report("never")).toBeNull()
  })

  it("has two shows of one name, and a mark next to a play", () => {
    const row = (id: string, show: number, year: number, watched_at: string, action: string) =>
      historyEntry({
        id,
        watched_at,
        action,
        type: "episode",
        episode: { season: 1, number: 1, title: "Pilot", ids: { trakt: 1001 } },
        show: { title: "Night Quill", year, ids: { trakt: show, tvdb: show, tmdb: show } }
      })!
    const entries = [
      row("1", 162, 1984, "2026-05-01T20:00:00.000Z", "scrobble"),
      row("2", 2_021, 2023, "2026-05-02T20:00:00.000Z", "scrobble"),
      row("3", 162, 1984, "2026-05-01T20:04:00.000Z", "watch")
    ]
    const named = entries.map(({ subject }) => ({ kind: "show" as const, title: subject.title }))
    const [old, reboot, marked] = Effect.runSync(makeTitleMatcher(watchSources, []).place(named, "trakt"))
    expect([old === marked, old === reboot]).toStrictEqual([true, false])
    expect(entries.map(({ isMarked }) => isMarked)).toStrictEqual([false, false, true])
  })

  it("reads no row that is not one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(historyEntry(value)).toBeNull()
      })
    )
  })
})

describe("ratings of IMDb", () => {
  const read = readWatches(Imdb.exportFile)
  const header =
    "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors"
  const row = (id: string, rating: string, title: string, type: string) =>
    `${id},${rating},2025-03-02,${title},${title},https://www.imdb.com/title/${id},${type},7.1,101,2019,"Drama, War",12000,2019-05-01,Mo Ash`
  const file = [
    header,
    row("tt9100000", "8", "Salt", "Movie"),
    row("tt9100001", "9", "Lamp", "TV Mini Series"),
    row("tt9100002", "9", "Dusk", "tvEpisode"),
    row("tt9100003", "5", "Harbour Game", "Video Game"),
    row("tt9100004", "", "Later", "Movie"),
    row("", "5", "Nothing", "Movie")
  ].join("\n")

  it.effect("say that a film was seen, not when", () =>
    Effect.gen(function* () {
      const { failure, lines, records } = yield* read(file, "ratings.csv")
      expect(failure).toBeNull()
      expect(records.map(watchSummary)).toStrictEqual([
        ["Salt (2019)", "some day", 4],
        ["Lamp (2019)", "rated", 4.5]
      ])
      expect(lines.join()).toContain("1 episodes without a number, 1 not a film or series, 1 not watched, 1 broken")
      const days = yield* read(file, "ratings.csv", { DAYBOOK_IMDB_RATED_IS_WATCHED: "true" })
      expect(days.records.map(watchSummary)[0]).toStrictEqual(["Salt (2019)", "2025-03-02", 4])
      const zip = zipSync({ "IMDb/9f1c2d.csv": strToU8(file) })
      expect((yield* read(zip)).records).toStrictEqual(records)
    })
  )
})

describe("ratings of IMDb that a spreadsheet saved", () => {
  const read = readWatches(Imdb.exportFile)
  const watched = { DAYBOOK_IMDB_RATED_IS_WATCHED: "true" }
  const file = (days: ReadonlyArray<string>, delimiter: string) =>
    [
      ["Const", "Your Rating", "Date Rated", "Title", "Title Type", "IMDb Rating", "Year"],
      ...days.map((day, nth) => [`tt910000${nth}`, "8", day, `Salt ${nth}`, "Movie", "7,1", "2019"])
    ]
      .map((row) => row.join(delimiter))
      .join("\r\n")
  const someDays = fc.array(
    fc.integer({ min: Date.UTC(2001, 0, 1) / 86_400_000, max: Date.UTC(2026, 1, 27) / 86_400_000 }),
    { minLength: 1, maxLength: 9 }
  )

  for (const locale of ["de-DE", "en-US", "en-GB", "fr-FR", "ja-JP"])
    it.effect(`have the days of the original, or say that they are unclear, in ${locale}`, () =>
      Effect.gen(function* () {
        const format = new Intl.DateTimeFormat(locale, {
          ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
          timeZone: "UTC"
        })
        for (const days of fc.sample(someDays, 25)) {
          const saved = file(
            days.map((day) => format.format(day * 86_400_000)),
            ";"
          )
          const { failure, lines, records } = yield* read(saved, "ratings.csv", watched)
          expect(failure).toBeNull()
          const isUnclear = lines.join().includes("do not show whether the day or the month comes first")
          expect(records.map((one) => watchSummary(one)[1])).toStrictEqual(
            days.map((day) => (isUnclear ? "some day" : new Date(day * 86_400_000).toISOString().slice(0, 10)))
          )
        }
        const unused = yield* read(file(["1/2/2024"], ";"), "ratings.csv")
        expect([unused.lines.join().includes("comes first"), unused.records.length]).toStrictEqual([false, 1])
      })
    )
})

describe("ragged ratings of IMDb", () => {
  it.effect("are rows with too few values, or with empty ones behind the last column", () =>
    Effect.gen(function* () {
      const file = [
        "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors",
        'tt9100000,8,2025-03-02,Tin Roof Hours,Tin Roof Hours,https://www.imdb.com/title/tt9100000,movie,7.1,101,1982,"Drama",12000,1982-05-01,Ada Quill,,',
        'tt9100001,7,2025-03-03,Salt,Salt,https://www.imdb.com/title/tt9100001,Movie,7.1,101,2019,"Drama",12000',
        'tt9100002,6,2025-03-04,Tide,Tide,https://www.imdb.com/title/tt9100002,Movie,7.1,101,2018,"Drama",12000,2018-05-01,Bo Quill',
        'tt9100003,6,2025-03-04,Lamp, again,Lamp,https://www.imdb.com/title/tt9100003,Movie,7.1,101,2018,"Drama",12000,2018-05-01,Bo Quill'
      ].join("\n")
      const { failure, lines, records } = yield* readWatches(Imdb.exportFile)(file, "ratings.csv")
      expect(failure).toBeNull()
      expect(records.map(watchSummary)).toStrictEqual([
        ["Tin Roof Hours (1982)", "some day", 4],
        ["Salt (2019)", "some day", 3.5],
        ["Tide (2018)", "some day", 3]
      ])
      // A comma without quotes moves the values to other columns.
      expect(lines.join()).toContain("1 row could not be read and was left out (ratings.csv, line 5)")
    })
  )
})

describe("ratings of IMDb before 2018", () => {
  it.effect("have no days, and other names of columns", () =>
    Effect.gen(function* () {
      const old = [
        '"position","const","created","modified","description","Title","Title type","Directors","You rated","IMDb Rating","Runtime (mins)","Year","Genres","Num. Votes","Release Date (month/day/year)","URL"',
        '"1","tt9100000","Sun Mar  2 00:00:00 2014","","","Salt","Feature Film","Mo Ash","8","7.1","101","2009","drama","12000","2009-05-01","http://www.imdb.com/title/tt9100000/"'
      ].join("\n")
      expect((yield* readWatches(Imdb.exportFile)(old, "ratings.csv")).records.map(watchSummary)).toStrictEqual([
        ["Salt (2009)", "some day", 4]
      ])
    })
  )
})

describe("the personal data of TV Time", () => {
  const read = readWatches(TvTime.exportFile)
  const header =
    "series_name,s_id,ep_id,season_number,s_no,episode_number,ep_no,key,created_at,rewatch_count,is_special,runtime"
  const mark = (episode: number, at: string, key = `watch-episode-${8_000_000 + episode}`) =>
    `Harbour,400001,${8_000_000 + episode},2,,${episode},,${key},${at},0,false,2880`

  it.effect("has marks of episodes and films, and opens nothing else", () =>
    Effect.gen(function* () {
      const zip = zipSync({
        "gdpr/tracking-prod-records-v2.csv": strToU8(
          [
            header,
            mark(5, "2025-03-14 20:11:09"),
            mark(5, "2025-04-14 20:11:09", "rewatch-episode-8000005"),
            ...[11, 12, 13, 14, 15].map((episode) => mark(episode, "2025-05-01 09:00:00")),
            "Harbour,400001,,,,,,user-series-400001,2025-03-14 20:11:09,0,false,"
          ].join("\n")
        ),
        "gdpr/tracking-prod-records.csv": strToU8(
          [
            "entity_type,type,movie_name,release_date,watch_date,created_at,uuid",
            "movie,watch,Salt,2019-05-01 00:00:00,1741983069,2025-03-15 08:00:00,u1",
            "movie,towatch,Later,2020-05-01 00:00:00,,2025-03-15 08:00:00,u2"
          ].join("\n")
        ),
        "gdpr/access_token.csv": strToU8("token\nsecret")
      })
      const { failure, lines, records } = yield* read(zip)
      expect(failure).toBeNull()
      expect(records.map(watchSummary).slice(0, 2)).toStrictEqual([
        ["Harbour S2E5", "2025-03-14T20:11:09.000Z", null],
        ["Harbour S2E5", "2025-04-14T20:11:09.000Z", null]
      ])
      expect(records.filter(({ report }) => report!.isDayOnly)).toHaveLength(5)
      expect(watchSummary(records.at(-1)!)).toStrictEqual(["Salt (2019)", "2025-03-14T20:11:09.000Z", null])
      expect(lines.join()).toContain("2 not watched")
    })
  )

  it.effect("has the times of a table that a spreadsheet saved, to the minute that it keeps", () =>
    Effect.gen(function* () {
      for (const [delimiter, first, second] of [
        [",", "2025-03-14 20:11:00", "2025-04-02 09:05:00"],
        [";", "14.03.2025 20:11", "02.04.2025 09:05"],
        [",", "3/14/25 20:11", "4/2/25 9:05"],
        [",", "14/03/2025 20:11", "02/04/2025 09:05"]
      ] as const) {
        const rows = [header, mark(5, first), mark(6, second)].map((row) => row.replaceAll(",", delimiter))
        const { failure, lines, records } = yield* read(rows.join("\r\n"), "tracking-prod-records-v2.csv")
        expect(failure).toBeNull()
        expect(records.map(watchSummary)).toStrictEqual([
          ["Harbour S2E5", "2025-03-14T20:11:00.000Z", null],
          ["Harbour S2E6", "2025-04-02T09:05:00.000Z", null]
        ])
        expect(lines.join()).not.toContain("comes first")
      }
      const unclear = [header, mark(5, "3/4/2025 20:11")].join("\n")
      const { lines, records } = yield* read(unclear, "tracking-prod-records-v2.csv")
      expect(records.map(watchSummary)).toStrictEqual([["Harbour S2E5", "some day", null]])
      expect(lines.join().split("do not show whether the day or the month comes first")).toHaveLength(2)
    })
  )

  it.effect("has the marks of an older table where the newest one lacks them", () =>
    Effect.gen(function* () {
      const older = [
        "type-uuid-n,type,entity_type,series_id,series_name,season_number,episode_number,watch_date,created_at,movie_name",
        "w-1,watch,episode,400001,Harbour,2,5,1741983100,2025-03-14 20:20:00,",
        "w-2,watch,episode,400001,Harbour,2,6,1742069469,2025-03-20 08:00:00,",
        "w-3,watch,episode,400002,Lamp (2018),1,1,0,2025-03-21 08:00:00,",
        "l-1,last-episode-watched,episode,400001,Harbour,2,6,1742069469,2025-03-20 08:00:00,"
      ].join("\n")
      const zip = zipSync({
        "tracking-prod-records-v2.csv": strToU8([header, mark(5, "2025-03-14 20:11:09")].join("\n")),
        "tracking-prod-records.csv": strToU8(older)
      })
      const { lines, records } = yield* read(zip)
      expect(records.map(watchSummary)).toStrictEqual([
        ["Harbour S2E5", "2025-03-14T20:11:09.000Z", null],
        ["Harbour S2E6", "2025-03-15T20:11:09.000Z", null],
        ["Lamp S1E1", "2025-03-21T08:00:00.000Z", null]
      ])
      expect(records.map(({ subject }) => [subject.title.ids.tvdb, subject.title.year])).toStrictEqual([
        ["400001", null],
        ["400001", null],
        ["400002", 2018]
      ])
      expect(lines.join()).toContain("1 joined, 1 not watched")
    })
  )
})

describe("the year of a release", () => {
  it("is that of its day, unless nobody knows the day", () => {
    expect(["1982-05-01", "1982-05-01 00:00:00", "1970-01-02", "1969-12-31"].map(releaseYearOf)).toStrictEqual([
      1982, 1982, 1970, 1969
    ])
    for (const date of ["1970-01-01", "1970-01-01T00:00:00Z", "0001-01-01", "0000-00-00", "", "1982", null, 1982])
      expect([date, releaseYearOf(date)]).toStrictEqual([date, null])
  })
})

describe("films of TV Time", () => {
  it.effect("keep their year if a row has the beginning of the epoch for it", () =>
    Effect.gen(function* () {
      const file = [
        "uuid,entity_type,type,movie_name,release_date,watch_date,created_at",
        "m1,movie,rewatch,Tin Roof Hours,1970-01-01 00:00:00,,2021-02-01 21:00:00",
        "m1,movie,watch,Tin Roof Hours,1982-05-01 00:00:00,,2020-02-01 21:00:00",
        "m2,movie,watch,Salt,0001-01-01 00:00:00,,2020-03-01 21:00:00",
        "m3,movie,watch,Lamp,1970-05-01 00:00:00,,2020-04-01 21:00:00"
      ].join("\n")
      const { records } = yield* readWatches(TvTime.exportFile)(file, "tracking-prod-records.csv")
      expect(records.map(watchSummary)).toStrictEqual([
        ["Tin Roof Hours (1982)", "2021-02-01T21:00:00.000Z", null],
        ["Tin Roof Hours (1982)", "2020-02-01T21:00:00.000Z", null],
        ["Salt", "2020-03-01T21:00:00.000Z", null],
        ["Lamp (1970)", "2020-04-01T21:00:00.000Z", null]
      ])
    })
  )
})

describe("the archive of TV Time Out", () => {
  const files = {
    "tvtime-series-2026-07-07.csv": [
      "uuid,tvdb_id,imdb_id,title,status,created_at",
      "u-1,400001,,Harbour,up_to_date,2023-01-01"
    ],
    "tvtime-movies-2026-07-07.csv": [
      "uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count",
      "m-1,200,tt9100000,Tin Roof Hours,1982,2024-01-01T00:00:00Z,2024-02-01T21:00:00Z,true,0",
      "m-2,201,,Salt,2019,2024-01-01T00:00:00Z,,false,0",
      "m-3,202,,Lamp,2018,2024-01-01T00:00:00Z,,true,2"
    ],
    "tvtime-lists-2026-07-07.csv": ["name,items"],
    "tvtime-series-episodes-2026-07-07.csv": [
      "series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special",
      "400001,,u-1,Harbour,1,1,8000001,true,2024-03-14T20:11:09Z,1,false",
      "400001,,u-1,Harbour,1,2,8000002,true,2024-03-15T20:11:09.123Z,0,false",
      "400001,,u-1,Harbour,1,3,8000003,false,,0,false"
    ]
  }

  it.effect("has episodes and films, with how often they were watched", () =>
    Effect.gen(function* () {
      const members = Object.entries(files).map(([name, lines]) => [name, strToU8(lines.join("\n"))] as const)
      const { failure, lines, records } = yield* readWatches(TvTime.exportFile)(zipSync(Object.fromEntries(members)))
      expect(failure).toBeNull()
      expect(records.map((one) => [...watchSummary(one).slice(0, 2), one.report?.plays ?? null])).toStrictEqual([
        ["Tin Roof Hours (1982)", "2024-02-01T21:00:00.000Z", null],
        ["Lamp (2018)", "some day", 3],
        ["Harbour S1E1", "2024-03-14T20:11:09.000Z", null],
        ["Harbour S1E1", "some day", 2],
        ["Harbour S1E2", "2024-03-15T20:11:09.000Z", null]
      ])
      expect(records[0]!.subject.title.ids).toMatchObject({ imdb: "tt9100000", tvdb: "200" })
      expect(records[2]!.subject.title.ids).toMatchObject({ tvdb: "400001" })
      expect(lines.join()).toContain("2 not watched")
      for (const [name, content] of members.filter(([name]) => /movies|episodes/.test(name)))
        expect((yield* readWatches(TvTime.exportFile)(content, `saved ${name}`)).failure).toBeNull()
    })
  )
})
