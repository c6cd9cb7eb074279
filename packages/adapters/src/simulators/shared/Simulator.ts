import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect } from "effect"
import type { Persona } from "../persona/Persona.js"
import { Fault, type Faults, makeFaults } from "./Faults.js"
import { type LoggedRequest, makeRequestLog, type RequestLog } from "./RequestLog.js"
import type { SimulatedClock } from "./SimulatedClock.js"

/** What every simulator is told when it is made. */
export interface SimulatorContext {
  readonly persona: Persona
  readonly clock: SimulatedClock
  /** Where the simulator will be reached, without a slash at its end: pictures and sounds are linked under it. */
  readonly baseUrl: string
}

/** What a test or the bench holds in its hand. */
export interface SimulatorControl {
  readonly faults: Faults
  readonly requests: RequestLog
  readonly clock: SimulatedClock
}

/** One provider, spoken in its own wire format. Paths of `app` begin where the provider's own do. */
export interface Simulator<Id extends string = string, Control extends SimulatorControl = SimulatorControl> {
  readonly id: Id
  readonly app: HttpApp.Default
  readonly control: Control
  /** The environment under which Daybook's source calls this simulator. */
  readonly settings: Readonly<Record<string, string>>
  /** Hosts of its own, without a port, that it answers for whatever the path: web pages that records link to. */
  readonly hosts?: ReadonlyArray<string>
  /** Tells the life that it serves now, which would else make the first call slow. */
  readonly ready: Effect.Effect<void>
}

/** A request as the answering function of a simulator sees it. */
export interface SimulatedRequest extends LoggedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The text of the body; `""` for GET and HEAD. */
  readonly body: string
  /** A fault that only the provider's own code can play: `WrongPages` or `Empty`. */
  readonly distortion: Fault | undefined
}

/** The app and the common control of a simulator: logs each request, lets its fault happen, else answers. */
export const makeSimulator = <const Id extends string, Control>(options: {
  readonly id: Id
  readonly clock: SimulatedClock
  readonly settings: Readonly<Record<string, string>>
  readonly control: Control
  readonly ready?: Effect.Effect<void>
  readonly answer: (request: SimulatedRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}): Simulator<Id, SimulatorControl & Control> => {
  const faults = makeFaults()
  const requests = makeRequestLog()
  const app = Effect.gen(function*() {
    const request = yield* received
    requests.write(request)
    const fault = faults.take(request)
    return yield* afflicted(fault, options.answer({ ...request, distortion: fault }))
  })
  return {
    id: options.id,
    app,
    settings: options.settings,
    ready: options.ready ?? Effect.void,
    control: { ...options.control, faults, requests, clock: options.clock }
  }
}

const received = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const url = new URL(request.url, "http://simulator")
  const body = request.method === "GET" || request.method === "HEAD" ? "" : yield* Effect.orElseSucceed(request.text, () => "")
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true
  const params = { ...Object.fromEntries(url.searchParams), ...(isForm ? Object.fromEntries(new URLSearchParams(body)) : {}) }
  const at = yield* Clock.currentTimeMillis
  return { method: request.method, path: url.pathname, params, at, headers: request.headers, body }
})

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse>

const afflicted = (fault: Fault | undefined, answer: Answer): Answer =>
  fault === undefined ? answer : Fault.$match(fault, {
    Status: ({ retryAfter, status }) => Effect.succeed(errorPage(status, retryAfter)),
    Body: ({ json, status }) => Effect.succeed(HttpServerResponse.unsafeJson(json, { status: status ?? 200 })),
    Html: ({ status }) => Effect.succeed(errorPage(status ?? 200)),
    Truncated: () => Effect.map(answer, cutInHalf),
    Slow: (slow) => Effect.delay(answer, slow.for),
    Hanging: () => Effect.never,
    WrongPages: () => answer,
    Empty: () => answer,
    Meanwhile: ({ happens }) => Effect.zipRight(happens, answer)
  })

const errorPage = (status: number, retryAfter?: number | string) =>
  HttpServerResponse.html(`<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>Sorry, something went wrong</h1></body></html>`).pipe(
    HttpServerResponse.setStatus(status),
    retryAfter === undefined ? (response) => response : HttpServerResponse.setHeader("retry-after", String(retryAfter))
  )

/** Ends inside the body and says so nowhere: the length is that of what is sent. */
const cutInHalf = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag !== "Uint8Array" ? response : HttpServerResponse.uint8Array(
    response.body.body.subarray(0, Math.floor(response.body.body.length / 2)),
    { status: response.status, headers: response.headers, contentType: response.body.contentType }
  )
