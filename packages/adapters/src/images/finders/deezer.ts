import type { ImageRequest, PictureFinder } from "@daybook/core/images"
import { Duration, Effect, Option, Schema } from "effect"
import { bestTitle, isArtist, plainName, type Answer, Provider, Verdict } from "@daybook/sources/kit"
import * as Setting from "@daybook/sources/setting"
import { candidates, hintOf, patienceMs, recordOf } from "./candidates.js"

/**
 * Deezer's API (https://developers.deezer.com/api/search), no key needed, 50 calls in 5 seconds:
 *
 * {"data":[{"id":302127,"title":"Second Daylight",
 * "cover_xl":"https://e-cdns-images.dzcdn.net/images/cover/…/1000x1000-000000-80-0-0.jpg",
 * "artist":{"id":27,"name":"Velmora Tide"},"type":"album"}],"total":1}
 *
 * Artists have `picture_xl`. Errors arrive with HTTP 200:
 * {"error":{"type":"Exception","message":"Quota limit exceeded","code":4}}.
 */
const Text = Schema.optional(Schema.NullOr(Schema.String))
const Albums = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ title: Schema.String, cover_xl: Text, artist: Schema.Struct({ name: Schema.String }) })
  )
})
const Artists = Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String, picture_xl: Text })) })
const Failure = Schema.Struct({ error: Schema.Struct({ code: Schema.optional(Schema.Number) }) })

const quota = 4
const noData = 800
const quotaWindow = Duration.seconds(5)
const side = 1_000
const limit = 15

const readFailure = Schema.decodeUnknownOption(Failure)

const codeOf = (answer: Answer): number | undefined =>
  Option.fromNullable(answer.json).pipe(
    Option.flatMap((json) => (json._tag === "Right" ? readFailure(json.right) : Option.none())),
    Option.map(({ error }) => error.code ?? 0),
    Option.getOrUndefined
  )

const judge = (answer: Answer): Verdict.Verdict => {
  const code = answer.status === 200 ? codeOf(answer) : undefined
  if (code === undefined) return Verdict.ofStatus(answer)
  if (code === quota) return Verdict.again("rate_limited", "got too many calls", Option.some(quotaWindow))
  return code === noData
    ? Verdict.stop("not_found", "has no such thing")
    : Verdict.again("unavailable", `answers with its error ${code}`)
}

/**
 * An artist or album without a picture has a placeholder URL: without a hash, or with the MD5 of an empty file.
 */
const isEmpty = (url: string) => /\/images\/\w+\/\/|d41d8cd98f00b204e9800998ecf8427e/.test(url)

const nonEmpty = (url: string | null | undefined) => (url === null || url === undefined || isEmpty(url) ? [] : [url])

export const deezerSettings = Setting.settings({
  enabled: Setting.flag("DAYBOOK_DEEZER_ENABLED", true, "`false` turns Deezer off"),
  baseUrl: Setting.baseUrl("DAYBOOK_DEEZER_BASE_URL", "https://api.deezer.com", "Deezer's API"),
  gap: Setting.minInterval("DAYBOOK_DEEZER_MIN_INTERVAL_MS", "110 millis", "Deezer")
})

/** Finders in Deezer's catalogue, for albums and for artists; none if it is turned off. */
export const deezer = Effect.gen(function* () {
  const { baseUrl, enabled, gap } = yield* deezerSettings.config
  if (!enabled) return undefined
  const { json } = yield* Provider.make({
    source: "deezer",
    name: "Deezer",
    baseUrl,
    gap,
    judge,
    patience: Duration.millis(patienceMs)
  })
  const search = <A extends { readonly data: ReadonlyArray<unknown> }, I>(
    schema: Schema.Schema<A, I>,
    path: string,
    q: string
  ) => Effect.map(Provider.orNone(json(schema, { path, query: () => ({ q, limit }) })), Option.getOrUndefined)
  const quoted = (text: string) => `"${text.replaceAll('"', " ")}"`

  const albums = Effect.fn("deezer.albums")(function* (want: ImageRequest) {
    const { artist, title } = recordOf(want)
    if (artist === undefined || title === undefined) return []
    const answer = yield* search(Albums, "/search/album", `artist:${quoted(artist)} album:${quoted(title)}`)
    const same = (answer?.data ?? []).filter((album) => isArtist(artist, album.artist.name))
    return candidates("deezer", nonEmpty(bestTitle(title, same, (album) => album.title)?.cover_xl), side)
  })
  const artists = Effect.fn("deezer.artists")(function* (want: ImageRequest) {
    const artist = hintOf(want, "artist", "name", "title")
    if (artist === undefined) return []
    const answer = yield* search(Artists, "/search/artist", artist)
    const best = (answer?.data ?? []).find(({ name }) => plainName(name) === plainName(artist))
    return candidates("deezer", nonEmpty(best?.picture_xl), side)
  })
  return { albums: { source: "deezer", find: albums }, artists: { source: "deezer", find: artists } } satisfies Record<
    string,
    PictureFinder
  >
})
