import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { SimulatedRequest } from "../shared/Simulator.js"

/** plex.tv's PIN login: `POST /api/v2/pins?strong=true`, then `GET /api/v2/pins/{id}` until the person has logged in. */
export const makePins = (token: string) => {
  const claimed = new Set<number>()
  let last = 700_000
  const pin = (id: number) => ({ id, code: `code${id}`, product: "Daybook", trusted: false, expiresIn: 1_800, authToken: claimed.has(id) ? token : null })
  return {
    answer: ({ method, path }: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
      if (method === "POST" && path === "/api/v2/pins") return HttpServerResponse.unsafeJson(pin(++last), { status: 201 })
      const id = Number(/^\/api\/v2\/pins\/(\d+)$/.exec(path)?.[1] ?? 0)
      return method === "GET" && id > 700_000 && id <= last
        ? HttpServerResponse.unsafeJson(pin(id))
        : HttpServerResponse.unsafeJson({ errors: [{ code: 1_020, message: "Code not found or expired", status: 404 }] }, { status: 404 })
    },
    /** The person logs in with the newest PIN. */
    claim: Effect.sync(() => void claimed.add(last))
  }
}
