import type { SourceFailure } from "@daybook/core/sync"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Duration, Effect, Either, Option, Ref, type Schema } from "effect"
import type { Answer } from "./Answer.js"
import { type Bearer, bearing } from "./Bearer.js"
import { exchange } from "./exchange.js"
import { type Attempt, patiently } from "./patiently.js"
import { readJson } from "./readJson.js"
import { type Advice, failureOf, lasting, Setback, transient } from "./Setback.js"
import * as Throttle from "./Throttle.js"
import { shared } from "./Throttles.js"
import { percentEncoded } from "./percentEncoded.js"
import { ofStatus, type Verdict } from "./Verdict.js"

export interface ProviderOptions {
  /** The source's id, as failures carry it. */
  readonly source: string
  /** What people call the provider: the first words of every failure. */
  readonly name: string
  readonly baseUrl: string
  /** Between the beginnings of two calls; calls are made one at a time. */
  readonly gap: Duration.Duration
  /** Whether the gap is kept between these calls and all others of this process to the same address that say so, too. */
  readonly sharesGap?: boolean
  readonly advice?: Advice
  readonly headers?: Readonly<Record<string, string>>
  /** Whose token every call bears. */
  readonly bearer?: Bearer
  /** Headers that sign a POST and its fields (OAuth 1), anew for each attempt. Fields are then sent as RFC 3986 encodes them. */
  readonly sign?: (post: Signable) => Effect.Effect<Readonly<Record<string, string>>, SourceFailure>
  /** What an answer means. By HTTP status, unless the provider has its own way of saying it. */
  readonly judge?: (answer: Answer) => Verdict
  /** How long to let the provider rest after an answer, where the answer says so. */
  readonly rest?: (answer: Answer) => Option.Option<Duration.Duration>
  /** How long one call is tried again before it fails; 0 tries once. */
  readonly patience?: Duration.Duration
  readonly timeout?: Duration.Duration
  readonly maxBytes?: number
}

/** What a signature is over. */
export interface Signable {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
}

export interface Call {
  /** Appended to the base URL. */
  readonly path?: string
  /** `struggles` counts the attempts of this call that the provider could not cope with, to ask for less. */
  readonly query: (struggles: number) => Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  /** Fields of a POST; without them the call is a GET. */
  readonly form?: Readonly<Record<string, string>>
  /** The body of a POST in JSON. */
  readonly body?: unknown
}

/** A provider's HTTP interface: throttled, patient, bounded, and failing only with what a person can read. */
export interface Provider {
  readonly text: (call: Call) => Effect.Effect<string, SourceFailure>
  /** Whatever is judged to be good, for providers whose status says something. */
  readonly answer: (call: Call) => Effect.Effect<Answer, SourceFailure>
  /** For answers that are not JSON, or whose headers count: left says what is wrong, and the call is tried again. */
  readonly read: <A>(call: Call, read: (answer: Answer) => Either.Either<A, string>) => Effect.Effect<A, SourceFailure>
  readonly json: <A, I>(schema: Schema.Schema<A, I>, call: Call) => Effect.Effect<A, SourceFailure>
  /** For answers that can have the right shape and yet be wrong: left says what is wrong, and the call is tried again. */
  readonly checked: <A, I, B>(
    schema: Schema.Schema<A, I>,
    call: Call,
    check: (body: A) => Either.Either<B, string>
  ) => Effect.Effect<B, SourceFailure>
}

const userAgent = "Daybook/0.1 (self-hosted archive of one person's own data)"
const common = { patience: Duration.seconds(75), timeout: Duration.seconds(30), maxBytes: 32 * 1_048_576 }

