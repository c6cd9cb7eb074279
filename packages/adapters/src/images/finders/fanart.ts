import type { ImageRequest, PictureFinder } from "@daybook/core/images"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import { Provider } from "@daybook/sources/kit"
import * as Setting from "@daybook/sources/setting"
import { candidates, hintOf, patienceMs } from "./candidates.js"

/**
 * Fanart.tv's API v3 (https://fanarttv.docs.apiary.io): `/music/{mbid}`, `/movies/{tmdb id}`, `/tv/{tvdb id}`; 404 if
 * it has no pictures.
 *
 * {"name":"Velmora Tide","mbid_id":"…",
 * "artistthumb":[{"id":"31556","url":"https://assets.fanart.tv/fanart/…jpg","likes":"5"}]}
 */
const Picture = Schema.Struct({ url: Schema.String })
const Pictures = Schema.optional(Schema.NullOr(Schema.Array(Picture)))
const Answer = Schema.Struct({ artistthumb: Pictures, movieposter: Pictures, tvposter: Pictures })

const source = "fanart"

export const fanartSettings = Setting.settings({
  key: Setting.optional(
    Setting.secret("DAYBOOK_FANART_API_KEY", "project key from <https://fanart.tv/get-an-api-key/>")
  ),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_FANART_BASE_URL", "https://webservice.fanart.tv/v3", "Fanart.tv's API"),
  gap: Setting.minInterval("DAYBOOK_FANART_MIN_INTERVAL_MS", "250 millis", "Fanart.tv")
})

/** Finders at Fanart.tv; none without an API key. */
export const fanart = Effect.gen(function* () {
  const { baseUrl, gap, key } = yield* fanartSettings.config
  if (Option.isNone(key)) return undefined
  const headers = { "api-key": Redacted.value(key.value) }
  const { json } = yield* Provider.make({
    source,
    name: "Fanart.tv",
    baseUrl,
    gap,
    headers,
    patience: Duration.millis(patienceMs)
  })
  const finder = (path: string, kind: keyof typeof Answer.Type, ...ids: ReadonlyArray<string>): PictureFinder => ({
    source,
    find: Effect.fn("fanart.find")(function* (want: ImageRequest) {
      const id = hintOf(want, ...ids)
      if (id === undefined || !/^[\w-]{1,64}$/.test(id)) return []
      const answer = yield* Effect.map(
        Provider.orNone(json(Answer, { path: `/${path}/${id}`, query: () => ({}) })),
        Option.getOrUndefined
      )
      return candidates(
        source,
        (answer?.[kind] ?? []).slice(0, 3).map(({ url }) => url)
      )
    })
  })
  return {
    artists: finder("music", "artistthumb", "mbid"),
    movies: finder("movies", "movieposter", "tmdb_id", "imdb_id"),
    shows: finder("tv", "tvposter", "tvdb_id")
  }
})
