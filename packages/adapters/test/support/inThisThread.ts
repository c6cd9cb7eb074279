import { Effect, Layer } from "effect"
import { DocumentParser, type Parser, parserOf } from "../../../sources/src/documents/DocumentParser.js"
import { parse } from "../../../sources/src/documents/parse.js"

/** Reads in the calling thread, within the limits of bytes and complexity but not of memory and time. */
export const inThisThread: Parser = parserOf((request, onPart) =>
  Effect.promise(() => parse(request, (part) => Promise.resolve(onPart(part))))
)

export const layer = Layer.succeed(DocumentParser, inThisThread)
