import { Data } from "effect"
import type { AskError } from "./Ask.js"
import { oneLine } from "./kit/untrusted.js"

export type ToolErrorCode =
  | "bad_argument"
  | "not_found"
  | "no_data"
  | "ambiguous"
  | "not_set_up"
  | "rate_limited"
  | "forbidden"
  | "timeout"
  | "unavailable"

/** A failed call. `message` says in one line what was wrong, `next` what to call instead. */
export class ToolError extends Data.TaggedError("ToolError")<{
  readonly code: ToolErrorCode
  readonly message: string
  readonly next: string
}> {}

const maxLineLength = 1_000

/** Arguments of a call stand in messages, and may have any length and lines. */
const asLine = (text: string): string => {
  const line = oneLine(text)
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`
}

/** The text that the assistant reads: a line about what was wrong, and one about what to do. */
export const textOfError = ({ code, message, next }: ToolError): string =>
  `${code}: ${asLine(message)}\n${asLine(next)}`

export const badArgument = (message: string, next: string) => new ToolError({ code: "bad_argument", message, next })

export const notFound = (id: string) =>
  new ToolError({
    code: "not_found",
    message: `No record ${id}.`,
    next: 'Call search with a name, such as {"query": "…"}, and use an id of its results.'
  })

/** Also for what a lens hides: both say the same words. */
export const forbidden = (what: string) =>
  new ToolError({
    code: "forbidden",
    message: `This connection may not read ${what}.`,
    next: "Call overview for what this connection can read."
  })

export const timedOut = new ToolError({
  code: "timeout",
  message: "No answer within 30 s.",
  next: "Try once more; narrow `when`."
})

export const unavailable = new ToolError({
  code: "unavailable",
  message: "The host cannot answer now.",
  next: "Try once more; narrow `when`."
})

/** Whether an error says that there is nothing, and not why. */
export const isNoData = (error: ToolError | AskError): boolean =>
  error._tag === "ToolError" ? error.code === "no_data" : error.status === 404

/** What a failed operation of the API means to an assistant. */
export const ofAskError = ({ message, retryAfter, status }: AskError): ToolError => {
  switch (status) {
    case 400:
      return badArgument(message, "Correct the argument and call again, or call overview with {} for what is here.")
    case 401:
    case 403:
      return forbidden("this")
    case 404:
      return new ToolError({
        code: "no_data",
        message: "There is no data for this request.",
        next: "Call overview for what is here."
      })
    case 409:
      return new ToolError({
        code: "ambiguous",
        message,
        next: "Call search for the id, or fetch for what is there already."
      })
    case 429:
      return new ToolError({
        code: "rate_limited",
        message: "Too many requests.",
        next: `Try again in ${retryAfter ?? 60} s.`
      })
    default:
      return unavailable
  }
}
