import type { NewCorrection } from "@daybook/core/corrections"
import { watchingRules } from "@daybook/core/watching"
import { FastCheck as fc } from "effect"
import { withoutConflict } from "../correctionProperties.js"
import { type Seen, days } from "./steps.js"

export const hide = (type: string, subject: NewCorrection["subject"]): NewCorrection => ({
  ...{ domain: "watching", kind: "hide", type, subject, object: null, value: null, reason: null }
})

export const nameOf = (type: string, title: string): NewCorrection => ({
  ...{ domain: "watching", kind: "name", type, subject: { title }, object: null, reason: null },
  value: type === "movie" ? "Leiter" : "Die Leiter"
})

export const pairOf = (kind: "same" | "different", type: string, from: string, to: string): NewCorrection => ({
  ...{ domain: "watching", kind, type, subject: { title: from }, object: { title: to }, value: null, reason: null }
})

/** Names of titles as corrections write them; the last one is given by a correction. */
const names = ["Ladder", "LADDER", "Ather", "Signal", "Leiter"] as const

export const isGivenName = (key: NewCorrection["subject"]) => key["title"] === names.at(-1)

const pair: fc.Arbitrary<NewCorrection> = fc
  .tuple(
    fc.constantFrom("same" as const, "same" as const, "same" as const, "different" as const),
    fc.constantFrom("movie", "show"),
    fc.constantFrom(...names),
    fc.constantFrom(...names)
  )
  .map((of) => pairOf(...of))

const single: fc.Arbitrary<NewCorrection> = fc
  .record({
    isName: fc.boolean(),
    type: fc.constantFrom("movie", "show", "viewing"),
    name: fc.constantFrom(...names),
    day: fc.constantFrom(...days),
    episode: fc.constantFrom(null, 1, 2)
  })
  .map(({ day, episode, isName, name, type }) =>
    type === "viewing"
      ? hide(type, {
          ...{ title: name, watched_on: day },
          ...(episode === null ? {} : { season: "1", episode: String(episode) })
        })
      : isName
        ? nameOf(type, name)
        : hide(type, { title: name })
  )

export const setDay = (subject: NewCorrection["subject"], day: string): NewCorrection => ({
  ...{ domain: "watching", kind: "set", type: "viewing", subject, object: null, reason: null },
  value: `date=${day}`
})

export const credit = (subject: NewCorrection["subject"], season: number, episode: number): NewCorrection => ({
  ...{ domain: "watching", kind: "credit", type: "episode", subject, value: null, reason: null },
  object: { season: String(season), episode: String(episode) }
})

/** Days that corrections give: those of other viewings, next to them, and far from all. */
const givenDays = [...days, "2025-03-02", "2024-07-19"]

const day: fc.Arbitrary<NewCorrection> = fc
  .record({
    name: fc.constantFrom(...names),
    day: fc.constantFrom("unknown", "unknown", ...days),
    episode: fc.constantFrom(null, null, 1, 2),
    given: fc.constantFrom(...givenDays)
  })
  .map(({ day, episode, given, name }) =>
    setDay(
      { ...{ title: name, watched_on: day }, ...(episode === null ? {} : { season: "1", episode: String(episode) }) },
      given
    )
  )

const place: fc.Arbitrary<NewCorrection> = fc
  .record({
    name: fc.constantFrom(...names),
    episode: fc.constantFrom(1, 2),
    day: fc.constantFrom(null, null, "unknown", ...days),
    season: fc.constantFrom(1, 2),
    to: fc.constantFrom(1, 2, 3)
  })
  .map(({ day, episode, name, season, to }) =>
    credit(
      { ...{ title: name, season: "1", episode: String(episode) }, ...(day === null ? {} : { watched_on: day }) },
      season,
      to
    )
  )

/** Says that the titles of two years are two. */
export const apart = (type: string, from: number, to: number): NewCorrection => ({
  ...pairOf("different", type, "Ladder", "Ladder"),
  ...{ subject: { title: "Ladder", year: String(from) }, object: { title: "Ladder", year: String(to) } }
})

const separation: fc.Arbitrary<NewCorrection> = fc
  .tuple(fc.constantFrom("movie", "show"), fc.constantFrom([1960, 1961] as const, [1961, 1960] as const))
  .map(([type, [from, to]]) => apart(type, from, to))

export const identified = (type: string, title: string, value: string): NewCorrection => ({
  ...{ domain: "watching", kind: "identify", type, subject: { title }, object: null, value, reason: null }
})

const identification: fc.Arbitrary<NewCorrection> = fc
  .tuple(
    fc.constantFrom("movie", "show"),
    fc.constantFrom(...names),
    fc.constantFrom("tmdb_id=603", "tmdb_id=604", "imdb_id=tt2000374", "none")
  )
  .map((of) => identified(...of))

/** A viewing by what a source reports of it, in any order of the members. */
export const reportKey = (title: string, { day, episode, source }: Pick<Seen, "day" | "episode" | "source">) => ({
  ...{ title, watched_on: day ?? "unknown", report: `${source}:${day ?? "seen"}` },
  ...(episode === null ? {} : { season: "1", episode: String(episode) })
})

export const differentViewings = (
  subject: NewCorrection["subject"],
  object: NewCorrection["object"]
): NewCorrection => ({
  ...{ domain: "watching", kind: "different", type: "viewing", subject, object, value: null, reason: null }
})

const twoViewings: fc.Arbitrary<NewCorrection> = fc
  .record({
    names: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)),
    day: fc.constantFrom(null, ...days),
    episode: fc.constantFrom(null, null, 1, 2),
    pair: fc.constantFrom(["plex", "trakt"] as const, ["letterboxd", "plex"] as const, ["trakt", "letterboxd"] as const)
  })
  .map(({ day, episode, names: [name, other], pair: [source, another] }) =>
    differentViewings(reportKey(name, { day, episode, source }), reportKey(other, { day, episode, source: another }))
  )

export const corrections = withoutConflict(
  watchingRules,
  fc.oneof(single, pair, separation, identification, day, place, twoViewings)
)
/** Without days and places, what is to be seen follows from titles alone. */
export const correctionsOfTitles = withoutConflict(watchingRules, fc.oneof(single, pair, separation, twoViewings))
