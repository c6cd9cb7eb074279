import type { Credential, Scrobbler } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { Effect } from "effect"
import type { OpenAnswer } from "../front/openAddresses.js"
import type { Parameters } from "./parameters.js"

/** A request of a client without its body. */
export interface RequestHead {
  readonly method: string
  /** What follows the address of the protocol, decoded, without empty segments. */
  readonly path: ReadonlyArray<string>
  readonly query: URLSearchParams
  readonly accept: string
  readonly authorization: string | undefined
  readonly userAgent: string | null
  /** The address of the protocol as clients see it, without a slash at the end. */
  readonly base: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** A request of a client, with its body. */
export interface ScrobbleRequest extends RequestHead {
  /** Empty if the body was not read. */
  readonly body: string
  /** The parameters of the query and, if the protocol has forms, of the body. */
  readonly parameters: Parameters
}

/** Why a request is not answered as asked. Each protocol says it in its own words. */
export type Refusal = "busy" | "unavailable" | "too_large" | "too_complex" | "broken"

/** One of the protocols that clients speak. */
export interface Protocol {
  /** The first segments of its address, also for metrics. */
  readonly address: string
  readonly methods: ReadonlyArray<string>
  readonly maxBodyBytes: number
  readonly syntax: "json" | "form"
  /** The credential in the headers or in the address; without one that is known, no body is read. */
  readonly credentialInHead?: (request: RequestHead) => Credential | undefined
  /** The credential in the parameters, for protocols that have it there. */
  readonly credentialIn?: (request: ScrobbleRequest) => Credential | undefined
  /** `scrobbler` is null if the request has no valid credential. */
  readonly answer: (request: ScrobbleRequest, scrobbler: Scrobbler | null) => Effect.Effect<OpenAnswer, StorageFailure>
  readonly refuse: (request: ScrobbleRequest, refusal: Refusal) => OpenAnswer
}

/** The largest form: 50 listens with long names in a script of which every letter has nine bytes. */
export const formBytes = 262_144

/** The name that answers give the owner. Programs show it, and ask for listens with it. */
export const userName = "daybook"

export const refusalTexts: Readonly<Record<Refusal, string>> = {
  busy: "Too many requests; send it again later.",
  unavailable: "Daybook cannot reach its database; send it again later.",
  too_large: "The request is too large; send fewer listens at a time.",
  too_complex: "The request has too many parts, or is nested too deeply; send less at a time.",
  broken: "Something went wrong in Daybook; send it again later."
}

export const refusalStatus: Readonly<Record<Refusal, number>> = {
  // A client that gets 429 may drop its listens for ever.
  busy: 503,
  unavailable: 503,
  too_large: 413,
  too_complex: 400,
  broken: 500
}

export const json = (status: number, body: unknown): OpenAnswer => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8" },
  body: JSON.stringify(body)
})

export const plain = (body: string): OpenAnswer => ({
  status: 200,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  body: `${body}\n`
})
