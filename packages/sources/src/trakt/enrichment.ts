import { describeFilm, type FilmDetail, type EnrichmentTarget } from "@daybook/core/collecting"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { listEnrichment } from "../kit/enrichment/list.js"
import * as Tmdb from "../tmdb/client.js"
import type { Trakt } from "./client.js"

const foundDays = 90

/** Fetches the details of a film. */
export type Describe = (
  film: NonNullable<EnrichmentTarget["film"]>
) => Effect.Effect<Option.Option<FilmDetail>, SourceFailure>

/** Length, genres and other details of the films on disc. */
export const enrichments = (describe: Describe) => [
  listEnrichment({
    id: "trakt-films",
    kind: "film",
    foundDays,
    find: ({ film, subject }) =>
      Effect.gen(function* () {
        const detail = film === null ? Option.none() : yield* describe(film)
        if (Option.isNone(detail)) return false
        yield* describeFilm(subject, detail.value)
        return true
      })
  })
]

/** Uses TMDB if it is set up and knows the film, else Trakt. Trakt has neither posters nor TMDB's rating. */
export const makeDescribe = Effect.fn("trakt.describing")(function* (trakt: Trakt) {
  const ofTrakt: Describe = ({ ids }) => (ids.trakt === null ? Effect.succeedNone : trakt.film(ids.trakt))
  if ((yield* Tmdb.settings.missing).length > 0) return ofTrakt
  const catalogue = yield* Tmdb.make(yield* Tmdb.settings.config)
  const describe: Describe = (film) =>
    Effect.gen(function* () {
      const { imdb } = film.ids
      const number =
        film.ids.tmdb ?? (imdb === null ? null : Option.getOrNull(yield* catalogue.numberOf("movie", "imdb_id", imdb)))
      const title = number === null ? Option.none() : yield* catalogue.movie(number)
      if (Option.isNone(title)) return yield* ofTrakt(film)
      const { contentRating, durationMin, genres, poster, summary, tagline, tmdbRating } = title.value.details
      return Option.some<FilmDetail>({
        runtime: durationMin,
        tmdbRating,
        genres,
        tagline,
        summary,
        contentRating,
        poster
      })
    })
  return describe
})
