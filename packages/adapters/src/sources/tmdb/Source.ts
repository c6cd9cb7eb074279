import { TitleFinder, watchingRoom } from "@daybook/core/watching"
import { Duration, Effect, Layer, Option } from "effect"
import { following } from "../following.js"
import { followers } from "./followers.js"
import { missing, settings } from "./settings.js"
import * as Tmdb from "./Tmdb.js"

/** What films and shows are: directors, genres, lengths, ratings of content and of everybody, pictures. */
export const tmdb = following({ id: "tmdb", room: watchingRoom, syncType: "metadata", missing, settings, followers: (values) => Effect.map(Tmdb.make(values), followers) })

/** Somebody is waiting for the answer. */
const hurried = { patience: Duration.seconds(3), timeout: Duration.seconds(5) }

/** TMDB where it is set up, asked while somebody waits. */
export const titleFinder = Layer.effect(TitleFinder, Effect.gen(function*() {
  if ((yield* missing).length > 0) return { available: false, movie: () => Effect.succeedNone, search: () => Effect.succeedNone }
  const service = yield* Tmdb.make(yield* settings, hurried)
  return {
    available: true,
    movie: service.movie,
    search: (title, year) =>
      Effect.flatMap(service.search("movie", title, year), Option.match({ onNone: () => Effect.succeedNone, onSome: service.movie }))
  }
}))
