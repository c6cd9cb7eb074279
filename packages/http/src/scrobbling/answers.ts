import type { Credential, Scrobbler } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { Effect } from "effect"
import type { HeaderList } from "../front/send.js"

/** A request of a client, with its body as sent. */
export interface ScrobbleRequest {
  readonly method: string
  /** What follows the address of the protocol, decoded, without empty segments. */
  readonly path: ReadonlyArray<string>
  readonly query: URLSearchParams
  readonly body: string
  readonly accept: string
  readonly authorization: string | undefined
  readonly userAgent: string | null
  /** The address of the protocol as clients see it, without a slash at the end. */
  readonly base: string
  /** Epoch milliseconds. */
  readonly now: number
}

export interface ScrobbleAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: HeaderList
}

/** Why a request is not answered as asked. Each protocol says it in its own words. */
export type Refusal = "busy" | "unavailable" | "too_large" | "broken"

/** One of the protocols that clients speak. */
export interface Protocol {
  /** The first segments of its address, also for metrics. */
  readonly address: string
  readonly methods: ReadonlyArray<string>
  readonly maxBodyBytes: number
  /** The credential in the headers or in the address, known before the body is read. */
  readonly credentialInHead: (request: Omit<ScrobbleRequest, "body">) => Credential | undefined
  /** The credential in the body. */
  readonly credentialInBody: (request: ScrobbleRequest) => Credential | undefined
  /** `scrobbler` is null if the request has no valid credential. */
  readonly answer: (
    request: ScrobbleRequest,
    scrobbler: Scrobbler | null
  ) => Effect.Effect<ScrobbleAnswer, StorageFailure>
  /** The body is empty if it was too large. */
  readonly refuse: (request: ScrobbleRequest, refusal: Refusal) => ScrobbleAnswer
}

/** The name that answers give the owner. Programs show it, and ask for listens with it. */
export const userName = "daybook"

export const refusalTexts: Readonly<Record<Refusal, string>> = {
  busy: "Too many requests; send it again later.",
  unavailable: "Daybook cannot reach its database; send it again later.",
  too_large: "The request is too large; send fewer listens at a time.",
  broken: "Something went wrong in Daybook; send it again later."
}

export const refusalStatus: Readonly<Record<Refusal, number>> = {
  // A client that gets 429 may drop its listens for ever.
  busy: 503,
  unavailable: 503,
  too_large: 413,
  broken: 500
}

export const json = (status: number, body: unknown): ScrobbleAnswer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(body)
})

export const plain = (body: string): ScrobbleAnswer => ({
  status: 200,
  contentType: "text/plain; charset=utf-8",
  body: `${body}\n`
})
