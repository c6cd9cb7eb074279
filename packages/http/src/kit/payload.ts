import { Either, Schema } from "effect"
import { type ErrorEnvelope, badRequest } from "./errors.js"
import { issuesOf, readable } from "./invalid.js"

/** The JSON of a body, or the error that names its syntax. */
const jsonOf = (bytes: Uint8Array): Either.Either<unknown, ErrorEnvelope> =>
  Either.try({ try: () => JSON.parse(utf8.decode(bytes)) as unknown, catch: () => notJson })

/** Without a byte order mark; invalid bytes become U+FFFD. */
const utf8 = new TextDecoder()

const notJson = badRequest("the body is not valid JSON; check its syntax")

/** Decodes the JSON body of an operation. A member that the operation does not have is an error: it may be misspelt. */
export const payloadDecoder = (
  schema: Schema.Schema.All
): ((bytes: Uint8Array) => Either.Either<unknown, ErrorEnvelope>) => {
  const decode = Schema.decodeUnknownEither(schema as Schema.Schema<unknown>, { onExcessProperty: "error" })
  return (bytes) =>
    Either.flatMap(jsonOf(bytes), (json) =>
      Either.mapLeft(decode(json), (error) => badRequest(readable(issuesOf(error))))
    )
}
