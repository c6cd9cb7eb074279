import type { StorageFailure } from "@daybook/core/shared"
import { Context, type Effect, Option, type Redacted } from "effect"
import { scheduleSetting, type SourceDefinition } from "./SourceDefinition.js"
import type { Setting } from "./settings.js"

/** Every setting of a source, its schedule among them. */
export const settingsOf = (
  definition: Pick<SourceDefinition<never>, "id" | "schedule" | "settings">
): ReadonlyArray<Setting<unknown>> => [...definition.settings, ...Option.toArray(scheduleSetting(definition))]

/** The settings of sources as they are now: of the environment, and where it has none the stored ones. */
export class SourceConfig extends Context.Tag("@daybook/sources/SourceConfig")<
  SourceConfig,
  {
    /** Runs an effect that reads settings. */
    readonly read: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs an effect that reads settings of the environment alone. */
    readonly readEnvironment: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Stored values by name, those that the environment overrides included. None: encrypted with another secret. */
    readonly stored: () => ReadonlyMap<string, Option.Option<Redacted.Redacted>>
    /** The text of a stored value that is in use; undefined if it is not. */
    readonly valueOf: (name: string) => string | undefined
    /** Reads the stored settings again and then runs what follows them. */
    readonly reload: Effect.Effect<void, StorageFailure>
    /** Does so if another process has changed them and this one has not noticed yet. */
    readonly catchUp: Effect.Effect<void, StorageFailure>
    /** Runs an effect after each change of the settings or of a login. */
    readonly onChange: (follow: Effect.Effect<void>) => Effect.Effect<void>
  }
>() {}
