import { Either } from "effect"
import { tamed } from "./tamed.js"

/** What a provider answered, read to its end. Header names are lower case. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The text as JSON, or left when it is none: an error page, an answer cut short. */
  readonly json: Either.Either<unknown, void>
}

/** An escaped backslash or a whole pair, which stay; NUL, or half of a pair. */
const escapes = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})/g
const half = 6

/** Without what PostgreSQL stores in no text: NUL, and in JSON half of a surrogate pair. Few answers have either. */
const storable = (json: string): string =>
  /\\u(?:0000|[dD][89a-fA-F])/.test(json)
    ? json.replace(escapes, (found) => found.length !== half ? found : found === "\\u0000" ? "" : "\ufffd")
    : json

export const make = (status: number, headers: Answer["headers"], text: string): Answer => {
  let json: Answer["json"] | undefined
  return {
    status,
    headers,
    text,
    get json() {
      return json ??= Either.try({ try: () => tamed(JSON.parse(storable(text))), catch: () => undefined })
    }
  }
}
