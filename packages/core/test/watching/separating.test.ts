import {
  type Title,
  type TitleNaming,
  noDetails,
  noIdentifiers,
  separateNamings,
  titleNamed
} from "@daybook/core/watching"
import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { watchSources } from "./sources.js"

const naming = (
  id: number,
  namer: string,
  title: string,
  year: number | null,
  ids: Partial<Title["ids"]> = {},
  durationMin: number | null = null
): TitleNaming => ({
  ...{ id, namer, describedAs: null },
  title: { title, year, ids: { ...noIdentifiers, ...ids }, details: { ...noDetails, durationMin } }
})

type Key = Readonly<Record<string, string>>

const different = (subject: Key, object: Key) => ({ kind: "different" as const, type: "movie", subject, object })

const idsOf = (namings: ReadonlyArray<TitleNaming>, ...some: ReadonlyArray<ReturnType<typeof different>>) =>
  separateNamings("movie", namings, some).map((part) => part.namings.map(({ id }) => id))

describe("separating titles", () => {
  const older = naming(1, "letterboxd", "Heron Street", 2011)
  const newer = naming(2, "plex", "Heron Street", 2012)
  const bare = naming(3, "imdb", "Heron Street", null)
  const [of2011, of2012] = [
    { title: "Heron Street", year: "2011" },
    { title: "heron street", year: "2012" }
  ]

  it("puts each naming on the side that it is closer to, and what is as close to both with the object", () => {
    expect(idsOf([older, newer, bare], different(of2012, of2011))).toEqual([[1, 3], [2]])
    expect(idsOf([older, newer, bare], different(of2011, of2012))).toEqual([[2, 3], [1]])
  })

  it("prefers a key without a year for what has none", () => {
    expect(idsOf([older, newer, bare], different({ title: "Heron Street" }, of2012))).toEqual([[2], [1, 3]])
  })

  it("lets the id of a provider decide before names", () => {
    const renamed = naming(4, "trakt", "Rue du Héron", 2011, { imdb: "tt2000374" })
    expect(idsOf([renamed, newer], different({ title: "Heron Street", imdb_id: "tt2000374" }, of2012))).toEqual([
      [2],
      [4]
    ])
  })

  it("takes the name that the metadata service gives for each of the others", () => {
    const described = naming(6, "tmdb", "Rue du Héron", 2012, { tmdb: 603 })
    const titleOfPage = { title: "Rue du Héron", year: "2012" }
    expect(idsOf([older, newer, bare, described], different(of2011, titleOfPage))).toEqual([[2, 3, 6], [1]])
    expect(idsOf([newer, bare, described], different(of2011, titleOfPage))).toEqual([[2, 3, 6]])
  })

  it("stays as it is when the metadata service names both", () => {
    const [one, other] = [naming(1, "plex", "Chalk Hall", 2011), naming(2, "trakt", "Heron Street", 2011)]
    const both = different({ title: "Heron Street" }, { title: "Chalk Hall" })
    const named = [naming(3, "tmdb", "Chalk Hall", 2011), naming(4, "tmdb", "Heron Street", 2011)]
    expect(idsOf([one, other, ...named], both)).toEqual([
      [1, 3],
      [2, 4]
    ])
  })

  it("separates nothing where only one side is named", () => {
    expect(idsOf([newer, bare], different(of2011, { title: "Chalk Hall" }))).toEqual([[2, 3]])
  })

  it("makes as many titles as corrections distinguish, in any order of these", () => {
    const last = naming(5, "trakt", "Heron Street", 2013)
    const of2013 = { title: "Heron Street", year: "2013" }
    const some = [different(of2011, of2012), different(of2012, of2013), different(of2013, of2011)]
    fc.assert(
      fc.property(fc.shuffledSubarray(some, { minLength: 3 }), (ordered) => {
        const parts = idsOf([older, newer, last], ...ordered)
        expect(parts.toSorted()).toEqual([[1], [2], [5]])
        expect(parts).toEqual(idsOf([older, newer, last], ...some))
      })
    )
  })

  it("describes each title by what is said of it", () => {
    const described = naming(6, "tmdb", "Heron Street", 2011, { tmdb: 603 }, 95)
    const parts = separateNamings(
      "movie",
      [older, naming(2, "plex", "Heron Street", 2012, { tmdb: 604 }, 101), described],
      [different(of2012, of2011)]
    )
    const records = parts.map(({ namings }) => titleNamed(watchSources, "movie", namings))
    expect(records.map(({ details, year }) => [year, details.durationMin])).toEqual([
      [2011, 95],
      [2012, 101]
    ])
    expect(records.map(({ ids }) => [...(ids.get("tmdb") ?? [])])).toEqual([["603"], ["604"]])
  })
})
