import { ClientDocuments, DocumentFailure } from "@daybook/core/grants"
import { Duration, Effect, Layer } from "effect"
import * as SafeFetch from "@daybook/sources/fetch"

const maxBytes = 65_536
const patience = Duration.seconds(5)

/** How long a document may be cached by `Cache-Control`: an hour if it says nothing. */
const freshFor = (cacheControl = ""): number => {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0
  const [, seconds] = /\bmax-age="?(\d{1,9})/i.exec(cacheControl) ?? []
  return seconds === undefined ? 3_600_000 : Number(seconds) * 1_000
}

/** Reads metadata documents with a guarded client: a document's address comes from anybody. */
export const overFetch = Layer.effect(
  ClientDocuments,
  Effect.map(SafeFetch.SafeFetch, ({ get }) => ({
    read: (url) =>
      Effect.gen(function* () {
        const options = { maxBytes, patience, redirects: 0, allowsPrivate: false, accept: "application/json" }
        const answer = yield* Effect.mapError(get(url, options), ({ message }) => new DocumentFailure({ message }))
        if (answer.status !== 200) return yield* new DocumentFailure({ message: `answers ${answer.status}` })
        if (!/^application\/(?:[\w.-]+\+)?json\b/.test(answer.contentType))
          return yield* new DocumentFailure({ message: "does not answer JSON" })
        const json = yield* Effect.try({
          try: () => JSON.parse(Buffer.from(answer.bytes).toString()) as unknown,
          catch: () => new DocumentFailure({ message: "answers JSON that cannot be read" })
        })
        return { json, freshFor: freshFor(answer.cacheControl) }
      })
  }))
)

export const layer = Layer.provide(overFetch, SafeFetch.layer)
