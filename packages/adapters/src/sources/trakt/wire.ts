import { Schema } from "effect"
import { LooseNumber } from "../lists/loose.js"

/**
 * Trakt's API (https://github.com/trakt/trakt-api), `GET /sync/collection/movies?extended=metadata`, and
 * collection-movies.json of its export:
 *
 *   [{"collected_at":"2024-06-15T12:00:00.000Z","updated_at":"2024-06-15T12:00:00.000Z",
 *     "movie":{"title":"The Quiet Engine","year":1999,"ids":{"trakt":481,"slug":"the-quiet-engine-1999","imdb":"tt0133093","tmdb":603}},
 *     "metadata":{"media_type":"bluray","resolution":"uhd_4k","hdr":"dolby_vision","audio":"dolby_atmos","audio_channels":"7.1","3d":false}}]
 *
 * The metadata may be missing in part or whole, and has been numbers for a while.
 */
const Loose = Schema.optional(Schema.Unknown)
const Text = Schema.optional(Schema.NullOr(Schema.String))

export const Movie = Schema.Struct({
  title: Text,
  year: LooseNumber,
  ids: Schema.Struct({ trakt: LooseNumber, imdb: Text, tmdb: LooseNumber })
})
export type Movie = typeof Movie.Type

export const Metadata = Schema.Struct({ media_type: Loose, resolution: Loose, hdr: Loose, audio: Loose, audio_channels: Loose })

export const CollectedMovie = Schema.Struct({ collected_at: Text, updated_at: Text, movie: Movie, metadata: Loose })
export type CollectedMovie = typeof CollectedMovie.Type

export const LastActivities = Schema.Struct({ movies: Schema.optional(Schema.NullOr(Schema.Struct({ collected_at: Text }))) })

/** `GET /movies/{id}?extended=full`. */
export const FullMovie = Schema.Struct({
  tagline: Text,
  overview: Text,
  runtime: LooseNumber,
  certification: Text,
  genres: Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
})

export const Found = Schema.Array(Schema.Struct({ movie: Schema.optional(Schema.Unknown) }))

const Count = Schema.optional(Schema.NullOr(Schema.Struct({ movies: LooseNumber })))

/** What a change to the collection came to. */
export const Changed = Schema.Struct({ added: Count, updated: Count, existing: Count, deleted: Count })
