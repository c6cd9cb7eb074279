import { isDiskFull } from "@daybook/adapters/opening"
import { StorageFailure } from "@daybook/core/shared"
import { isSourceFailure } from "@daybook/core/sync"
import { ValidationError } from "@effect/cli"
import { ConfigError, Data } from "effect"
import { resolve } from "node:path"
import { textOf } from "./help.js"
import { plain } from "./text.js"

/** A command failed: exit code 1. `message` has one line for each failure: what, why, what to do next. */
export class Failure extends Data.TaggedError("Failure")<{ readonly message: string }> {}

/** The command line is wrong: exit code 2. */
export class Usage extends Data.TaggedError("Usage")<{ readonly message: string }> {}

/** An error as lines for the terminal, one for each failure. */
export const explain = (error: unknown): ReadonlyArray<string> =>
  error instanceof Failure ? error.message.split("\n") : [reason(error)]

/** An error as one line. */
export const reason = (error: unknown): string => {
  if (ValidationError.isValidationError(error))
    return `${textOf(error.error).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}; see \`daybook --help\``
  return oneLine(ConfigError.isConfigError(error) ? configMessage(error) : messageOf(error))
}

const oneLine = (text: string) => plain(text).trim()

const messageOf = (error: unknown): string => {
  if (isSourceFailure(error)) return `${error.message}; ${error.next}`
  if (error instanceof StorageFailure && error.unavailable) return explainLostDatabase(error)
  if (typeof error !== "object" || error === null) return String(error)
  const tag = "_tag" in error ? error._tag : ""
  if (tag === "SqlError" && "cause" in error)
    return `the database cannot be used: ${messageOf(error.cause)}; check DAYBOOK_DATABASE_URL`
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

const retry = "run it again: it continues where it stopped"

/** Explains an unreachable database. An embedded one on a full disk ends without a word to its clients. */
const explainLostDatabase = (failure: StorageFailure): string => {
  const { DAYBOOK_DATABASE_URL: url, DAYBOOK_DATA_DIR: folder = ".daybook" } = process.env
  if (/ full: /.test(failure.message)) return failure.message
  const what = `the database cannot be used: ${messageOf(failure.cause)}`
  if (url !== undefined && url !== "")
    return `${what}; check DAYBOOK_DATABASE_URL and that the server runs, then ${retry}`
  return isDiskFull(resolve(folder))
    ? `the disk that holds the data folder ${resolve(folder)} is full: free some space, then run it again`
    : `${what}; ${retry}`
}
