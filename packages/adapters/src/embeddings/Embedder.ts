import { Embedder } from "@daybook/core/search"
import { Effect, Layer } from "effect"
import { local } from "./local.js"
import { openai } from "./openai.js"
import { endpoint, kind } from "./settings.js"

/** The model that the settings name. */
export const layer = Layer.scoped(Embedder, Effect.gen(function*() {
  const wanted = yield* kind
  if (wanted === "off") return null
  return wanted === "local" ? yield* local : yield* openai(yield* endpoint)
}))
