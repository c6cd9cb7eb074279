import * as HttpClient from "@effect/platform/HttpClient"
import { RequestError } from "@effect/platform/HttpClientError"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect } from "effect"
import { type Resolve, connector } from "./connector.js"
import { ClosedAddress, isClosedUrl, isPublicAddress } from "./publicAddresses.js"

/** An HTTP client that reaches public hosts only, by the address that it connects to. */
export const makePublicClient = (resolve?: Resolve): HttpClient.HttpClient =>
  HttpClient.mapRequestEffect(NodeHttpClient.makeUndici(connector(isPublicAddress, resolve)), (request) =>
    URL.canParse(request.url) && isClosedUrl(new URL(request.url))
      ? new RequestError({ request, reason: "Transport", cause: new ClosedAddress() })
      : Effect.succeed(request)
  )
