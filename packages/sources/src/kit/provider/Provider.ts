import { RawPayloads, type SourceFailure } from "@daybook/core/sync"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Duration, Effect, Either, Option, Ref, type Schema } from "effect"
import { userAgent } from "./userAgent.js"
import { type Answer, readJson } from "./Answer.js"
import { type Bearer, bearing } from "./Bearer.js"
import { exchange } from "./exchange.js"
import { refusedAnswer } from "./refusedAnswer.js"
import { rejectedAnswer } from "./rejectedAnswer.js"
import { type Advice, type Attempt, Setback, about, failureOf, lasting, patiently, transient } from "./retries.js"
import * as Throttle from "./Throttle.js"
import { sharedThrottle } from "./Throttle.js"
import { ofStatus, type Verdict } from "./Verdict.js"

export interface ProviderOptions {
  /** The source's id, for failures. */
  readonly source: string
  /** Display name of the provider: failure messages begin with it. */
  readonly name: string
  readonly baseUrl: string
  /** Time between the starts of two calls. Calls are made one at a time. */
  readonly gap: Duration.Duration
  /**
   * Whether to share the gap with all other providers of this process that have the same base URL and set this flag.
   */
  readonly sharesGap?: boolean
  readonly advice?: Advice
  readonly headers?: Readonly<Record<string, string>>
  /** Supplies the token of every call. */
  readonly bearer?: Bearer
  /**
   * Computes signature headers for a POST and its fields (OAuth 1), for each attempt. The fields are then encoded by
   * RFC 3986.
   */
  readonly sign?: (post: Signable) => Effect.Effect<Readonly<Record<string, string>>, SourceFailure>
  /** Interprets a response. Defaults to its HTTP status. */
  readonly judge?: (answer: Answer) => Verdict
  /** How long to pause after a response, if the response asks for it. */
  readonly rest?: (answer: Answer) => Option.Option<Duration.Duration>
  /** How long a call is retried before it fails; 0 means one attempt. */
  readonly patience?: Duration.Duration
  readonly timeout?: Duration.Duration
  readonly maxBytes?: number
  /** Set where answers hold tokens: none is stored, whatever is wrong with it. */
  readonly isLogin?: boolean
}

/** The signed parts of a request. */
export interface Signable {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
}

export interface Call {
  /** Appended to the base URL. */
  readonly path?: string
  /** Query parameters. `overloads` counts the failed attempts, rate limits aside, so that a call can ask for less. */
  readonly query: (overloads: number) => Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  /** Form fields. Without `form` and `body` the call is a GET. */
  readonly form?: Readonly<Record<string, string>>
  /** JSON body of a POST. */
  readonly body?: unknown
  /** As in `ProviderOptions`, for one call. */
  readonly isLogin?: boolean
}

/** A provider's HTTP client: throttled, retrying, bounded. It fails only with messages for people. */
export interface Provider {
  readonly text: (call: Call) => Effect.Effect<string, SourceFailure>
  /** Returns any accepted response, for providers whose status matters. */
  readonly answer: (call: Call) => Effect.Effect<Answer, SourceFailure>
  /**
   * Parses a response that is not JSON, or whose headers matter. Left describes the problem, and the call is retried.
   */
  readonly read: <A>(call: Call, read: (answer: Answer) => Either.Either<A, string>) => Effect.Effect<A, SourceFailure>
  readonly json: <A, I>(schema: Schema.Schema<A, I>, call: Call) => Effect.Effect<A, SourceFailure>
  /** Validates a response beyond its schema. Left describes the problem, and the call is retried. */
  readonly checked: <A, I, B>(
    schema: Schema.Schema<A, I>,
    call: Call,
    check: (body: A) => Either.Either<B, string>
  ) => Effect.Effect<B, SourceFailure>
}

/** How long a call may take, if not as long as usual. */
export type CallLimits = Pick<ProviderOptions, "patience" | "timeout">

/** None for what the provider does not have. */
export const orNone = <A>(call: Effect.Effect<A, SourceFailure>): Effect.Effect<Option.Option<A>, SourceFailure> =>
  Effect.catchIf(
    Effect.asSome(call),
    ({ state }) => state === "not_found",
    () => Effect.succeedNone
  )

const defaults = { patience: Duration.seconds(75), timeout: Duration.seconds(30), maxBytes: 32 * 1_048_576 }

