import { Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import type { Film } from "../sampleOwner/films.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { DiaryEntry } from "../sampleOwner/watching.js"
import type { SimulatedClock } from "../shared/Simulator.js"

/** An entry as the site keeps it. */
export interface LoggedFilm extends DiaryEntry {
  readonly film: Film
}

/** What the member does on the site. */
export interface DiaryControl {
  /** All entries, oldest logged first. */
  readonly entries: Effect.Effect<ReadonlyArray<LoggedFilm>>
  readonly add: (
    entry: { readonly film: number; readonly date: string | null } & Partial<Omit<DiaryEntry, "number" | "date">>
  ) => Effect.Effect<number>
  readonly remove: (number: number) => Effect.Effect<void>
  readonly edit: (number: number, change: Partial<Omit<DiaryEntry, "number">>) => Effect.Effect<void>
}

/** One film in twenty-five is filed a year off from what other services say. */
export const siteYear = (film: Film): number =>
  film.index >= 8 && hash("site year", film.tmdb) % 25 === 0 ? film.year + 1 : film.year

export const makeDiary = (sampleOwner: SampleOwner, clock: SimulatedClock): DiaryControl => {
  const added: Array<LoggedFilm> = []
  const removed = new Set<number>()
  const edits = new Map<number, Partial<DiaryEntry>>()
  const entries = Effect.map(clock.now, (millis): ReadonlyArray<LoggedFilm> => {
    const now = Math.floor(millis / 1_000)
    const life = sampleOwner.watching
      .until(now)
      .flatMap(({ diary, what }) =>
        diary === null || what.kind !== "film" ? [] : [{ ...diary, film: sampleOwner.watching.films[what.film]! }]
      )
    return [...life, ...added]
      .filter(({ loggedAt, number }) => loggedAt < now && !removed.has(number))
      .map((entry) => ({ ...entry, ...edits.get(entry.number) }))
      .sort((a, b) => a.loggedAt - b.loggedAt || a.number - b.number)
  })
  return {
    entries,
    add: ({ date, film, ...more }) =>
      Effect.map(clock.now, (millis) => {
        const number = 900_000 + added.length
        const plain = {
          rewatch: false,
          rating: null,
          review: null,
          isSpoiler: false,
          isLiked: false,
          loggedAt: Math.floor(millis / 1_000) - 1
        }
        added.push({ ...plain, ...more, number, date, film: sampleOwner.watching.films[film]! })
        return number
      }),
    remove: (number) => Effect.sync(() => void removed.add(number)),
    edit: (number, change) => Effect.sync(() => void edits.set(number, { ...edits.get(number), ...change }))
  }
}
