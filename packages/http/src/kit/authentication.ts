import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import { Unauthorized } from "./errors.js"

/** Declares that an endpoint needs a key. The front verifies it. */
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
}) {}
