import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { makeDateColumn } from "../../src/kit/exportFile/writtenDates.js"
import { dayOf } from "../../src/netflix/dates.js"
import { netflix as netflixSource } from "../../src/netflix/source.js"
import { sessionsOf } from "../../src/kit/watches/sessions.js"
import { readTitle } from "../../src/netflix/titles.js"
import { readWatches, watchSummary } from "../support/watchFile.js"
import { filesOf } from "../support/importFile.js"

const { exportFile } = filesOf(netflixSource)

const read = readWatches(exportFile)

const header =
  "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country"
const row = (start: string, duration: string, title: string, more: Readonly<Record<string, string>> = {}) =>
  [
    more["profile"] ?? "Ada",
    start,
    duration,
    more["attributes"] ?? "",
    `"${title}"`,
    more["type"] ?? "",
    "Television",
    duration,
    more["latest"] ?? "Not latest view",
    "PT (Portugal)"
  ].join(",")
const full = (...rows: ReadonlyArray<string>) => `\ufeff${[header, ...rows].join("\r\n")}\r\n`
const orchard = "What the Orchard Said: Season 2: Violet Chalk (Episode 5)"

describe("titles of Netflix", () => {
  const episode = (show: string, season: number | null, episode: number | null, episodeTitle: string | null) => ({
    kind: "episode",
    show,
    season,
    episode,
    episodeTitle
  })

  it("are read from the right, in the languages that are known", () => {
    expect(readTitle(orchard)).toStrictEqual(episode("What the Orchard Said", 2, 5, "Violet Chalk"))
    expect(readTitle("Die Werft: Staffel 1: Ebbe")).toStrictEqual(episode("Die Werft", 1, null, "Ebbe"))
    expect(readTitle("O Cais: Temporada 3: Maré (Episódio 12)")).toStrictEqual(episode("O Cais", 3, 12, "Maré"))
    expect(readTitle("Tide: The Return: Season 4: Home: Again (Episode 1)")).toStrictEqual(
      episode("Tide: The Return", 4, 1, "Home: Again")
    )
    expect(readTitle("Lamp: Season 1: Part 2: Dusk (Episode 9)")).toStrictEqual(episode("Lamp", 1, 9, "Part 2: Dusk"))
    expect(readTitle("Gull: Limited Series: Egg (Episode 2)")).toStrictEqual(episode("Gull", 1, 2, "Egg"))
    expect(readTitle("港: シーズン1: 波 (第5話)")).toStrictEqual(episode("港", 1, 5, "波"))
  })

  it("name the number of an episode that has no other name, and of a season called like its show", () => {
    expect(readTitle("Die Werft: Staffel 2: Folge 3")).toStrictEqual(episode("Die Werft", 2, 3, "Folge 3"))
    expect(readTitle("Gull: Limited Series: Episode 2")).toStrictEqual(episode("Gull", 1, 2, "Episode 2"))
    expect(readTitle("Lamp: Season 2: Chapter 14")).toStrictEqual(episode("Lamp", 2, null, "Chapter 14"))
    expect(readTitle("Lamp: Lamp 4: Chapter One: Dusk (Episode 1)")).toStrictEqual(
      episode("Lamp", 4, 1, "Chapter One: Dusk")
    )
  })

  it("without a season are films, also those with a colon or a part at the end", () => {
    expect(readTitle("Tin Roof Hours")).toStrictEqual({ kind: "movie", title: "Tin Roof Hours" })
    for (const title of ["Ferry: The Crossing", "The Lamp: Part 2", "Gull: Volume 1", "Lamp: Lamp 4"])
      expect(readTitle(title)).toMatchObject({ kind: "unclear", title, isLong: false })
    expect(readTitle("Gull: The Long Way: Egg")).toMatchObject({ kind: "unclear", isLong: true })
  })
})

describe("dates of the short history", () => {
  const orderOf = (dates: ReadonlyArray<string>) => {
    const column = makeDateColumn(Date.parse("2026-01-15T00:00:00Z"), 2007)
    dates.forEach(column.add)
    return column.order()
  }

  it("show their order in the whole column, or do not", () => {
    expect(orderOf(["3/4/25", "3/14/25"])).toBe("mdy")
    expect(orderOf(["3/4/25", "14/3/25"])).toBe("dmy")
    expect(orderOf(["03.04.25"])).toBe("dmy")
    expect(orderOf(["2025-03-04"])).toBe("ymd")
    expect(orderOf(["25. 3. 14."])).toBe("ymd")
    expect(orderOf(["14-03-25", "27-02-25"])).toBe("dmy")
    expect(orderOf(["25-03-14", "25-02-27"])).toBe("ymd")
    expect(orderOf(["3/4/25", "5/6/24"])).toBeNull()
    expect(orderOf(["3/14/25", "14/3/25"])).toBeNull()
    expect(orderOf(["3/14/25", "never"])).toBe("mdy")
    expect([dayOf("3/14/25", "mdy"), dayOf("14.03.2025", "dmy"), dayOf("30/2/25", "dmy")]).toStrictEqual([
      "2025-03-14",
      "2025-03-14",
      null
    ])
  })
})

