import { Data } from "effect"

/** A declaration has a mistake. `message` is one line that names the domain, record or field. */
export class InvalidDeclaration extends Data.TaggedError("InvalidDeclaration")<{ readonly message: string }> {}
