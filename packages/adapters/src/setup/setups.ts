import { Calendar } from "@daybook/core/shared"
import { type SourceSetup, SourceSetups } from "@daybook/core/sync"
import { Effect, Layer, Option } from "effect"
import { SourceConfig, scheduleSetting } from "@daybook/sources/kit"
import { type AnySourceDefinition, SourceDefinitions } from "@daybook/sources/built-in"

/** What the settings say about a source. A schedule without a zone has the home time zone. */
export const setupOf = (definition: AnySourceDefinition) =>
  Effect.gen(function* () {
    const { zone } = yield* Calendar
    const schedule = Option.flatten(
      yield* Effect.transposeOption(Option.map(scheduleSetting(definition), ({ config }) => config))
    )
    return {
      id: definition.id,
      domain: definition.domain,
      missing: yield* definition.missing,
      enrichesOnly: definition.enrichesOnly,
      schedule: Option.map(schedule, (setting) => ({ zone, ...setting }))
    } satisfies SourceSetup
  })

/** The setup of every source, without making any. */
export const layer = Layer.effect(
  SourceSetups,
  Effect.flatMap(Effect.all([SourceDefinitions, SourceConfig]), ([all, { read }]) => read(Effect.forEach(all, setupOf)))
)
