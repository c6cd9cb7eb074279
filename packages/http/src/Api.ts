import { Reprocessed } from "@daybook/core/attending"
import { Enriched } from "@daybook/core/listening"
import { Reenriched } from "@daybook/core/reading"
import { ReembedReport } from "@daybook/core/search"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { attending, AttendingApi } from "./domains/attending.js"
import { attendingAdmin, AttendingAdminApi } from "./domains/attendingAdmin.js"
import { collecting, collectingAdmin, CollectingAdminApi, CollectingApi } from "./domains/collecting.js"
import { exports, ExportsApi } from "./domains/exports.js"
import { feed, FeedApi } from "./domains/feed.js"
import { images, imagesAdmin, ImagesAdminApi, ImagesApi } from "./domains/images.js"
import { keys, KeysApi } from "./domains/keys.js"
import { listening, ListeningApi } from "./domains/listening.js"
import { listeningAdmin, ListeningAdminApi } from "./domains/listeningAdmin.js"
import { reading, readingAdmin, ReadingAdminApi, ReadingApi } from "./domains/reading.js"
import { running, runningAdmin, RunningAdminApi, RunningApi } from "./domains/running.js"
import { search, searchAdmin, SearchAdminApi, SearchApi } from "./domains/search.js"
import { syncAdmin, SyncAdminApi } from "./domains/syncAdmin.js"
import { system, SystemApi } from "./domains/system.js"
import { watching, watchingAdmin, WatchingAdminApi, WatchingApi } from "./domains/watching.js"
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
  .add(SearchApi)
  .add(SearchAdminApi)
  .add(ImagesApi)
  .add(ImagesAdminApi)
  .add(KeysApi)
  .add(SyncAdminApi)
  .add(ExportsApi)
  .add(WebhooksApi)
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
  .annotate(HttpApi.AdditionalSchemas, [Enriched, Reenriched, ReembedReport, Reprocessed])
  .annotate(OpenApi.Title, "Daybook")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.Description, introduction)
  .annotate(OpenApi.License, { name: "MIT", identifier: "MIT" } as OpenApi.OpenAPISpecLicense)
  .annotate(OpenApi.Servers, [{ url: "/", description: "This host" }]) {}

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
  search,
  searchAdmin,
  images,
  imagesAdmin,
  keys,
  syncAdmin,
  exports,
  webhooks
} satisfies ApiHandlers<Groups>

/** The groups of the contract. */
type Groups = typeof Api extends HttpApi.HttpApi<string, infer G, infer _E, infer _R> ? G : never
