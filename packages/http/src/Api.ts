import { Reprocessed } from "@daybook/core/attending"
import { Enriched } from "@daybook/core/listening"
import { Reenriched } from "@daybook/core/reading"
import { Reembedded } from "@daybook/core/search"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AttendingApi } from "./rooms/attending.js"
import { AttendingAdminApi } from "./rooms/attendingAdmin.js"
import { introduction } from "./reference/introduction.js"
import { CollectingApi } from "./rooms/collecting.js"
import { CollectingAdminApi } from "./rooms/collectingAdmin.js"
import { ExportsApi } from "./rooms/exports.js"
import { FeedApi } from "./rooms/feed.js"
import { ImagesApi } from "./rooms/images.js"
import { ImagesAdminApi } from "./rooms/imagesAdmin.js"
import { KeysApi } from "./rooms/keys.js"
import { ListeningApi } from "./rooms/listening.js"
import { ListeningAdminApi } from "./rooms/listeningAdmin.js"
import { RunningApi } from "./rooms/running.js"
import { RunningAdminApi } from "./rooms/runningAdmin.js"
import { SyncAdminApi } from "./rooms/syncAdmin.js"
import { ReadingApi } from "./rooms/reading.js"
import { ReadingAdminApi } from "./rooms/readingAdmin.js"
import { SearchApi } from "./rooms/search.js"
import { SearchAdminApi } from "./rooms/searchAdmin.js"
import { SystemApi } from "./rooms/system.js"
import { WatchingApi } from "./rooms/watching.js"
import { WatchingAdminApi } from "./rooms/watchingAdmin.js"
import { WebhooksApi } from "./rooms/webhooks.js"
import {
  BadRequest,
  ExpectationFailed,
  HeadersTooLarge,
  RequestTimeout,
  ServerError,
  TooManyRequests,
  Unavailable,
  UriTooLong
} from "./shared/errors.js"

/** The whole HTTP contract. The server, the client and the document are all made from this one value. */
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
  // What jobs come to: the `result` of their runs.
  .annotate(HttpApi.AdditionalSchemas, [Enriched, Reenriched, Reembedded, Reprocessed])
  .annotate(OpenApi.Title, "Daybook")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.Description, introduction)
  .annotate(OpenApi.License, { name: "MIT", identifier: "MIT" } as OpenApi.OpenAPISpecLicense)
  .annotate(OpenApi.Servers, [{ url: "/", description: "The host that serves this document" }])
{}
