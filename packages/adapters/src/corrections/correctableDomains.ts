import { activities, correctableActivities } from "@daybook/core/activities"
import { correctableAttending } from "@daybook/core/attending"
import { correctableCollecting } from "@daybook/core/collecting"
import { CorrectableDomains } from "@daybook/core/corrections"
import { DeclaredDomains, correctableDeclared } from "@daybook/core/domain"
import { correctableListening } from "@daybook/core/listening"
import { correctableReading } from "@daybook/core/reading"
import { correctableRunning } from "@daybook/core/running"
import { correctableWatching } from "@daybook/core/watching"
import { Effect, Layer } from "effect"

/** The domains whose records the owner may correct. */
export const correctableDomains = Layer.effect(
  CorrectableDomains,
  Effect.gen(function* () {
    const declared = yield* DeclaredDomains
    return yield* Effect.all([
      correctableListening,
      correctableRunning,
      correctableWatching,
      correctableCollecting,
      correctableReading,
      correctableAttending,
      ...declared.map((domain) =>
        domain.name === activities.name ? correctableActivities : correctableDeclared(domain)
      )
    ])
  })
)
