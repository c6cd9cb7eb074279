import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { lengthOf, timeOf } from "../../src/netflix/dates.js"
import { netflix as netflixSource } from "../../src/netflix/source.js"
import { readTitle } from "../../src/netflix/titles.js"
import { readWatches, watchSummary } from "../support/watchFile.js"
import { filesOf } from "../support/importFile.js"

const { exportFile } = filesOf(netflixSource)

const read = readWatches(exportFile)

const columns = [
  "Profile Name",
  "Start Time",
  "Duration",
  "Attributes",
  "Title",
  "Supplemental Video Type",
  "Device Type",
  "Bookmark",
  "Latest Bookmark",
  "Country"
]
type Row = readonly [title: string, duration?: string, start?: string]

/** A file of rows, by default of 45 minutes, on one day each. */
const activity = (rows: ReadonlyArray<Row>, delimiter = ",") =>
  [
    columns.join(delimiter),
    ...rows.map(([title, duration = "00:45:00", start], index) =>
      [
        "ADA",
        start ?? `2026-03-${String(index + 1).padStart(2, "0")} 20:00:00`,
        duration,
        "",
        `"${title}"`,
        "",
        "TV",
        duration,
        duration,
        "XX"
      ].join(delimiter)
    )
  ].join("\n")

const whatIs = (title: string): string => {
  const read = readTitle(title)
  return read.kind === "episode"
    ? `${read.show} S${read.season ?? "?"}E${read.episode ?? "?"} ${read.episodeTitle}`
    : read.kind
}

/** A title of a profile in some language: season 3, and in most of them episode 4. */
const inLanguages: ReadonlyArray<readonly [language: string, season: string, episode: string]> = [
  ["English", "Season 3", "Episode 4"],
  ["British English", "Series 3", "Episode 4"],
  ["Spanish", "Temporada 3", "Episodio 4"],
  ["Spanish of Latin America", "Temporada 3", "Capítulo 4"],
  ["Catalan", "Temporada 3", "Episodi 4"],
  ["Portuguese", "3.ª temporada", "Episódio 4"],
  ["Brazilian Portuguese", "Temporada 3", "Episódio 4"],
  ["French", "Saison 3", "Épisode 4"],
  ["Italian", "Stagione 3", "Episodio 4"],
  ["Romanian", "Sezonul 3", "Episodul 4"],
  ["German", "Staffel 3", "Folge 4"],
  ["German, turned around", "3. Staffel", "4. Folge"],
  ["Dutch", "Seizoen 3", "Aflevering 4"],
  ["Danish", "Sæson 3", "Afsnit 4"],
  ["Swedish", "Säsong 3", "Avsnitt 4"],
  ["Norwegian", "Sesong 3", "Episode 4"],
  ["Finnish", "Kausi 3", "Jakso 4"],
  ["Polish", "Sezon 3", "Odcinek 4"],
  ["Czech", "3. řada", "4. díl"],
  ["Slovak", "3. séria", "4. diel"],
  ["Croatian", "3. sezona", "4. epizoda"],
  ["Hungarian", "3. évad", "4. epizód"],
  ["Turkish", "3. Sezon", "4. Bölüm"],
  ["Russian", "Сезон 3", "4-я серия"],
  ["Ukrainian", "Сезон 3", "Серія 4"],
  ["Greek", "3ος κύκλος", "Επεισόδιο 4"],
  ["Hebrew", "עונה 3", "פרק 4"],
  ["Arabic", "الموسم 3", "الحلقة 4"],
  ["Hindi", "सीज़न 3", "एपिसोड 4"],
  ["Indonesian", "Musim 3", "Episode 4"],
  ["Vietnamese", "Phần 3", "Tập 4"],
  ["Thai", "ซีซั่น 3", "ตอนที่ 4"],
  ["Japanese", "シーズン3", "第4話"],
  ["Korean", "시즌 3", "4화"],
  ["Chinese", "第 3 季", "第 4 集"],
  ["Chinese in words", "第三季", "第四集"]
]

