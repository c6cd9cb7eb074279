import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Duration, Effect } from "effect"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { Fault, type Faults, type LoggedRequest, type RequestLog, makeFaults, makeRequestLog } from "./Faults.js"

/** The time of the simulated world, in epoch milliseconds: all simulators of one person share it. */
export interface SimulatedClock {
  readonly now: Effect.Effect<number>
  readonly set: (instant: Date | number) => Effect.Effect<void>
  readonly advance: (by: Duration.DurationInput) => Effect.Effect<void>
  /** True where time passes by itself. */
  readonly isLive: boolean
}

/** A clock that stands still until it is moved. */
export const stillClock = (start: number): SimulatedClock => {
  let now = start
  return {
    isLive: false,
    now: Effect.sync(() => now),
    set: (instant) => Effect.sync(() => void (now = Number(instant))),
    advance: (by) => Effect.sync(() => void (now += Duration.toMillis(by)))
  }
}

/** A clock that shows `start` now and runs with Effect's clock. */
export const liveClock = (start: number): Effect.Effect<SimulatedClock> =>
  Effect.map(Clock.currentTimeMillis, (startedAt) => {
    let ahead = start - startedAt
    return {
      isLive: true,
      now: Effect.map(Clock.currentTimeMillis, (now) => now + ahead),
      set: (instant) => Effect.map(Clock.currentTimeMillis, (now) => void (ahead = Number(instant) - now)),
      advance: (by) => Effect.sync(() => void (ahead += Duration.toMillis(by)))
    }
  })

/** What every simulator is told when it is made. */
export interface SimulatorContext {
  readonly sampleOwner: SampleOwner
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
  const app = Effect.gen(function* () {
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

const received = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const url = new URL(request.url, "http://simulator")
  const body =
    request.method === "GET" || request.method === "HEAD" ? "" : yield* Effect.orElseSucceed(request.text, () => "")
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true
  const params = {
    ...Object.fromEntries(url.searchParams),
    ...(isForm ? Object.fromEntries(new URLSearchParams(body)) : {})
  }
  const at = yield* Clock.currentTimeMillis
  return { method: request.method, path: url.pathname, params, at, headers: request.headers, body }
})

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse>

const afflicted = (fault: Fault | undefined, answer: Answer): Answer =>
  fault === undefined
    ? answer
    : Fault.$match(fault, {
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
  HttpServerResponse.html(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>Sorry, something went wrong</h1></body></html>`
  ).pipe(
    HttpServerResponse.setStatus(status),
    retryAfter === undefined ? (response) => response : HttpServerResponse.setHeader("retry-after", String(retryAfter))
  )

/** Ends inside the body and says so nowhere: the length is that of what is sent. */
const cutInHalf = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag !== "Uint8Array"
    ? response
    : HttpServerResponse.uint8Array(response.body.body.subarray(0, Math.floor(response.body.body.length / 2)), {
        status: response.status,
        headers: response.headers,
        contentType: response.body.contentType
      })

/** One app of many simulators: each answers below the path of its id, and sees paths as if it were alone. */
export const dispatch = (served: ReadonlyArray<Simulator>): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const ofHost = served.find(({ hosts }) => hosts?.includes(request.headers["host"]?.replace(/:\d+$/, "") ?? ""))
    if (ofHost !== undefined) return Effect.provideService(ofHost.app, HttpServerRequest.HttpServerRequest, request)
    const one = served.find(
      ({ id }) => request.url.startsWith(`/${id}`) && /^[/?]|^$/.test(request.url.slice(id.length + 1))
    )
    if (one === undefined) return HttpServerResponse.text("no simulator here\n", { status: 404 })
    const below = request.url.slice(one.id.length + 1)
    return Effect.provideService(
      one.app,
      HttpServerRequest.HttpServerRequest,
      request.modify({ url: below.startsWith("/") ? below : `/${below}` })
    )
  })

/** A parameter that should be a whole number: `otherwise` where it is absent, NaN where it is something else. */
export const wholeNumber = <A>(text: string | undefined, otherwise: A): number | A =>
  text === undefined || text === "" ? otherwise : /^-?\d+$/.test(text) ? Number(text) : Number.NaN
