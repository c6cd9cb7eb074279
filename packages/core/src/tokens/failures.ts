import type { StorageFailure } from "../shared/errors.js"
import { SourceFailure, type SourceState } from "../sync/SourceFailure.js"
import type { Login } from "./Login.js"

type Of = Pick<Login, "id" | "source" | "name">

const failure = (of: Of, state: SourceState, message: string, next: string) => new SourceFailure({ source: of.source, state, message, next })

const again = ({ id }: Of) => `run \`daybook connect ${id}\``

/** Nobody has logged in. */
export const missing = (of: Of) => failure(of, "unauthorized", `there is no login at ${of.name}`, again(of))

/** A login that does not renew itself is over. */
export const ended = (of: Of) => failure(of, "unauthorized", `the login at ${of.name} has ended`, again(of))

export const unreadable = (of: Of) =>
  failure(of, "unauthorized", `the stored login at ${of.name} was encrypted with another DAYBOOK_SECRET`, `give that secret again, or ${again(of)}`)

export const notAnswered = (of: Of) =>
  failure(of, "unavailable", `${of.name} did not renew the login in time`, "sync again later: it goes on where it was")

export const waitedTooLong = (of: Of) =>
  failure(of, "unavailable", `the login at ${of.name} is being renewed elsewhere, and that did not come to an end`, "sync again in some minutes")

export const notStored = (of: Of, cause: StorageFailure) =>
  failure(of, "unavailable", `the login at ${of.name} could not be read or stored: ${cause.message}`, "see that the database can be reached and written to, then sync again")
