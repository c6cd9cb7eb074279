import type { FilmDetail } from "@daybook/core/collecting"
import { Effect, Option } from "effect"
import * as tmdb from "../tmdb/settings.js"
import * as Tmdb from "../tmdb/Tmdb.js"
import type { Describe } from "./followers.js"
import type { Trakt } from "./Trakt.js"

/** Asks TMDB where that is set up and knows the film, else Trakt, which has neither posters nor TMDB's rating. */
export const describing = Effect.fn("trakt.describing")(function*(trakt: Trakt) {
  const ofTrakt: Describe = ({ ids }) => ids.trakt === null ? Effect.succeedNone : trakt.film(ids.trakt)
  if ((yield* tmdb.missing).length > 0) return ofTrakt
  const catalogue = yield* Tmdb.make(yield* tmdb.settings)
  const describe: Describe = (film) =>
    Effect.gen(function*() {
      const { imdb } = film.ids
      const number = film.ids.tmdb ?? (imdb === null ? null : Option.getOrNull(yield* catalogue.numberOf("movie", "imdb_id", imdb)))
      const found = number === null ? Option.none() : yield* catalogue.movie(number)
      if (Option.isNone(found)) return yield* ofTrakt(film)
      const { contentRating, durationMin, genres, poster, summary, tagline, tmdbRating } = found.value.details
      return Option.some<FilmDetail>({ runtime: durationMin, tmdbRating, genres, tagline, summary, contentRating, poster })
    })
  return describe
})
