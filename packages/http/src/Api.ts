import type { DeclaredDomain } from "@daybook/core/domain"
import { Reprocessed } from "@daybook/core/attending"
import { eventSchemas } from "@daybook/core/hooks"
import { Enriched } from "@daybook/core/listening"
import { Reenriched } from "@daybook/core/reading"
import { ReembedReport } from "@daybook/core/search"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { declaredGroups } from "./declared/contract.js"
import { declaredHandlers } from "./declared/handlers.js"
import { attending, AttendingApi } from "./domains/attending.js"
import { attendingAdmin, AttendingAdminApi } from "./domains/attendingAdmin.js"
import { backups, BackupsApi, downloads, DownloadsApi } from "./domains/backups.js"
import { batch, BatchApi } from "./domains/batch.js"
import { cards, CardsApi } from "./domains/cards.js"
import { changes, ChangesApi } from "./domains/changes.js"
import { collecting, CollectingApi } from "./domains/collecting.js"
import { collectingAdmin, CollectingAdminApi } from "./domains/collectingAdmin.js"
import { corrections, CorrectionsApi } from "./domains/corrections.js"
import { explain, ExplainApi } from "./domains/explain.js"
import { exports, ExportsApi } from "./domains/exports.js"
import { feed, FeedApi } from "./domains/feed.js"
import { grants, GrantsApi } from "./domains/grants.js"
import { hooks, HooksApi } from "./domains/hooks.js"
import { hostAdmin, HostAdminApi } from "./domains/hostAdmin.js"
import { images, imagesAdmin, ImagesAdminApi, ImagesApi } from "./domains/images.js"
import { imports, ImportsApi } from "./domains/imports.js"
import { keys, KeysApi } from "./domains/keys.js"
import { lenses, LensesApi } from "./domains/lenses.js"
import { listening, ListeningApi } from "./domains/listening.js"
import { listeningAdmin, ListeningAdminApi } from "./domains/listeningAdmin.js"
import { raw, RawApi } from "./domains/raw.js"
import { reading, readingAdmin, ReadingAdminApi, ReadingApi } from "./domains/reading.js"
import { review, ReviewApi } from "./domains/review.js"
import { running, RunningApi } from "./domains/running.js"
import { runningAdmin, RunningAdminApi } from "./domains/runningAdmin.js"
import { scrobblers, ScrobblersApi } from "./domains/scrobblers.js"
import { search, searchAdmin, SearchAdminApi, SearchApi } from "./domains/search.js"
import { homeAdmin, HomeAdminApi, setup, SetupApi, sourcesAdmin, SourcesAdminApi } from "./domains/setup.js"
import { timezoneAdmin, TimezoneAdminApi } from "./domains/timezoneAdmin.js"
import { stream, StreamApi } from "./domains/stream.js"
import { syncAdmin, SyncAdminApi } from "./domains/syncAdmin.js"
import { system, SystemApi } from "./domains/system.js"
import { watching, WatchingApi } from "./domains/watching.js"
import { watchingAdmin, WatchingAdminApi } from "./domains/watchingAdmin.js"
import { webhooks, WebhooksApi } from "./domains/webhooks.js"
import type { ApiHandlers } from "./kit/handlers.js"
import {
  BadRequest,
  ExpectationFailed,
  HeadersTooLarge,
  RequestTimeout,
  ServerError,
  TooManyRequests,
  Unavailable,
  UriTooLong
} from "./kit/errors.js"

/** The introduction of the reference: rules that apply to every operation. */
const introduction = `One person's data from many services: read-only, synced, self-hosted.
The [change history](docs/changes) lists additions.

**Authentication.** Send \`Authorization: Bearer KEY\` with every request. A key \`svc_live_…\` reads; a key
\`svc_admin_…\` allows everything. \`daybook keys create --name site\` creates a key. The health check, this document
and the webhook receivers need no key.

**Errors.** Every error response is \`{"error": "…", "status": 400}\`, with one line that says what was wrong. 401:
the key is missing or not valid. 403: the operation needs an admin key. 404: the resource does not exist, or there is
no data for the request.

**Limits.** 100 requests per key in any 60 seconds, unless the host or the key sets another limit. Every response has
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds). A request over the limit
answers 429 with \`Retry-After\` in seconds.

**Lists.** \`page\` and \`limit\` select a part of a list; \`pagination\` gives its position and the total. The feed
uses \`cursor\` instead: send the \`next_cursor\` of the previous page.

**Time.** Instants are ISO 8601 in UTC. Days, weeks, months and years are in the host's home time zone. \`date\` is
one day and takes precedence over \`from\` and \`to\`, which are both inclusive.

**Places.** Cities of runs without one at the provider, and the coordinates of cities, come from
[GeoNames](https://www.geonames.org), licensed under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).

**Caching.** \`Cache-Control\` says how long a response is valid. Send its \`ETag\` as \`If-None-Match\` to get a 304
if nothing changed.

**Freshness.** \`Daybook-As-Of\` on a read says how current its domains are, as a dictionary of RFC 9651:
\`listening=@1795335304;age=540, running=@1795302000;age=33844;stale\`. The date is the oldest of the newest successful
syncs of the domain's sources, \`age\` is in seconds. \`stale\`: a source has missed three of its due times, or was
never read; \`?0\` stands for the date if none was. Cached responses and 304 have the current value.

**Pictures.** Addresses of pictures are signed, need no key and may be embedded in a page. \`w\`, \`h\`, \`fit\`,
\`format\` and \`q\` may be changed in them. \`thumbhash\` is a placeholder to show until the picture loads.

**Monitoring.** \`GET /metrics\`, with an admin key, reports the state of the host and its syncs in the Prometheus
text format. It is not part of the contract below and may change with the version. \`X-Request-Id\` on every response
identifies the request in the host's log. Send your own id (up to 64 letters, digits, \`.\`, \`_\` and \`-\`) to use
it instead.`

