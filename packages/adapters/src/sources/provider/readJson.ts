import { Either, ParseResult, Schema } from "effect"
import type { Answer } from "./Answer.js"

/** Reads an answer's JSON; left says what is wrong with it, without any of its values. */
export const readJson = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (answer: Answer): Either.Either<A, string> =>
    answer.json.pipe(
      Either.mapLeft(() => "answers with something that is not JSON"),
      Either.flatMap((json) => Either.mapLeft(decode(json), (error) => `answers in an unknown shape (${placeOf(error)})`))
    )
}

const placeOf = (error: ParseResult.ParseError): string => {
  const path = ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.path ?? []
  return path.length === 0 ? "at its top" : `at ${path.map(String).join(".").slice(0, 80)}`
}
