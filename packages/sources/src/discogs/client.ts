import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Redacted } from "effect"
import type { Part } from "../kit/fullListing.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { Added, CollectionValue, Instances, Listing, ReleasePage, SearchResults } from "./wire.js"

export const settings = Setting.settings({
  username: Setting.text("DAYBOOK_DISCOGS_USERNAME", "Discogs account"),
  token: Setting.secret("DAYBOOK_DISCOGS_TOKEN", "personal access token of the Discogs account"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_DISCOGS_BASE_URL", "https://api.discogs.com", "Discogs' API"),
  gap: Setting.minInterval("DAYBOOK_DISCOGS_MIN_INTERVAL_MS", "1100 millis", "Discogs")
})
type Settings = Setting.ValuesOf<typeof settings>

/**
 * Discogs' API for one account (https://www.discogs.com/developers). The limit is sixty calls a minute, reported in
 * headers.
 */
export interface Discogs {
  readonly collection: (page: number) => Effect.Effect<Part, SourceFailure>
  readonly wants: (page: number) => Effect.Effect<Part, SourceFailure>
  /** The estimated value of the collection, as text with a currency; null if unknown. */
  readonly value: Effect.Effect<string | null, SourceFailure>
  /** None if there is no such release. */
  readonly release: (id: number) => Effect.Effect<Option.Option<ReleasePage>, SourceFailure>
  readonly search: (
    query: Readonly<Record<string, string | number>>
  ) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  /** Instances of a release in the collection. */
  readonly instances: (releaseId: number) => Effect.Effect<ReadonlyArray<number>, SourceFailure>
  /** Adds a copy. Idempotent. Returns its instance. */
  readonly add: (releaseId: number) => Effect.Effect<number, SourceFailure>
}

const perPage = 100
const uncategorized = 1

export const make = (settings: Settings): Effect.Effect<Discogs, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const options: Provider.ProviderOptions = {
      source: "discogs",
      name: "Discogs",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      advice,
      judge,
      rest,
      // Three attempts, if each refusal costs a minute.
      patience: Duration.seconds(125),
      headers: {
        authorization: `Discogs token=${Redacted.value(settings.token)}`,
        accept: "application/vnd.discogs.v2.plaintext+json"
      }
    }
    const provider = yield* Provider.make(options)
    // Not retried: the copy may have been added although the response was lost.
    const once = yield* Provider.make({ ...options, patience: Duration.zero })
    const user = `/users/${encodeURIComponent(settings.username)}`
    const list = (path: string, key: "releases" | "wants", page: number, more: Readonly<Record<string, string>>) =>
      Effect.map(
        provider.json(Listing, { path: `${user}${path}`, query: () => ({ page, per_page: perPage, ...more }) }),
        (answer): Part => ({ rows: answer[key] ?? [], total: answer.pagination.items, pages: answer.pagination.pages })
      )
    const instances: Discogs["instances"] = (id) =>
      Effect.map(
        Provider.orNone(provider.json(Instances, { path: `${user}/collection/releases/${id}`, query: () => ({}) })),
        (result) => (Option.getOrUndefined(result)?.releases ?? []).map(({ instance_id: instance }) => instance)
      )
    return {
      collection: (page) =>
        list("/collection/folders/0/releases", "releases", page, { sort: "added", sort_order: "desc" }),
      wants: (page) => list("/wants", "wants", page, {}),
      value: Effect.map(
        // Discogs tells the value to the owner of a collection alone, and answers others with 403.
        Effect.catchIf(
          Provider.orNone(provider.json(CollectionValue, { path: `${user}/collection/value`, query: () => ({}) })),
          ({ state }) => state === "forbidden",
          () => Effect.succeedNone
        ),
        (result) => Option.getOrUndefined(result)?.median ?? null
      ),
      release: (id) => Provider.orNone(provider.json(ReleasePage, { path: `/releases/${id}`, query: () => ({}) })),
      search: (query) =>
        Effect.map(
          provider.json(SearchResults, { path: "/database/search", query: () => ({ type: "release", ...query }) }),
          ({ results }) => results ?? []
        ),
      instances,
      add: (id) =>
        Effect.flatMap(instances(id), ([owned]) =>
          owned !== undefined
            ? Effect.succeed(owned)
            : Effect.map(
                once.json(Added, {
                  path: `${user}/collection/folders/${uncategorized}/releases/${id}`,
                  query: () => ({}),
                  form: {}
                }),
                ({ instance_id: instance }) => instance
              )
        )
    }
  })

const advice = {
  unauthorized: "check DAYBOOK_DISCOGS_TOKEN: tokens are at https://www.discogs.com/settings/developers",
  forbidden:
    "check that DAYBOOK_DISCOGS_TOKEN is of the account DAYBOOK_DISCOGS_USERNAME, or make its collection public",
  not_found: "check DAYBOOK_DISCOGS_USERNAME"
}

const minute = Duration.seconds(60)

/** Discogs does not say how long to wait. Its limit applies to a sliding window of one minute. */
const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 429
    ? Verdict.again(
        "rate_limited",
        "got too many calls (HTTP 429)",
        Option.orElseSome(Verdict.retryAfter(answer), () => minute)
      )
    : Verdict.ofStatus(answer)

const lastFew = 2

/** Pauses when few calls are left: they become available again one by one. */
const rest = ({ headers }: Answer): Option.Option<Duration.Duration> => {
  const left = headers["x-discogs-ratelimit-remaining"]
  return left !== undefined && /^\d+$/.test(left) && Number(left) <= lastFew
    ? Option.some(Duration.seconds(10))
    : Option.none()
}