/** The HTTP contract. The server, the typed client and the OpenAPI document are derived from this value. */
export class Api extends HttpApi.make("daybook")
  .add(SystemApi)
  .add(ListeningApi)
  .add(ListeningAdminApi)
  .add(RunningApi)
  .add(RunningAdminApi)
  .add(WatchingApi)
  .add(WatchingAdminApi)
  .add(CollectingApi)
  .add(CollectingAdminApi)
  .add(ReadingApi)
  .add(ReadingAdminApi)
  .add(AttendingApi)
  .add(AttendingAdminApi)
  .add(FeedApi)
  .add(CardsApi)
  .add(BatchApi)
  .add(ChangesApi)
  .add(ExplainApi)
  .add(StreamApi)
  .add(SearchApi)
  .add(SearchAdminApi)
  .add(ImagesApi)
  .add(ImagesAdminApi)
  .add(KeysApi)
  .add(LensesApi)
  .add(SyncAdminApi)
  .add(ExportsApi)
  .add(ImportsApi)
  .add(WebhooksApi)
  .add(HooksApi)
  .add(GrantsApi)
  .add(ReviewApi)
  .add(CorrectionsApi)
  .add(HostAdminApi)
  .add(RawApi)
  .add(BackupsApi)
  .add(DownloadsApi)
  .add(SetupApi)
  .add(HomeAdminApi)
  .add(TimezoneAdminApi)
  .add(SourcesAdminApi)
  .add(ScrobblersApi)
  .prefix("/v1")
  .addError(BadRequest)
  .addError(RequestTimeout)
  .addError(UriTooLong)
  .addError(ExpectationFailed)
  .addError(TooManyRequests)
  .addError(HeadersTooLarge)
  .addError(ServerError)
  .addError(Unavailable)
  // The `result` of a job's run.
  .annotate(HttpApi.AdditionalSchemas, [
    ...[Enriched, Reenriched, ReembedReport, Reprocessed],
    ...eventSchemas.map(({ schema }) => schema)
  ])
  .annotate(OpenApi.Title, "Daybook")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.Description, introduction)
  .annotate(OpenApi.License, { name: "MIT", identifier: "MIT" } as OpenApi.OpenAPISpecLicense)
  .annotate(OpenApi.Servers, [{ url: "/", description: "This host" }]) {}

/** The contract of a host with these domains from outside. */
export const apiOf = (declared: ReadonlyArray<DeclaredDomain>): typeof Api => {
  const api = Api as unknown as HttpApi.HttpApi.AnyWithProps
  return declared.flatMap(declaredGroups).reduce((all, group) => all.add(group), api) as unknown as typeof Api
}

/** The handlers of every group. A group without handlers does not compile. */
export const handlers = {
  system,
  listening,
  listeningAdmin,
  running,
  runningAdmin,
  watching,
  watchingAdmin,
  collecting,
  collectingAdmin,
  reading,
  readingAdmin,
  attending,
  attendingAdmin,
  feed,
  cards,
  batch,
  changes,
  explain,
  stream,
  search,
  searchAdmin,
  images,
  imagesAdmin,
  keys,
  lenses,
  syncAdmin,
  exports,
  imports,
  webhooks,
  hooks,
  grants,
  review,
  corrections,
  hostAdmin,
  raw,
  backups,
  downloads,
  setup,
  homeAdmin,
  timezoneAdmin,
  sourcesAdmin,
  scrobblers
} satisfies ApiHandlers<Groups>

/** The handlers of a host with these domains from outside. */
export const handlersOf = (declared: ReadonlyArray<DeclaredDomain>): typeof handlers =>
  Object.assign({}, handlers, ...declared.map(declaredHandlers))

/** The groups of the contract. */
type Groups = typeof Api extends HttpApi.HttpApi<string, infer G, infer _E, infer _R> ? G : never