export const make = (options: ProviderOptions): Effect.Effect<Provider, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const client = HttpClient.withTracerDisabledWhen(yield* HttpClient.HttpClient, () => true)
    const throttle = yield* options.sharesGap === true ? shared(options.baseUrl, options.gap) : Throttle.make(options.gap)
    const door = yield* Ref.make<Door>({ shutUntil: 0, because: lasting("unavailable", "") })
    const limits = { timeout: options.timeout ?? common.timeout, maxBytes: options.maxBytes ?? common.maxBytes }
    const judge = options.judge ?? ofStatus

    const attempt = <A>(call: Call, read: Read<A>): Attempt<A, SourceFailure> => (struggles) =>
      throttle.through(Effect.gen(function*() {
        yield* passDoor(door)
        const request = yield* signed(options, call, requestOf(options, call, struggles))
        const answer = yield* bearing(options.bearer, request, (bearer) => exchange(options.source, client, bearer, limits))
        const rest = options.rest?.(answer) ?? Option.none()
        if (Option.isSome(rest)) yield* throttle.hold(rest.value)
        yield* heed(judge(answer))
        return yield* Either.mapLeft(read(answer), (what) => transient("bad_answer", what))
      }))

    const call = <A>(call: Call, read: Read<A>) =>
      patiently<A, SourceFailure>(attempt(call, read), {
        name: options.name,
        patience: options.patience ?? common.patience,
        onSetback: (setback) =>
          Effect.all([
            setback.state === "rate_limited" ? throttle.slower : Effect.void,
            Option.match(setback.wait, { onNone: () => Effect.void, onSome: throttle.hold }),
            Option.match(setback.closedFor, { onNone: () => Effect.void, onSome: (time) => shut(door, setback, time) })
          ], { discard: true })
      }).pipe(Effect.mapError((setback) => setback instanceof Setback ? failureOf(setback, options) : setback))

    return {
      answer: (of) => call(of, Either.right),
      text: (of) => call(of, (answer) => Either.right(answer.text)),
      read: call,
      json: (schema, of) => call(of, readJson(schema)),
      checked: (schema, of, check) => {
        const read = readJson(schema)
        return call(of, (answer) => Either.flatMap(read(answer), check))
      }
    }
  })

type Read<A> = (answer: Answer) => Either.Either<A, string>

/** Shut while the provider has said that every call would end the same way. */
interface Door {
  readonly shutUntil: number
  readonly because: Setback
}

const passDoor = (door: Ref.Ref<Door>) =>
  Effect.flatMap(Effect.all([Ref.get(door), Effect.clock]), ([{ because, shutUntil }, clock]) =>
    clock.unsafeCurrentTimeMillis() < shutUntil ? because : Effect.void)

const shut = (door: Ref.Ref<Door>, { next, state, what }: Setback, time: Duration.Duration) =>
  Effect.flatMap(Effect.clock, (clock) =>
    Ref.set(door, { shutUntil: clock.unsafeCurrentTimeMillis() + Duration.toMillis(time), because: lasting(state, what, next) }))

const requestOf = (options: ProviderOptions, call: Call, struggles: number) =>
  HttpClientRequest.get(call.path === undefined ? options.baseUrl : options.baseUrl.replace(/\/+$/, "") + call.path).pipe(
    HttpClientRequest.setHeaders({ "user-agent": userAgent, accept: "application/json, */*;q=0.5", ...options.headers, ...call.headers }),
    HttpClientRequest.appendUrlParams(call.query(struggles)),
    withBody(call)
  )

const signed = ({ sign }: ProviderOptions, { form }: Call, request: HttpClientRequest.HttpClientRequest) =>
  sign === undefined || form === undefined ? Effect.succeed(request) : Effect.map(sign({ url: request.url, form }), (headers) =>
    request.pipe(
      HttpClientRequest.bodyText(Object.entries(form).map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).join("&"), "application/x-www-form-urlencoded"),
      HttpClientRequest.setHeaders(headers)
    ))

const withBody = ({ body, form }: Call) => (request: HttpClientRequest.HttpClientRequest) => {
  if (form !== undefined) return HttpClientRequest.setMethod(HttpClientRequest.bodyUrlParams(request, form), "POST")
  return body === undefined ? request : HttpClientRequest.setMethod(HttpClientRequest.bodyUnsafeJson(request, body), "POST")
}

const heed = (verdict: Verdict): Effect.Effect<void, Setback> => {
  switch (verdict._tag) {
    case "Good":
      return Effect.void
    case "Again":
      return transient(verdict.state, verdict.what, verdict.wait)
    case "Stop":
      return new Setback({ ...verdict, final: true, wait: Option.none() })
  }
}
