import { describeFilm, type FilmDetail, type Wanted } from "@daybook/core/collecting"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { follower } from "../lists/follower.js"

const foundDays = 90

/** What a catalogue says of a film. */
export type Describe = (film: NonNullable<Wanted["film"]>) => Effect.Effect<Option.Option<FilmDetail>, SourceFailure>

/** Length, genres and all that is told of the films on disc. */
export const followers = (describe: Describe) => [
  follower({
    id: "trakt-films",
    lookUp: "film",
    foundDays,
    find: ({ film, subject }) =>
      Effect.gen(function*() {
        const detail = film === null ? Option.none() : yield* describe(film)
        if (Option.isNone(detail)) return false
        yield* describeFilm(subject, detail.value)
        return true
      })
  })
]
