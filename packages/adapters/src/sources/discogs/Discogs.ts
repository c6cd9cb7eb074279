import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Redacted } from "effect"
import type { Part } from "../lists/wholeList.js"
import { type Answer, Provider, Verdict } from "../provider/index.js"
import type { Settings } from "./settings.js"
import { Added, CollectionValue, Instances, Listing, ReleasePage, SearchResults } from "./wire.js"

/** Discogs' API for one account (https://www.discogs.com/developers): sixty calls a minute, told by its headers. */
export interface Discogs {
  readonly collection: (page: number) => Effect.Effect<Part, SourceFailure>
  readonly wants: (page: number) => Effect.Effect<Part, SourceFailure>
  /** What it takes the collection to be worth, as a text with a currency; none where it does not say. */
  readonly value: Effect.Effect<string | null, SourceFailure>
  /** None where there is no such release. */
  readonly release: (id: number) => Effect.Effect<Option.Option<ReleasePage>, SourceFailure>
  readonly search: (query: Readonly<Record<string, string | number>>) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  /** Instances of a release in the collection. */
  readonly instances: (releaseId: number) => Effect.Effect<ReadonlyArray<number>, SourceFailure>
  /** Adds a copy, however often it is asked to; answers its instance. */
  readonly add: (releaseId: number) => Effect.Effect<number, SourceFailure>
}

const perPage = 100
const uncategorized = 1

export const make = (settings: Settings): Effect.Effect<Discogs, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const options: Provider.ProviderOptions = {
      source: "discogs",
      name: "Discogs",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      advice,
      judge,
      rest,
      // Three tries where each refusal costs a minute.
      patience: Duration.seconds(125),
      headers: { authorization: `Discogs token=${Redacted.value(settings.token)}`, accept: "application/vnd.discogs.v2.plaintext+json" }
    }
    const provider = yield* Provider.make(options)
    // A copy that was added although the answer was lost must not be added again.
    const once = yield* Provider.make({ ...options, patience: Duration.zero })
    const user = `/users/${encodeURIComponent(settings.username)}`
    const list = (path: string, key: "releases" | "wants", page: number, more: Readonly<Record<string, string>>) =>
      Effect.map(provider.json(Listing, { path: `${user}${path}`, query: () => ({ page, per_page: perPage, ...more }) }), (answer): Part => ({
        rows: answer[key] ?? [],
        total: answer.pagination.items,
        pages: answer.pagination.pages
      }))
    const orNone = <A>(effect: Effect.Effect<A, SourceFailure>) =>
      Effect.asSome(effect).pipe(Effect.catchIf((failure) => failure.state === "not_found" || failure.state === "forbidden", () => Effect.succeedNone))
    const instances: Discogs["instances"] = (id) =>
      Effect.map(orNone(provider.json(Instances, { path: `${user}/collection/releases/${id}`, query: () => ({}) })), (found) =>
        (Option.getOrUndefined(found)?.releases ?? []).map(({ instance_id: instance }) => instance))
    return {
      collection: (page) => list("/collection/folders/0/releases", "releases", page, { sort: "added", sort_order: "desc" }),
      wants: (page) => list("/wants", "wants", page, {}),
      value: Effect.map(orNone(provider.json(CollectionValue, { path: `${user}/collection/value`, query: () => ({}) })), (found) =>
        Option.getOrUndefined(found)?.median ?? null),
      release: (id) => orNone(provider.json(ReleasePage, { path: `/releases/${id}`, query: () => ({}) })),
      search: (query) => Effect.map(provider.json(SearchResults, { path: "/database/search", query: () => ({ type: "release", ...query }) }), ({ results }) => results ?? []),
      instances,
      add: (id) =>
        Effect.flatMap(instances(id), ([owned]) =>
          owned !== undefined ? Effect.succeed(owned) : Effect.map(
            once.json(Added, { path: `${user}/collection/folders/${uncategorized}/releases/${id}`, query: () => ({}), form: {} }),
            ({ instance_id: instance }) => instance
          ))
    }
  })

const advice = {
  unauthorized: "check DAYBOOK_DISCOGS_TOKEN: tokens are at https://www.discogs.com/settings/developers",
  forbidden: "check that DAYBOOK_DISCOGS_TOKEN is of the account DAYBOOK_DISCOGS_USERNAME, or make its collection public",
  not_found: "check DAYBOOK_DISCOGS_USERNAME"
}

const minute = Duration.seconds(60)

/** Discogs does not say how long to wait: its window is a minute, and moves. */
const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 429
    ? Verdict.again("rate_limited", "got too many calls (HTTP 429)", Option.orElseSome(Verdict.retryAfter(answer), () => minute))
    : Verdict.ofStatus(answer)

const lastFew = 2

/** Calls that are nearly used up come back little by little. */
const rest = ({ headers }: Answer): Option.Option<Duration.Duration> => {
  const left = headers["x-discogs-ratelimit-remaining"]
  return left !== undefined && /^\d+$/.test(left) && Number(left) <= lastFew ? Option.some(Duration.seconds(10)) : Option.none()
}
