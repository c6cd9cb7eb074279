import { Data, Schema } from "effect"
import { errorSaying } from "./errorSaying.js"

/** There is nothing to show for what was asked: an unknown id, an empty year. HTTP answers it with 404. */
export class NoData extends errorSaying<{ readonly what: string }>()("NoData", ({ what }) => `there is no ${what}`) {}

/** What was asked cannot be understood. `message` is one line fit for the person who asked. HTTP answers 400. */
export class BadInput extends Data.TaggedError("BadInput")<{ readonly message: string }> {}

/** What was asked contradicts what is stored already. HTTP answers 409. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly message: string }> {}

/**
 * The database did not do what it was asked to. `operation` names the port member; `unavailable` says that the
 * database could not be reached or written to at all, so that trying again later makes sense.
 */
export class StorageFailure extends Schema.TaggedError<StorageFailure>("@daybook/core/StorageFailure")("StorageFailure", {
  operation: Schema.String,
  unavailable: Schema.Boolean,
  cause: Schema.Defect
}) {
  override get message() {
    const cause = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return `storage failed in ${this.operation}: ${cause}`
  }
}
