import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as OpenApi from "@effect/platform/OpenApi"
import { Effect, Layer } from "effect"
import { admissionOf } from "../front/Admission.js"
import { Unauthorized, unauthorized } from "../shared/errors.js"

/** What every endpoint wants that is not exempt (`api.md` §5). */
export class Authentication extends HttpApiMiddleware.Tag<Authentication>()("@daybook/http/Authentication", {
  failure: Unauthorized,
  security: {
    bearer: HttpApiSecurity.bearer.pipe(
      HttpApiSecurity.annotate(OpenApi.Description, "A key of Daybook: `svc_live_…` reads, `svc_admin_…` may do everything")
    )
  }
}) {
  /** The front has looked at the key already; a request that did not come through it is nobody's. */
  static readonly layer = Layer.succeed(Authentication, {
    bearer: () =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        admissionOf(request)?.key === undefined ? Effect.fail(unauthorized) : Effect.void)
  })
}
