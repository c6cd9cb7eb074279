import { Schema } from "effect"
import type { DecadeCount, NamedCount } from "../facts.js"
import { oneDecimal } from "./shared.js"

export const CountedName = Schema.Struct({ name: Schema.String, count: Schema.Number })
export const CountedDecade = Schema.Struct({ decade: Schema.Number.annotations({ description: "The decade's first year" }), count: Schema.Number })

/** `GET /v1/watching/stats/genres`: a film counts for each of its genres, and percentages are of all these counts, so that they add up. */
export const WatchingGenres = Schema.Struct({
  data: Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Number, percentage: Schema.Number }))
}).annotations({ identifier: "WatchingGenres" })
export type WatchingGenres = typeof WatchingGenres.Type

export const genreShares = (genres: ReadonlyArray<NamedCount>): WatchingGenres => {
  const sum = genres.reduce((all, { count }) => all + count, 0)
  return { data: genres.map(({ count, name }) => ({ name, count, percentage: oneDecimal(count / sum * 100) })) }
}

/** `GET /v1/watching/stats/decades`: of release, newest first. */
export const WatchingDecades = Schema.Struct({ data: Schema.Array(CountedDecade) }).annotations({ identifier: "WatchingDecades" })
export type WatchingDecades = typeof WatchingDecades.Type

export const decadeCounts = (decades: ReadonlyArray<DecadeCount>): WatchingDecades => ({ data: decades })

/** `api.md` §2.11. */
export const DirectorStats = Schema.Struct({ data: Schema.Array(CountedName) }).annotations({ identifier: "DirectorStats" })
export type DirectorStats = typeof DirectorStats.Type

export const directorCounts = (directors: ReadonlyArray<NamedCount>): DirectorStats => ({ data: directors })
