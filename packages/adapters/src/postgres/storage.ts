import { SqlError } from "@effect/sql/SqlError"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Option } from "effect"
import { codeOf } from "@daybook/core/shared"

/** PostgreSQL error classes: lost connection, shutdown, out of resources, and read-only. */
const unavailableCodes = /^(08|53|57P|58)|^25006$/
const unavailableErrors = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ENOTFOUND", "ETIMEDOUT"])

/**
 * Names the port member that a query implements, and maps its errors to the port's error. A failed COMMIT or ROLLBACK,
 * for example on a lost connection, arrives as a defect.
 */
export const storage =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError> | StorageFailure, R> => {
    const failure = ({ cause }: SqlError) =>
      new StorageFailure({ operation, unavailable: isUnavailable(cause), cause: explained(cause) })
    return effect.pipe(
      Effect.mapError((error) => (error instanceof SqlError ? failure(error) : (error as Exclude<E, SqlError>))),
      Effect.catchSomeDefect((defect) =>
        defect instanceof SqlError ? Option.some(Effect.fail(failure(defect))) : Option.none()
      )
    )
  }

const diskFull = "53100"

/** Explains errors that an operator can fix. */
export const explained = (cause: unknown): unknown =>
  codeOf(cause) === diskFull
    ? new Error("the disk of the database is full: free some space, then try again", { cause })
    : cause

const isUnavailable = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return true
  const code = codeOf(cause)
  return unavailableCodes.test(code) || unavailableErrors.has(code) || /connection|terminated/i.test(cause.message)
}
