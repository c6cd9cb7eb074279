import { TitleFinder, watchingWriter } from "@daybook/core/watching"
import { Duration, Effect, Option } from "effect"
import { following } from "../kit/following.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as Tmdb from "./client.js"
import { enrichments } from "./enrichment.js"

/** Metadata of films and shows: directors, genres, lengths, content ratings, average ratings, pictures. */
export const tmdb = enrichmentSource({
  id: "tmdb",
  about: {
    title: "TMDB",
    brings: "Directors, genres, lengths, ratings and posters of films and series.",
    keys: "https://www.themoviedb.org/settings/api"
  },
  writer: watchingWriter,
  syncType: "metadata",
  settings: Tmdb.settings,
  calls: ({ baseUrl }) => [baseUrl],
  enrichments: (values) => Effect.map(Tmdb.make(values), enrichments)
})

/** A client waits for the response. */
const interactiveLimits = { patience: Duration.seconds(3), timeout: Duration.seconds(5) }

/** TMDB if it is set up, for interactive requests. */
export const titleFinder = following(
  TitleFinder,
  Effect.gen(function* () {
    if ((yield* Tmdb.settings.missing).length > 0)
      return { available: false, movie: () => Effect.succeedNone, search: () => Effect.succeedNone }
    const service = yield* Tmdb.make(yield* Tmdb.settings.config, interactiveLimits)
    return {
      available: true,
      movie: service.movie,
      search: (title, year) =>
        Effect.flatMap(
          service.search("movie", title, year),
          Option.match({ onNone: () => Effect.succeedNone, onSome: service.movie })
        )
    }
  })
)
