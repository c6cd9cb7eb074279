import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Simulator } from "./shared/Simulator.js"

/** One app of many simulators: each answers below the path of its id, and sees paths as if it were alone. */
export const dispatch = (served: ReadonlyArray<Simulator>): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const ofHost = served.find(({ hosts }) => hosts?.includes(request.headers["host"]?.replace(/:\d+$/, "") ?? ""))
    if (ofHost !== undefined) return Effect.provideService(ofHost.app, HttpServerRequest.HttpServerRequest, request)
    const one = served.find(({ id }) => request.url.startsWith(`/${id}`) && /^[/?]|^$/.test(request.url.slice(id.length + 1)))
    if (one === undefined) return HttpServerResponse.text("no simulator here\n", { status: 404 })
    const below = request.url.slice(one.id.length + 1)
    return Effect.provideService(one.app, HttpServerRequest.HttpServerRequest, request.modify({ url: below.startsWith("/") ? below : `/${below}` }))
  })