describe("titles of Netflix in a language", () => {
  it.each(inLanguages)("of %s have season and episode", (_, season, episode) => {
    expect(whatIs(`Harbour: ${season}: Tide (${episode})`)).toBe("Harbour S3E4 Tide")
    expect(whatIs(`Harbour: ${season.normalize("NFD")}: Tide (${episode.normalize("NFD")})`)).toBe("Harbour S3E4 Tide")
    expect(whatIs(`Harbour: ${season}: Tide`)).toBe("Harbour S3E? Tide")
  })

  it.each([
    ["Parte 3", "Livro 3", "Buch 3", "Volumen 3", "Svazek 3", "3. část", "Part 3", "Księga 3", "Kirja 3", "Книга 3"],
    ["Season 3 - Again", "Staffel 3 – Neuanfang", "Temporada 3 (Parte 2)", "Season 3 Part 2", "Serie 3"]
  ])("have parts, books and seasons with a name", (...seasons) => {
    for (const season of seasons) expect(whatIs(`Harbour: ${season}: Tide`)).toBe("Harbour S3E? Tide")
  })

  it.each(["Limited Series", "Miniserie", "Minisérie", "Minissérie", "Serie limitada", "Série limitée"])(
    "are of the only season with %s",
    (single) => {
      expect(whatIs(`Harbour: ${single}: Tide`)).toBe("Harbour S1E? Tide")
    }
  )

  it("have no number where a word counts over the seasons, or names half of a story", () => {
    expect(whatIs("Harbour: Temporada 2: Capítulo 14")).toBe("Harbour S2E? Capítulo 14")
    expect(whatIs("Harbour: 2. řada: Bouře (2. část)")).toBe("Harbour S2E? Bouře (2. část)")
    expect(whatIs("Harbour: Serie 5: Aflevering 4")).toBe("Harbour S5E4 Aflevering 4")
    expect(whatIs("Harbour: Aflevering 4")).toBe("Harbour S?E4 Aflevering 4")
    expect(whatIs("Harbour: Tide: Episode 4")).toBe("Harbour S?E4 Tide: Episode 4")
    expect(whatIs("Harbour: Season 1: Tide: Episode 4")).toBe("Harbour S1E? Tide: Episode 4")
  })

  it("never lose a word, whatever is in them", () => {
    const part = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => /\p{L}/u.test(text))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const title = parts.map((one) => one.replace(/[:：()（）]/gu, " ").trim() || "x").join(": ")
        const read = readTitle(title)
        const words = read.kind === "episode" ? `${read.show} ${read.episodeTitle}` : read.title
        if (read.kind !== "episode") expect(words).toBe(title.trim())
        else expect(words.length).toBeGreaterThan(1)
      })
    )
  })
})

describe("a viewing activity of Netflix", () => {
  it.effect("has seasons and episodes in languages other than English", () =>
    Effect.gen(function* () {
      const { failure, lines, records } = yield* read(
        activity([
          ["Ecos: Temporada 1: Fiesta (Capítulo 3)"],
          ["Základna: 1. řada: Začátek (1. díl)"],
          ["Avatar: Livro 2: A caçada (Episódio 8)"],
          ["Cry: 2.ª temporada: Jellies (Episódio 3)"],
          ["Luther: Serie 5: Aflevering 4"],
          ["Bratrstvo: 1. část: Ocel"],
          ["Harbour: Season 1: One (Episode 1)"]
        ]),
        "ViewingActivity.csv"
      )
      expect(failure).toBeNull()
      expect(records.map((one) => watchSummary(one)[0])).toStrictEqual([
        "Ecos S1E3",
        "Základna S1E1",
        "Avatar S2E8",
        "Cry S2E3",
        "Luther S5E4",
        'Bratrstvo S1 "Ocel"',
        "Harbour S1E1"
      ])
      expect(lines.join()).not.toContain("not watched")
    })
  )

  it.effect("keeps episodes of seasons with names of their own for a decision", () =>
    Effect.gen(function* () {
      const { failure, lines, records } = yield* read(
        activity([
          ["HARBOUR: Tide: The Ada Quill Story: The Good Net Box (Episode 4)"],
          ["Sea Glass: Limited Series: 11 Bodies (Episode 2)"],
          ["Tiger Net: Tiger Net 2: Beg (Episode 1)"],
          ["Mon été: Saison 3: 23 - Faire un jaloux (Épisode 4)"],
          ["Lampa: Sezon 2: Zima (Odcinek 3)"],
          ["Sea Glass: The Movie", "02:02:36"],
          ["Sea Glass: Eleven"],
          ["Sea Glass: Unknown word 3: Eleven"],
          ["Sea Glass: A: B", "02:02:36"],
          ["Sea Glass (Episode 3)"],
          ["Sea Glass: Ten", "00:12:00"]
        ]),
        "ViewingActivity.csv"
      )
      expect(failure).toBeNull()
      expect(records.map((one) => watchSummary(one)[0])).toStrictEqual([
        'HARBOUR S?E4 "Tide: The Ada Quill Story: The Good Net Box"',
        "Sea Glass S1E2",
        "Tiger Net S2E1",
        "Mon été S3E4",
        "Lampa S2E3",
        "Sea Glass: The Movie",
        'Sea Glass S? "Eleven"',
        'Sea Glass S? "Unknown word 3: Eleven"',
        'Sea Glass S? "A: B"',
        'Sea Glass S?E3 "Episode 3"'
      ])
      expect(lines.join()).toContain("1 not watched")
    })
  )
})