describe("stretches of one title", () => {
  const minute = 60_000
  const stretches = fc.array(
    fc
      .record({ start: fc.integer({ min: 0, max: 20_000 }), length: fc.integer({ min: 2, max: 90 }) })
      .map(({ length, start }) => ({ start: start * minute, end: (start + length) * minute, position: 0 })),
    { maxLength: 30 }
  )

  it("are the same viewings in any order, a day apart, with all that was watched", () => {
    fc.assert(
      fc.property(stretches, fc.infiniteStream(fc.nat(1_000)), (all, dice) => {
        const sessions = sessionsOf(all)
        const shuffled = all
          .map((one) => [dice.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one)
        expect(sessionsOf(shuffled)).toStrictEqual(sessions)
        expect(sessions.reduce((sum, { watched }) => sum + watched, 0)).toBe(
          all.reduce((sum, { end, start }) => sum + end - start, 0)
        )
        for (const [index, { start }] of sessions.slice(1).entries())
          expect(start - sessions[index]!.end).toBeGreaterThan(24 * 60 * minute)
      })
    )
  })
})

describe("files of Netflix", () => {
  it.effect("joins a paused viewing, and leaves out trailers, previews and what was not finished", () =>
    Effect.gen(function* () {
      const { failure, lines, records } = yield* read(
        full(
          row("2025-03-15 19:11:09", "00:27:54", orchard, { latest: "00:47:54" }),
          row("2025-03-14 20:00:00", "00:20:00", orchard),
          row("2025-03-13 20:02:00", "00:00:31", "Salt", { attributes: "Autoplayed: user action: None; " }),
          row("2025-03-13 20:01:00", "00:01:10", "Season 2 Trailer: Lamp", { type: "TRAILER" }),
          row("2025-03-12 20:00:00", "01:41:00", "Tin Roof Hours"),
          row("2025-03-11 20:00:00", "00:30:00", "Salt"),
          row("2025-03-10 20:00:00", "00:40:00", "Lamp: Season 1: Dusk"),
          "Ada,not a time,00:47:54,,Salt,,Television,,,PT"
        ),
        "ViewingActivity.csv"
      )
      expect(failure).toBeNull()
      expect(records.map(watchSummary)).toStrictEqual([
        ["What the Orchard Said S2E5", "2025-03-14T20:00:00.000Z", null],
        ["Tin Roof Hours", "2025-03-12T20:00:00.000Z", null],
        ['Lamp S1 "Dusk"', "2025-03-10T20:00:00.000Z", null]
      ])
      expect(records[0]!.report!.endedAt).toBe(Date.parse("2025-03-15T19:39:03Z"))
      const [line] = lines.filter((one) => one.includes("rows read"))
      expect(line).toContain("1 joined, 1 not watched, 1 played by itself, 1 trailers, 1 broken")
    })
  )

  it.effect("asks whose viewings are meant if there are several profiles", () =>
    Effect.gen(function* () {
      const file = full(
        row("2025-03-12 20:00:00", "01:41:00", "Tin Roof Hours"),
        row("2025-03-12 20:00:00", "01:41:00", "Salt", { profile: "Kids" })
      )
      const refused = yield* read(file, "ViewingActivity.csv")
      expect(refused.failure?.message).toContain("has the profiles Ada, Kids")
      const chosen = yield* read(file, "ViewingActivity.csv", { DAYBOOK_NETFLIX_PROFILES: "kids" })
      expect(chosen.records.map(watchSummary)).toStrictEqual([["Salt", "2025-03-12T20:00:00.000Z", null]])
    })
  )

  it.effect("reads the short history by its days, alone or in an archive", () =>
    Effect.gen(function* () {
      const short = 'Title,Date\n"Tin Roof Hours","3/14/25"\n"Lamp: Season 1: Dusk","3/2/25"\n'
      const days = yield* read(short, "NetflixViewingHistory.csv")
      expect(days.records.map(watchSummary)).toStrictEqual([
        ["Tin Roof Hours", "2025-03-14", null],
        ['Lamp S1 "Dusk"', "2025-03-02", null]
      ])
      const seasons = 'Title,Date\n"Lamp: Season 2: Episode 3","3/14/25"\n"Gull: The Long Way: Egg","3/14/25"\n'
      const named = yield* read(seasons, "NetflixViewingHistory.csv")
      expect(named.records.map(watchSummary)).toStrictEqual([
        ["Lamp S2E3", "2025-03-14", null],
        ['Gull S? "The Long Way: Egg"', "2025-03-14", null]
      ])
      const german = yield* read('Titel;Datum\r\n"Salt";"14.03.25"\r\n', "data.csv")
      expect(german.records.map(watchSummary)).toStrictEqual([["Salt", "2025-03-14", null]])
      const unsure = yield* read('Title,Date\n"Salt","3/4/25"\n', "NetflixViewingHistory.csv")
      expect(unsure.failure?.next).toContain("DAYBOOK_NETFLIX_DATE_ORDER")
      const decided = yield* read('Title,Date\n"Salt","3/4/25"\n', "x.csv", { DAYBOOK_NETFLIX_DATE_ORDER: "dmy" })
      expect(decided.records.map(watchSummary)).toStrictEqual([["Salt", "2025-04-03", null]])
      const zip = zipSync({
        "netflix-report/CONTENT_INTERACTION/ViewingActivity.csv": strToU8(
          full(row("2025-03-12 20:00:00", "01:41:00", "Tin Roof Hours"))
        ),
        "netflix-report/IP_ADDRESSES/IpAddressesStreaming.csv": strToU8("secret")
      })
      expect((yield* read(zip)).records).toHaveLength(1)
      expect((yield* read("Title,Rating\nSalt,4\n", "x.csv")).failure?.state).toBe("bad_file")
    })
  )
})
