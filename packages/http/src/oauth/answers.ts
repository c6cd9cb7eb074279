import type { StorageFailure } from "@daybook/core/shared"
import type { Effect } from "effect"
import type { OpenAnswer } from "../front/openAddresses.js"

/** A request to an endpoint of OAuth, with its body as sent. */
export interface OAuthRequest {
  readonly query: string
  readonly body: string
  readonly contentType: string
  readonly address: string
  /** Epoch milliseconds. */
  readonly now: number
}

export type Endpoint = (request: OAuthRequest) => Effect.Effect<OpenAnswer, StorageFailure>

const json = "application/json"

export const jsonAnswer = (status: number, body: object): OpenAnswer => ({
  status,
  headers: { "Content-Type": json },
  body: JSON.stringify(body)
})

/** An error of the token endpoint or a registration (RFC 6749 §5.2, RFC 7591 §3.2.2). */
export const errorAnswer = (error: string, message: string): OpenAnswer =>
  jsonAnswer(error === "invalid_client" ? 401 : 400, { error, error_description: message })

/** Sends the browser back to the client. */
export const redirectTo = (address: string, params: Readonly<Record<string, string | undefined>>): OpenAnswer => {
  const target = new URL(address)
  for (const [name, value] of Object.entries(params)) if (value !== undefined) target.searchParams.set(name, value)
  return { status: 303, headers: { Location: target.href, "Referrer-Policy": "no-referrer" }, body: "" }
}

/** The parameters of a query or form; undefined if one is repeated, which RFC 6749 §3.1 forbids. */
export const paramsOf = (text: string): ReadonlyMap<string, string> | undefined => {
  const pairs = Array.from(new URLSearchParams(text))
  const params = new Map(pairs)
  return params.size === pairs.length ? params : undefined
}

export const isForm = (contentType: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(contentType)
