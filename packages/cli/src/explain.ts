import { StorageFailure } from "@daybook/core/shared"
import { SourceFailure } from "@daybook/core/sync"
import { ValidationError } from "@effect/cli"
import { ConfigError } from "effect"
import { Failure } from "./Failure.js"
import { lostDatabase } from "./lostDatabase.js"
import { textOf } from "./manual.js"
import { plain } from "./text.js"

/** Any error for the person at the terminal: a line for each thing that failed. */
export const explain = (error: unknown): ReadonlyArray<string> =>
  error instanceof Failure ? error.message.split("\n") : [reason(error)]

/** Any error as one line. */
export const reason = (error: unknown): string => {
  if (ValidationError.isValidationError(error)) return `${textOf(error.error).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}; see \`daybook --help\``
  return oneLine(ConfigError.isConfigError(error) ? configMessage(error) : messageOf(error))
}

const oneLine = (text: string) => plain(text).trim()

const messageOf = (error: unknown): string => {
  if (error instanceof SourceFailure) return `${error.message}; ${error.next}`
  if (error instanceof StorageFailure && error.unavailable) return lostDatabase(error)
  if (typeof error !== "object" || error === null) return String(error)
  const tag = "_tag" in error ? error._tag : ""
  if (tag === "SqlError" && "cause" in error) return `the database cannot be used: ${messageOf(error.cause)}; check DAYBOOK_DATABASE_URL`
  if ("errors" in error && Array.isArray(error.errors) && error.errors.length > 0) return messageOf(error.errors[0])
  return "message" in error && error.message !== "" ? String(error.message) : String(tag || error)
}

const configMessage = (error: ConfigError.ConfigError): string => {
  switch (error._op) {
    case "And":
    case "Or":
      return configMessage(error.left)
    case "MissingData":
      return `${error.path.join("_")} is not set: set it in the environment or in .env`
    default:
      return error.message.includes(error.path.join("_")) ? error.message : `${error.path.join("_")}: ${error.message}`
  }
}
