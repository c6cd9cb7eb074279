import { type Cause, Data, Effect, Fiber, Schema } from "effect"

/**
 * A class of tagged errors whose message is derived from the fields. Without it, logs show "An error has occurred". One
 * line: what happened and, if known, what to do.
 */
export const errorWithMessage =
  <Fields extends object>() =>
  <const Tag extends string>(tag: Tag, say: (fields: Fields) => string) =>
    class extends Data.TaggedError(tag)<Record<never, never>> {
      override get message(): string {
        return say(this as unknown as Fields)
      }
    } as unknown as new (fields: Fields) => Cause.YieldableError & { readonly _tag: Tag } & Readonly<Fields>

/** There is no data for the request: an unknown id, an empty year. HTTP responds with 404. */
export class NoData extends errorWithMessage<{ readonly what: string }>()(
  "NoData",
  ({ what }) => `there is no ${what}`
) {}

/** The request is invalid. `message` is one line for the client. HTTP responds with 400. */
export class BadInput extends Data.TaggedError("BadInput")<{ readonly message: string }> {}

/** The request conflicts with stored data. HTTP responds with 409. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly message: string }> {}

/** A body exceeds a limit of the host. `message` names the limit. HTTP responds with 413. */
export class FileTooLarge extends Data.TaggedError("FileTooLarge")<{ readonly message: string }> {}

/** The disk of the host has no space for a body. `message` says what to do. HTTP responds with 503. */
export class FullDisk extends Data.TaggedError("FullDisk")<{ readonly message: string }> {}

/**
 * A database operation failed. `operation` names the port member; `unavailable` means that the database was unreachable
 * or read-only, so a retry makes sense.
 */
export class StorageFailure extends Schema.TaggedError<StorageFailure>("@daybook/core/StorageFailure")(
  "StorageFailure",
  { operation: Schema.String, unavailable: Schema.Boolean, cause: Schema.Defect }
) {
  override get message() {
    const cause = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return `storage failed in ${this.operation}: ${cause}`
  }
}

/** Runs shared work in its own fiber. A caller that disconnects does not interrupt it for the others. */
export const detached = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkDaemon(work), Fiber.join)
