import type { ImageRequest, PictureFinder } from "@daybook/core/images"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import { plainName, Provider } from "@daybook/sources/kit"
import { tmdbSettings as settings } from "@daybook/sources/providers"
import { candidates, hintOf, patienceMs } from "./candidates.js"

/**
 * TMDB's API v3 (https://developer.themoviedb.org/reference/movie-details), `/movie/{id}`, `/tv/{id}` and their
 * searches:
 *
 *   {"id":603,"title":"Salt Ferry","release_date":"1999-03-30","poster_path":"/f89U3ADr1oiB1s9GkdPOEpXUk5H.jpg"}
 *
 * Shows have `name` and `first_air_date`. A picture's URL is the image address, a size and its path.
 */
const Text = Schema.optional(Schema.NullOr(Schema.String))
const Title = Schema.Struct({ title: Text, name: Text, release_date: Text, first_air_date: Text, poster_path: Text })
const SearchResults = Schema.Struct({ results: Schema.Array(Title) })

const source = "tmdb"
const posterWidth = 780

/** Finders of TMDB posters; none without an API key. A long key is the newer kind, which is sent in a header. */
export const tmdb = Effect.gen(function* () {
  if ((yield* settings.missing).length > 0) return undefined
  const { apiKey, gap, ...urls } = yield* settings.config
  const [baseUrl, imageBaseUrl] = [urls.baseUrl, urls.imageBaseUrl.replace(/\/+$/, "")]
  const secret = Redacted.value(apiKey)
  const isBearer = secret.includes(".")
  const { json } = yield* Provider.make({
    source,
    name: "TMDB",
    baseUrl,
    gap,
    patience: Duration.millis(patienceMs),
    ...(isBearer ? { headers: { authorization: `Bearer ${secret}` } } : {})
  })
  const ask = <A, I>(schema: Schema.Schema<A, I>, path: string, query: Readonly<Record<string, string>> = {}) =>
    Effect.map(
      Provider.orNone(json(schema, { path, query: () => (isBearer ? query : { ...query, api_key: secret }) })),
      Option.getOrUndefined
    )
  const posters = (paths: ReadonlyArray<string | null | undefined>) =>
    candidates(
      source,
      paths.map((path) => (path?.startsWith("/") === true ? `${imageBaseUrl}/w${posterWidth}${path}` : null))
    )

  const finder = (kind: "movie" | "tv"): PictureFinder => ({
    source,
    find: Effect.fn("tmdb.find")(function* (want: ImageRequest) {
      const id = hintOf(want, "tmdb_id")
      if (id !== undefined && /^\d{1,12}$/.test(id))
        return posters([(yield* ask(Title, `/${kind}/${id}`))?.poster_path])
      const title = hintOf(want, "title")
      if (title === undefined) return []
      const year = hintOf(want, "year")
      const response = yield* ask(SearchResults, `/search/${kind}`, { query: title })
      const same = (response?.results ?? []).filter((one) => isSame(one, title, year))
      return posters(same.slice(0, 1).map((one) => one.poster_path))
    })
  })
  return { movies: finder("movie"), shows: finder("tv") }
})

const isSame = (one: typeof Title.Type, title: string, year: string | undefined) =>
  plainName(one.title ?? one.name ?? "") === plainName(title) &&
  (year === undefined || (one.release_date ?? one.first_air_date ?? "").startsWith(year))
