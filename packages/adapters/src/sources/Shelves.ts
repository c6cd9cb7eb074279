import { Shelves } from "@daybook/core/collecting"
import { Effect, Layer } from "effect"
import * as Discogs from "./discogs/Discogs.js"
import * as discogs from "./discogs/settings.js"
import { recordShelf } from "./discogs/shelf.js"
import * as trakt from "./trakt/settings.js"
import { discShelf } from "./trakt/shelf.js"
import * as Trakt from "./trakt/Trakt.js"

/** The collections at Discogs and Trakt, each where it is set up. */
export const shelves = Layer.effect(Shelves, Effect.gen(function*() {
  const [noDiscogs, noTrakt] = [yield* discogs.missing, yield* trakt.missing]
  return {
    records: noDiscogs.length > 0
      ? { _tag: "Missing" as const, settings: noDiscogs }
      : { _tag: "Ready" as const, shelf: recordShelf(yield* Discogs.make(yield* discogs.settings)) },
    discs: noTrakt.length > 0
      ? { _tag: "Missing" as const, settings: noTrakt }
      : { _tag: "Ready" as const, shelf: discShelf(yield* Trakt.make(yield* trakt.settings)) }
  }
}))
