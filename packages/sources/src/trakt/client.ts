import type { Edition, Film, FilmDetail } from "@daybook/core/collecting"
import type { SourceFailure } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Either, Option } from "effect"
import type { Part } from "../kit/fullListing.js"
import { type OAuthClient, oauthLogin, withLogin } from "../kit/oauth/tokenEndpoint.js"
import { type Answer, make as makeAnswer } from "../kit/provider/Answer.js"
import { bearer } from "../kit/provider/Bearer.js"
import type { Call } from "../kit/provider/Provider.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { withLongIds } from "./history.js"
import { CollectionChange, SearchResults, FullMovie, LastActivities } from "./wire.js"

/** The settings without the login, which `daybook connect trakt` makes. */
export const clientSettings = Setting.settings({
  clientId: Setting.text("DAYBOOK_TRAKT_CLIENT_ID", "id of your Trakt application"),
  clientSecret: Setting.secret("DAYBOOK_TRAKT_CLIENT_SECRET", "secret of your Trakt application"),
  refreshToken: Setting.optional(
    Setting.secret("DAYBOOK_TRAKT_REFRESH_TOKEN", "a Trakt login made by hand, in place of `daybook connect trakt`")
  ),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_TRAKT_BASE_URL", "https://api.trakt.tv", "Trakt's API"),
  authBaseUrl: Setting.plainBaseUrl("DAYBOOK_TRAKT_AUTH_BASE_URL", "https://auth.trakt.tv", "logins at Trakt"),
  gap: Setting.minInterval("DAYBOOK_TRAKT_MIN_INTERVAL_MS", "250 millis", "Trakt")
})

export const settings = withLogin("trakt", clientSettings, clientSettings.fields.refreshToken)
type Settings = Setting.ValuesOf<typeof clientSettings>

/**
 * Trakt answers 403 to an application that it does not know. On 31 July 2026 it removed those of accounts without VIP
 * (https://github.com/trakt/trakt-api/issues/897), and earlier those that nobody used.
 */
const refusal = {
  what: "does not know the application: in July 2026 it removed those of accounts without VIP",
  next:
    "import the zip file that Trakt makes under Settings, Data: `daybook import trakt export.zip` and " +
    "`daybook import trakt-history export.zip`; if https://app.trakt.tv/settings/apps/api still lists the application, " +
    "check DAYBOOK_TRAKT_CLIENT_ID and DAYBOOK_TRAKT_CLIENT_SECRET"
}

/** Daybook as an OAuth client of Trakt. A refresh token is valid for one use. */
export const oauthClient = ({
  authBaseUrl,
  clientId,
  clientSecret
}: Pick<Settings, "authBaseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "trakt",
  name: "Trakt",
  tokenUrl: `${authBaseUrl}/oauth/token`,
  clientId,
  clientSecret,
  encoding: "json",
  refreshFields: { redirect_uri: "urn:ietf:wg:oauth:2.0:oob" },
  settings: "DAYBOOK_TRAKT_CLIENT_ID and DAYBOOK_TRAKT_CLIENT_SECRET",
  refusal
})

/** Trakt's API for one account. */
export interface Trakt {
  /** Trakt's time of the collection's last change; null if unknown. */
  readonly collectedAt: Effect.Effect<string | null, SourceFailure>
  readonly collection: (page: number) => Effect.Effect<Part, SourceFailure>
  /** Trakt's times of the last changes to history and ratings, as one text; null if unknown. */
  readonly watchedAt: Effect.Effect<string | null, SourceFailure>
  /** Everything that was watched, newest first. Ids are texts. */
  readonly history: (page: number) => Effect.Effect<Part, SourceFailure>
  readonly ratings: (kind: "movies" | "shows", page: number) => Effect.Effect<Part, SourceFailure>
  /** Details of a film by its number; none if it is unknown. */
  readonly film: (trakt: number) => Effect.Effect<Option.Option<FilmDetail>, SourceFailure>
  /** Films by external identifier, not decoded. */
  readonly findByExternalId: (by: {
    readonly service: "tmdb" | "imdb"
    readonly id: string
  }) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  readonly search: (title: string) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  /** True if the film was not in the collection. */
  readonly add: (film: Film, edition: Edition, collectedAt: string) => Effect.Effect<boolean, SourceFailure>
  readonly remove: (film: Film) => Effect.Effect<void, SourceFailure>
}

const perPage = 100
/** Trakt's maximum. */
const historyPerPage = 250

