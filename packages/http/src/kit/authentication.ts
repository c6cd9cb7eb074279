import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as OpenApi from "@effect/platform/OpenApi"
import { Effect, Layer } from "effect"
import { admissionOf } from "../front/requests.js"
import { Unauthorized, unauthorized } from "./errors.js"

/** Required by every endpoint that is not exempt. */
export class Authentication extends HttpApiMiddleware.Tag<Authentication>()("@daybook/http/Authentication", {
  failure: Unauthorized,
  security: {
    bearer: HttpApiSecurity.bearer.pipe(
      HttpApiSecurity.annotate(
        OpenApi.Description,
        "API key of Daybook: `svc_live_…` reads, `svc_admin_…` allows everything"
      )
    )
  }
}) {
  /** The front has verified the key. */
  static readonly layer = Layer.succeed(Authentication, {
    bearer: () =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        admissionOf(request).key === undefined ? Effect.fail(unauthorized) : Effect.void
      )
  })
}
