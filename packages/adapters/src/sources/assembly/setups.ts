import { Calendar } from "@daybook/core/shared"
import { type SourceSetup, SourceSetups } from "@daybook/core/sync"
import { Effect, Layer, Option } from "effect"
import { SourceConfig } from "../../setup/SourceConfig.js"
import { scheduleSetting } from "../kit/SourceDefinition.js"
import { type AnySourceDefinition, SourceDefinitions } from "./SourceDefinitions.js"

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
