import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { SimulatedRequest } from "../shared/Simulator.js"

/** The one webhook subscription that an application may have: made, shown and ended. The handshake is the caller's to try. */
export const makeSubscriptions = (athlete: number) => {
  let standing: { readonly id: number; readonly callback_url: string; readonly application_id: number } | null = null
  const firstId = 120_000 + athlete % 1000
  return ({ method, params, path }: SimulatedRequest, client: { readonly id: string; readonly secret: string }): HttpServerResponse.HttpServerResponse => {
    if (params["client_id"] !== client.id || params["client_secret"] !== client.secret) return refused(401, "Application", "client_id", "invalid")
    if (method === "GET") return HttpServerResponse.unsafeJson(standing === null ? [] : [standing])
    if (method === "DELETE") {
      if (standing === null || !path.endsWith(`/${standing.id}`)) return refused(404, "PushSubscription", "id", "not found")
      standing = null
      return HttpServerResponse.empty({ status: 204 })
    }
    const callback = params["callback_url"] ?? ""
    if (standing !== null) return refused(400, "PushSubscription", "", "already exists")
    if (!URL.canParse(callback) || callback.length > 255) return refused(400, "PushSubscription", "callback url", "not verifiable")
    standing = { id: firstId, callback_url: callback, application_id: Number(client.id) }
    return HttpServerResponse.unsafeJson({ id: standing.id }, { status: 201 })
  }
}

const refused = (status: number, resource: string, field: string, code: string) =>
  HttpServerResponse.unsafeJson({ message: "Bad Request", errors: [{ resource, field, code }] }, { status })
