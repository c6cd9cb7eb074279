import type { ProviderAnswer } from "@daybook/core/sync"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Answer } from "./Answer.js"

/** Length of a line that a person reads, in characters. */
const maxLineLength = 120
/** As much of a body is read to find its first line, in characters. */
const head = 4_096
/** Shorter values of a request are words of the API, such as `json`. */
const minSecretLength = 6
/** What is as long and has no space is a token. */
const token = /[\w-]{24,}/g
/** Parts of a path are words of the API too. */
const minPartLength = 16
/** Members that hold a secret, also in a body that ends within them. */
const secretMember = /("\w*(?:token|secret|password|key)\w*"\s*:\s*")[^"]*/gi

const withoutMarkup = (text: string): string =>
  text
    .replace(/<(script|style)\b[^<]*<\/\1\s*>/gi, " ")
    .replace(/<!--[^>]*-->/g, " ")
    .replace(/<[^<>]*>/g, "\n")

const isMarkup = (text: string) => /^\s*</.test(text)

/** The texts of a JSON body or the fields of a form. */
const textsOf = ({ body }: HttpClientRequest.HttpClientRequest): ReadonlyArray<string> => {
  if (body._tag !== "Uint8Array") return []
  const text = new TextDecoder().decode(body.body)
  return body.contentType.includes("json")
    ? Array.from(text.matchAll(/"([^"\\]+)"/g), ([, value]) => value!)
    : [...new URLSearchParams(text).values()]
}

/** Values that the request sent and that the answer may repeat, the longest first. */
export const secretsOf = (request: HttpClientRequest.HttpClientRequest): ReadonlyArray<string> => {
  const url = new URL(request.url)
  const values = [
    ...url.pathname.split("/").filter((part) => part.length >= minPartLength),
    ...url.searchParams.values(),
    ...request.urlParams.map(([, value]) => value),
    // `Bearer TOKEN`, and the fields of a signature.
    ...Object.values(request.headers).flatMap((value) => [
      value,
      value.replace(/^\S+\s+/, ""),
      ...value.split(/[\s,;="]+/)
    ]),
    ...textsOf(request)
  ].filter((value) => value.length >= minSecretLength)
  return [...new Set(values.flatMap((value) => [value, encodeURIComponent(value)]))].sort((a, b) => b.length - a.length)
}

/** The first line of a body, shortened; null if it has no text. `secrets` do not appear in it. */
export const lineOf = (text: string, secrets: ReadonlyArray<string>): string | null => {
  const start = text.slice(0, head)
  const line = (isMarkup(start) ? withoutMarkup(start) : start)
    .split(/[\r\n]+/)
    .map((one) => one.replace(/[\p{C}\s]+/gu, " ").trim())
    .find((one) => one !== "")
  if (line === undefined) return null
  const safe = secrets
    .reduce((text, secret) => text.replaceAll(secret, "…"), line)
    .replace(secretMember, "$1…")
    .replace(token, "…")
  return safe.length <= maxLineLength ? safe : `${safe.slice(0, maxLineLength).trimEnd()}…`
}

/**
 * What a person reads of an answer: the host, the status and the first line of the body. A web page gives its first
 * text. Nothing that the request sent appears in it, nor anything that looks like a token.
 */
export const refusedAnswer = (request: HttpClientRequest.HttpClientRequest, answer: Answer): ProviderAnswer => ({
  host: new URL(request.url).host,
  status: answer.status,
  line: lineOf(answer.text, secretsOf(request))
})
