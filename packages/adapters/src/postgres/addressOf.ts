import { Effect, Option, type Scope } from "effect"
import type { Settings } from "../Settings.js"
import type { Address } from "./Database.js"
import type { EmbeddedFailure } from "./embedded/EmbeddedFailure.js"
import * as Embedded from "./embedded/Embedded.js"

/** Where the database of the settings answers; the embedded one is opened for as long as the scope lives. */
export const addressOf = ({ dataDir, databaseUrl }: Settings): Effect.Effect<Address, EmbeddedFailure, Scope.Scope> =>
  Option.match(databaseUrl, {
    onSome: (url) => Effect.succeed({ _tag: "Url", url }),
    onNone: () => Effect.map(Embedded.open({ dataDir }), (engine): Address => ({ _tag: "Host", ...engine }))
  })
