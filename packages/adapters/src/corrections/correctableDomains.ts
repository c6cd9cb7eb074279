import { CorrectableDomains } from "@daybook/core/corrections"
import { correctableListening } from "@daybook/core/listening"
import { correctableWatching } from "@daybook/core/watching"
import { Effect, Layer } from "effect"

/** The domains whose records the owner may correct. */
export const correctableDomains = Layer.effect(
  CorrectableDomains,
  Effect.all([correctableListening, correctableWatching])
)
