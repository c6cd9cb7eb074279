import type { DiscShelf, Film } from "@daybook/core/collecting"
import { DateTime, Effect, Option, Schema } from "effect"
import type { Trakt } from "./client.js"
import { Movie, toFilm } from "./wire.js"

const decodeFilm = Schema.decodeUnknownOption(Movie)

const films = (rows: ReadonlyArray<unknown>): ReadonlyArray<Film> =>
  rows.flatMap((movie) => Option.toArray(Option.flatMapNullable(decodeFilm(movie), toFilm)))

/** Adds to and removes from the collection at Trakt. */
export const discShelf = (trakt: Trakt): DiscShelf => ({
  film: (by) =>
    Effect.map(
      trakt.findByExternalId(
        "tmdb" in by ? { service: "tmdb", id: String(by.tmdb) } : { service: "imdb", id: by.imdb }
      ),
      (rows) => Option.fromNullable(films(rows)[0])
    ),
  search: (title) => Effect.map(trakt.search(title), films),
  add: (film, edition, at) => trakt.add(film, edition, DateTime.formatIso(DateTime.unsafeMake(at))),
  remove: trakt.remove
})