export const make = (options: ProviderOptions): Effect.Effect<Provider, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const client = HttpClient.withTracerDisabledWhen(yield* HttpClient.HttpClient, () => true)
    const throttle = yield* options.sharesGap === true
      ? sharedThrottle(options.baseUrl, options.gap)
      : Throttle.make(options.gap)
    const circuit = yield* Ref.make<Circuit>({ openUntil: 0, because: lasting("unavailable", "") })
    const limits = { timeout: options.timeout ?? defaults.timeout, maxBytes: options.maxBytes ?? defaults.maxBytes }
    const judge = options.judge ?? ofStatus
    const raw = yield* RawPayloads

    /** The token of a call is had before its turn: its login may call the same address, and wait for the same turn. */
    const attempt =
      <A>(call: Call, read: Read<A>): Attempt<A, SourceFailure> =>
      (overloads) =>
        Effect.gen(function* () {
          yield* checkCircuit(circuit)
          const request = requestOf(options, call, overloads)
          let sent = request
          const send = (prepared: HttpClientRequest.HttpClientRequest) =>
            throttle.through(
              Effect.gen(function* () {
                yield* checkCircuit(circuit)
                sent = yield* signed(options, call, prepared)
                const answer = yield* exchange(options.source, client, sent, limits)
                const rest = options.rest?.(answer) ?? Option.none()
                if (Option.isSome(rest)) yield* throttle.hold(rest.value)
                return answer
              })
            )
          const answer = yield* options.bearer === undefined ? send(request) : bearing(options.bearer, request, send)
          return yield* Effect.catchAll(
            Effect.zipRight(
              applyVerdict(judge(answer)),
              Effect.suspend(() => Either.mapLeft(read(answer), (what) => transient("bad_answer", what)))
            ),
            (setback) =>
              Effect.flatMap(
                setback.state !== "bad_answer" || options.isLogin === true || call.isLogin === true
                  ? Effect.succeedNone
                  : raw.answer(rejectedAnswer(options.source, setback.what, sent, answer)),
                (id) => about(setback, refusedAnswer(sent, answer), Option.getOrUndefined(id))
              )
          )
        })

    const call = <A>(call: Call, read: Read<A>) =>
      patiently<A, SourceFailure>(attempt(call, read), {
        name: options.name,
        patience: options.patience ?? defaults.patience,
        onSetback: (failure) =>
          Effect.all(
            [
              failure.state === "rate_limited" ? throttle.slower : Effect.void,
              Option.match(failure.wait, { onNone: () => Effect.void, onSome: throttle.hold }),
              Option.match(failure.closedFor, {
                onNone: () => Effect.void,
                onSome: (time) => openCircuit(circuit, failure, time)
              })
            ],
            { discard: true }
          )
      }).pipe(Effect.mapError((failure) => (failure instanceof Setback ? failureOf(failure, options) : failure)))

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

/** A circuit breaker: open while every call would fail for the same reason. */
interface Circuit {
  readonly openUntil: number
  readonly because: Setback
}

const checkCircuit = (circuit: Ref.Ref<Circuit>) =>
  Effect.flatMap(Effect.all([Ref.get(circuit), Effect.clock]), ([{ because, openUntil: shutUntil }, clock]) =>
    clock.unsafeCurrentTimeMillis() < shutUntil ? because : Effect.void
  )

const openCircuit = (circuit: Ref.Ref<Circuit>, { answer, next, raw, state, what }: Setback, time: Duration.Duration) =>
  Effect.flatMap(Effect.clock, (clock) =>
    Ref.set(circuit, {
      openUntil: clock.unsafeCurrentTimeMillis() + Duration.toMillis(time),
      because: answer === undefined ? lasting(state, what, next) : about(lasting(state, what, next), answer, raw)
    })
  )

const requestOf = (options: ProviderOptions, call: Call, overloads: number) =>
  HttpClientRequest.get(
    call.path === undefined ? options.baseUrl : options.baseUrl.replace(/\/+$/, "") + call.path
  ).pipe(
    HttpClientRequest.setHeaders({
      "user-agent": userAgent,
      accept: "application/json, */*;q=0.5",
      ...options.headers,
      ...call.headers
    }),
    HttpClientRequest.appendUrlParams(call.query(overloads)),
    withBody(call)
  )

const signed = ({ sign }: ProviderOptions, { form }: Call, request: HttpClientRequest.HttpClientRequest) =>
  sign === undefined || form === undefined
    ? Effect.succeed(request)
    : Effect.map(sign({ url: request.url, form }), (headers) =>
        request.pipe(
          HttpClientRequest.bodyText(
            Object.entries(form)
              .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
              .join("&"),
            "application/x-www-form-urlencoded"
          ),
          HttpClientRequest.setHeaders(headers)
        )
      )

const withBody =
  ({ body, form }: Call) =>
  (request: HttpClientRequest.HttpClientRequest) => {
    if (form !== undefined) return HttpClientRequest.setMethod(HttpClientRequest.bodyUrlParams(request, form), "POST")
    return body === undefined
      ? request
      : HttpClientRequest.setMethod(HttpClientRequest.bodyUnsafeJson(request, body), "POST")
  }

const applyVerdict = (verdict: Verdict): Effect.Effect<void, Setback> => {
  switch (verdict._tag) {
    case "Good":
      return Effect.void
    case "Again":
      return transient(verdict.state, verdict.what, verdict.wait)
    case "Stop":
      return new Setback({ ...verdict, final: true, wait: Option.none() })
  }
}

/** A lone surrogate, which cannot be encoded. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Encodes everything except letters, digits and `-._~` (RFC 3986 §2.3), as OAuth 1 requires. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.replace(loneSurrogate, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
