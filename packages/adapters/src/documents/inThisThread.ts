import { Effect, Layer } from "effect"
import { DocumentParser, type Parser, parserOf } from "./DocumentParser.js"
import { parse } from "./parse.js"

/** Reads in the thread that asks, within the same limits of bytes and complexity, and without those of memory and time. */
export const inThisThread: Parser = parserOf((request, onPart) =>
  Effect.promise(() => parse(request, (part) => Promise.resolve(onPart(part)))))

export const layer = Layer.succeed(DocumentParser, inThisThread)
