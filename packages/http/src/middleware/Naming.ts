import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect } from "effect"
import { admissionOf } from "../front/Admission.js"

/** Names the request in whatever is logged on its way, and its route in its span. */
export const naming = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const admission = admissionOf(request)
    return admission === undefined ? app : app.pipe(
      Effect.annotateLogs({ request_id: admission.requestId, method: request.method, route: admission.route.path }),
      (named) => Effect.zipRight(Effect.annotateCurrentSpan({ "http.route": admission.route.path, "daybook.request_id": admission.requestId }), named)
    )
  })
