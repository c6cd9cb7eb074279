import type { RejectedAnswer } from "@daybook/core/sync"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Answer } from "./Answer.js"
import { secretsOf } from "./refusedAnswer.js"

/** A part of a path that is a word of the API, or its version. Others may be names, ids or secrets. */
const wordPart = /^(?:[a-z][a-z._-]{0,15}|v?\d{1,2}(?:\.\d{1,2}){0,2})$/i

/** `https://api.example.org/2.0/users/…?method=…`: the address without any value. */
const addressOf = (request: HttpClientRequest.HttpClientRequest): string => {
  const { origin, pathname, searchParams } = new URL(request.url)
  const path = pathname
    .split("/")
    .map((part) => (part === "" || wordPart.test(part) ? part : "…"))
    .join("/")
  const names = [...new Set([...searchParams.keys(), ...request.urlParams.map(([name]) => name)])]
  return `${origin}${path}${names.length === 0 ? "" : `?${names.map((name) => `${name}=…`).join("&")}`}`
}

/** A day or a time of a query is no secret, and answers are full of them. */
const isTime = (value: string) => /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?$/.test(value)

/** What there is to store of an answer that could not be parsed: of the request nothing but its address. */
export const rejectedAnswer = (
  source: string,
  reason: string,
  request: HttpClientRequest.HttpClientRequest,
  answer: Answer
): RejectedAnswer => ({
  source,
  key: addressOf(request),
  reason,
  status: answer.status,
  mediaType: answer.headers["content-type"] ?? null,
  text: answer.text,
  secrets: secretsOf(request).filter((value) => !isTime(value))
})