export const make = (
  settings: Settings,
  source = "trakt"
): Effect.Effect<Trakt, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const login = yield* oauthLogin(oauthClient(settings), source, settings.refreshToken)
    const provider = yield* Provider.make({
      source,
      name: "Trakt",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice,
      judge,
      headers: { "content-type": "application/json", "trakt-api-version": "2", "trakt-api-key": settings.clientId }
    })
    const movies = (call: Call) =>
      Effect.map(provider.json(SearchResults, call), (results) =>
        results.flatMap(({ movie }) => (movie === undefined ? [] : [movie]))
      )
    return {
      collectedAt: Effect.map(
        Provider.orNone(provider.json(LastActivities, { path: "/sync/last_activities", query: () => ({}) })),
        (answer) => Option.getOrNull(answer)?.movies?.collected_at ?? null
      ),
      collection: (page) =>
        provider.read(
          { path: "/sync/collection/movies", query: () => ({ extended: "metadata", page, limit: perPage }) },
          partOf(perPage)
        ),
      watchedAt: Effect.map(
        Provider.orNone(provider.json(LastActivities, { path: "/sync/last_activities", query: () => ({}) })),
        (answer) => {
          const { episodes, movies, shows } = Option.getOrElse(answer, (): typeof LastActivities.Type => ({}))
          const times = [movies?.watched_at, episodes?.watched_at, movies?.rated_at, shows?.rated_at]
          return times.every((time) => time == null) ? null : times.map((time) => time ?? "").join(" ")
        }
      ),
      history: (page) =>
        provider.read(
          { path: "/sync/history", query: () => ({ extended: "full", page, limit: historyPerPage }) },
          (answer) => partOf(historyPerPage)(makeAnswer(answer.status, answer.headers, withLongIds(answer.text)))
        ),
      ratings: (kind, page) =>
        provider.read(
          { path: `/sync/ratings/${kind}`, query: () => ({ page, limit: historyPerPage }) },
          partOf(historyPerPage)
        ),
      film: (id) =>
        Provider.orNone(
          Effect.map(provider.json(FullMovie, { path: `/movies/${id}`, query: () => ({ extended: "full" }) }), toDetail)
        ),
      findByExternalId: ({ id, service }) =>
        movies({ path: `/search/${service}/${encodeURIComponent(id)}`, query: () => ({ type: "movie" }) }),
      search: (title) => movies({ path: "/search/movie", query: () => ({ query: title, fields: "title", limit: 20 }) }),
      add: (film, edition, at) =>
        Effect.map(
          provider.json(CollectionChange, {
            path: "/sync/collection",
            query: () => ({}),
            body: { movies: [{ ids: idsOf(film), collected_at: at, ...toMetadata(edition) }] }
          }),
          ({ added }) => (added?.movies ?? 0) > 0
        ),
      remove: (film) =>
        Effect.asVoid(
          provider.json(CollectionChange, {
            path: "/sync/collection/remove",
            query: () => ({}),
            body: { movies: [{ ids: idsOf(film) }] }
          })
        )
    }
  })

const idsOf = ({ ids: { imdb, tmdb, trakt } }: Film) =>
  trakt !== null ? { trakt } : { ...(tmdb === null ? {} : { tmdb }), ...(imdb === null ? {} : { imdb }) }

/** Trakt has no media type for UHD discs: they are Blu-rays in 4K. */
const toMetadata = ({ audio, audioChannels, hdr, mediaType, resolution }: Edition) => ({
  media_type: mediaType === "uhd_bluray" ? "bluray" : mediaType,
  ...(mediaType === "uhd_bluray" ? { resolution: "uhd_4k" } : resolution === null ? {} : { resolution }),
  ...(hdr === null ? {} : { hdr }),
  ...(audio === null ? {} : { audio: audio === "dts_hd_ma" ? "dts_ma" : audio }),
  ...(audioChannels === null ? {} : { audio_channels: audioChannels.replaceAll("_", ".") })
})

const text = (value: string | null | undefined): string | null =>
  value == null || value.trim() === "" ? null : value.replace(/\0/g, "").trim()

const toDetail = ({ certification, genres, overview, runtime, tagline }: typeof FullMovie.Type): FilmDetail => ({
  runtime: runtime != null && Number.isInteger(runtime) && runtime > 0 ? runtime : null,
  tmdbRating: null,
  genres: (genres ?? []).map(titled),
  tagline: text(tagline),
  summary: text(overview),
  contentRating: text(certification),
  poster: null
})

/** `Science Fiction` for `science-fiction`. */
const titled = (slug: string) =>
  slug
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ")

const count = (header: string | undefined): number | null =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : null

const partOf =
  (size: number) =>
  (answer: Answer): Either.Either<Part, string> =>
    answer.json.pipe(
      Either.mapLeft(() => "answers with something that is not JSON"),
      Either.flatMap((json) =>
        Array.isArray(json) ? Either.right(json as ReadonlyArray<unknown>) : Either.left("answers in an unknown shape")
      ),
      Either.map((rows): Part => {
        const pages = count(answer.headers["x-pagination-page-count"])
        // Without a page count, a short page is the last one.
        return {
          rows,
          total: count(answer.headers["x-pagination-item-count"]),
          pages: pages ?? (rows.length < size ? 1 : null)
        }
      })
    )

const advice = { unauthorized: "run `daybook connect trakt`", not_found: "check DAYBOOK_TRAKT_BASE_URL" }

/** Trakt's own statuses (https://trakt.docs.apiary.io, status codes). Cloudflare in front of it answers in HTML. */
const judge = (answer: Answer): Verdict.Verdict => {
  switch (answer.status) {
    case 403:
      return Either.isLeft(answer.json) && answer.text.trim().startsWith("<")
        ? Verdict.again("rate_limited", "rejects calls for now (HTTP 403)", Option.some(Duration.seconds(30)))
        : Verdict.stop("forbidden", `${refusal.what} (HTTP 403)`, { next: refusal.next })
    case 412:
      return Verdict.stop("bad_answer", "reports a missing header (HTTP 412)")
    case 420:
      return Verdict.stop("forbidden", "reports that the account is at its limit (HTTP 420)", {
        next: "make room in the account, or raise its limit at Trakt"
      })
    case 423:
      return Verdict.stop("forbidden", "has locked the account (HTTP 423)", { next: "write to Trakt's support" })
    case 426:
      return Verdict.stop("forbidden", "offers this to VIP members only (HTTP 426)")
    default:
      return Verdict.ofStatus(answer)
  }
}
