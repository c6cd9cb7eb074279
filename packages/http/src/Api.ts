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
import { introduction } from "./reference/introduction.js"
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
