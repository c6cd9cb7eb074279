import { type Cause, Data } from "effect"

/**
 * The class of a tagged error that has no message of its own: `say` makes it from the fields. Without one, whoever
 * logs the error reads "An error has occurred". One line: what happened, and what to do where that is known.
 */
export const errorSaying = <Fields extends object>() => <const Tag extends string>(tag: Tag, say: (fields: Fields) => string) =>
  class extends Data.TaggedError(tag)<Record<never, never>> {
    override get message(): string {
      return say(this as unknown as Fields)
    }
  } as unknown as new(fields: Fields) => Cause.YieldableError & { readonly _tag: Tag } & Readonly<Fields>