describe("a viewing activity that a program for tables saved", () => {
  const saved = [
    columns.join(","),
    "ADA,11/2/22 0:01,0:00:10,Autoplayed: user action: None; ,War_hook_primary_16x9,HOOK,TV,0:00:10,0:00:10,PE (Peru)",
    "ADA,11/1/22 23:50,1:40:48,,Lonely Net,,TV,1:40:48,1:40:48,PE (Peru)",
    "ADA,11/15/22 21:50,0:45:48,,Harbour: Season 1: One (Episode 1),,TV,0:45:48,0:45:48,PE (Peru)"
  ].join("\n")
  const viewings = [
    ["Lonely Net", "2022-11-01T23:50:00.000Z", null],
    ["Harbour S1E1", "2022-11-15T21:50:00.000Z", null]
  ]

  it.effect("is read, whatever its dates and delimiters look like", () =>
    Effect.gen(function* () {
      const german = saved
        .replaceAll(/(\d+)\/(\d+)\/22 (\d+:\d+)/g, "$2.$1.2022 $3")
        .replace("Autoplayed: user action: None; ", '"Autoplayed: user action: None; "')
        .replaceAll(",", ";")
        .replace(/^/, "sep=;\n")
      const twelveHours = saved
        .replaceAll("0:01,", "12:01 AM,")
        .replaceAll("23:50", "11:50 PM")
        .replaceAll("21:50", "9:50 p.m.")
      for (const file of [saved, german, twelveHours]) {
        const { failure, lines, records } = yield* read(file, "ViewingActivity.csv")
        expect(failure).toBeNull()
        expect(records.map(watchSummary)).toStrictEqual(viewings)
        expect(lines.join()).toContain("1 trailers")
      }
    })
  )

  it.effect("asks for the order of day and month if nothing shows it", () =>
    Effect.gen(function* () {
      const file = activity([["Lonely Net", "1:40:48", "11/1/22 23:50"]])
      expect((yield* read(file, "ViewingActivity.csv")).failure?.next).toContain("DAYBOOK_NETFLIX_DATE_ORDER")
      const { records } = yield* read(file, "ViewingActivity.csv", { DAYBOOK_NETFLIX_DATE_ORDER: "dmy" })
      expect(records.map(watchSummary)).toStrictEqual([["Lonely Net", "2022-01-11T23:50:00.000Z", null]])
    })
  )

  it("has times with and without seconds, and lengths as times of day", () => {
    const at = Date.parse("2022-11-02T00:01:00Z")
    for (const text of [
      "11/2/22 0:01",
      "11/2/2022 12:01 AM",
      "11/02/2022 00:01:00",
      "11/2/2022 0.01.00",
      "2022-11-02 00:01:00"
    ])
      expect([text, timeOf(text, "mdy")]).toStrictEqual([text, at])
    expect(timeOf("2022/11/2 0:01", "ymd")).toBe(at)
    for (const text of ["11/2/22", "0:01", "13/2/22 0:01", "11/2/22 25:01", "", "never"])
      expect([text, timeOf(text, "mdy")]).toStrictEqual([text, null])
    const lengths = ["01:02:03", "1:02:03", "1.02.03", "1:02:03 AM", "1:02:03.5", "62:03.0"]
    expect(lengths.map(lengthOf)).toStrictEqual(lengths.map(() => 3_723_000))
    expect(lengthOf("12:02:03 AM")).toBe(123_000)
    expect(lengthOf("Not latest view")).toBeNull()
  })
})
