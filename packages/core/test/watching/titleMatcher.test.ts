import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  type Title,
  type TitleRecord,
  makeTitleMatcher,
  matchTitle,
  mayBeSameTitle,
  nameKeysOf,
  noDetails,
  noIdentifiers
} from "../../src/watching/index.js"
import { watchSources } from "./sources.js"

const title = (name: string, year: number | null, of: Partial<Title> = {}): Title => ({
  title: name,
  year,
  ids: noIdentifiers,
  details: noDetails,
  ...of
})

const record = (id: number, name: string, year: number | null, of: Partial<TitleRecord> = {}): TitleRecord => ({
  id,
  kind: "movie",
  title: name,
  matchTitle: matchTitle(name),
  year,
  namedBy: 1,
  describedBy: 1,
  details: noDetails,
  ids: new Map(),
  newIds: [],
  changed: false,
  ...of
})

/** A matcher that answers at once. */
const matcherOf = (records: ReadonlyArray<TitleRecord>) => {
  const { merges, place } = makeTitleMatcher(watchSources, records)
  return { merges, place: (...of: Parameters<typeof place>) => Effect.runSync(place(...of)) }
}

const movie = (one: Title) => ({ kind: "movie" as const, title: one })

describe("the title matcher", () => {
  it("matches a title by an id before its name", () => {
    const named = record(1, "Heat", 1995)
    const identified = record(2, "Hitze", 1995, { ids: new Map([["imdb", new Set(["tt0113277"])]]) })
    const heat = title("Heat", 1995, { ids: { ...noIdentifiers, imdb: "tt0113277" } })
    expect(matcherOf([named, identified]).place([movie(heat)], "plex")).toEqual([identified])
  })

  it("matches a name without case, accents and punctuation, within one year", () => {
    const storedTitle = record(1, "Amélie!", 2001)
    const matcher = matcherOf([storedTitle])
    expect(matcher.place([movie(title("amelie", 2002))], "plex")[0]).toBe(storedTitle)
    expect(matcher.place([movie(title("amelie", 2004))], "plex")[0]!.id).toBe(0)
  })

  it("takes two years of the diary service for two films", () => {
    const [first, second] = matcherOf([]).place(
      [movie(title("Crash", 1996)), movie(title("Crash", 1997))],
      "letterboxd"
    )
    expect(first).not.toBe(second)
  })

  it("does not match a name whose id contradicts", () => {
    const storedTitle = record(1, "Solaris", 1972, { ids: new Map([["tmdb", new Set(["593"])]]) })
    const other = title("Solaris", 1972, { ids: { ...noIdentifiers, tmdb: 2103 } })
    const [placed] = matcherOf([storedTitle]).place([movie(other)], "plex")
    expect(placed!.id).toBe(0)
    expect(mayBeSameTitle(watchSources, storedTitle, placed!)).toBe(false)
  })

  it("takes a show and its reboot for two, whatever else is known of them", () => {
    const show = (tvdb: string, year: number | null, of: Partial<Title["ids"]> = {}) => ({
      kind: "show" as const,
      title: title("Night Quill", year, { ids: { ...noIdentifiers, tvdb, ...of } })
    })
    for (const years of [
      [null, null],
      [1984, null],
      [null, 2023],
      [1984, 2023],
      [2023, 2023]
    ] as const) {
      const matcher = matcherOf([])
      const [old, reboot] = matcher.place([show("162", years[0]), show("2021", years[1])], "tvtime")
      expect(old).not.toBe(reboot)
      // Each of them is found again, also with ids of another service.
      expect(matcher.place([show("2021", 2023, { trakt: 7 }), show("162", 1984, { trakt: 8 })], "trakt")).toEqual([
        reboot,
        old
      ])
      expect(mayBeSameTitle(watchSources, old!, reboot!)).toBe(false)
    }
  })

  it("merges two records that one title identifies", () => {
    const byTmdb = record(1, "Alien", 1979, { ids: new Map([["tmdb", new Set(["348"])]]) })
    const byImdb = record(2, "Alien: Director's Cut", 1979, { ids: new Map([["imdb", new Set(["tt0078748"])]]) })
    const matcher = matcherOf([byTmdb, byImdb])
    const alien = title("Alien", 1979, { ids: { ...noIdentifiers, tmdb: 348, imdb: "tt0078748" } })
    expect(matcher.place([movie(alien)], "plex")).toEqual([byTmdb])
    expect(matcher.merges).toEqual([[byImdb, byTmdb]])
  })

  it("changes nothing when the same details arrive again, with their members in any order", () => {
    const details = { ...noDetails, genres: ["Drama"], durationMin: 90 }
    const reversed = Object.fromEntries(Object.entries(details).reverse()) as unknown as typeof details
    const keys = nameKeysOf({ title: "Ida", year: 2013 }).slice(0, 1)
    const storedTitle = record(1, "Ida", 2013, {
      namedBy: 2,
      describedBy: 2,
      details: reversed,
      ids: new Map([
        ["name", new Set(keys)],
        ["name:plex", new Set(keys)]
      ])
    })
    matcherOf([storedTitle]).place([movie(title("Ida", 2013, { details }))], "plex")
    expect(storedTitle).toMatchObject({ changed: false, newIds: [] })
  })

  it("keeps the details of the source with higher precedence", () => {
    const storedTitle = record(1, "Ida", 2013, { describedBy: 3, details: { ...noDetails, durationMin: 82 } })
    const details = { ...noDetails, durationMin: 80, tagline: "A road trip" }
    matcherOf([storedTitle]).place([movie(title("Ida", 2013, { details }))], "plex")
    expect(storedTitle.details).toMatchObject({ durationMin: 82, tagline: "A road trip" })
  })
})
