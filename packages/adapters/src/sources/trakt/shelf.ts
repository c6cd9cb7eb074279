import type { DiscShelf, Film } from "@daybook/core/collecting"
import { DateTime, Effect, Option, Schema } from "effect"
import { toFilm } from "./toRecords.js"
import type { Trakt } from "./Trakt.js"
import { Movie } from "./wire.js"

const decode = Schema.decodeUnknownOption(Movie)

const films = (found: ReadonlyArray<unknown>): ReadonlyArray<Film> => found.flatMap((movie) => Option.toArray(Option.flatMapNullable(decode(movie), toFilm)))

/** The collection at Trakt, as it can be added to and taken from. */
export const discShelf = (trakt: Trakt): DiscShelf => ({
  film: (by) =>
    Effect.map(trakt.found("tmdb" in by ? { service: "tmdb", id: String(by.tmdb) } : { service: "imdb", id: by.imdb }), (found) =>
      Option.fromNullable(films(found)[0])),
  search: (title) => Effect.map(trakt.search(title), films),
  add: (film, edition, at) => trakt.add(film, edition, DateTime.formatIso(DateTime.unsafeMake(at))),
  remove: trakt.remove
})
