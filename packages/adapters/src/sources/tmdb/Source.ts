import { source } from "@daybook/core/sync"
import { TitleFinder, watchingRoom } from "@daybook/core/watching"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { followers, type Needs } from "./followers.js"
import { missing, settings } from "./settings.js"
import * as Tmdb from "./Tmdb.js"

const id = "tmdb"

const stored = { id, room: watchingRoom, syncType: "metadata", importFile: Option.none(), pull: () => Stream.empty }

/** What films and shows are: directors, genres, lengths, ratings of content and of everybody, pictures. */
export const tmdb: SourceDefinition<Needs> = {
  id,
  domain: "watching",
  schedule: Option.none(),
  follows: true,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) => Effect.map(Tmdb.make(values), (tmdb) => source<never, Needs>({ ...stored, followers: followers(tmdb) }))),
  archive: source<never, Needs>(stored)
}

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
