import { Effect, Option, type Scope } from "effect"
import { Opening } from "../Opening.js"
import type { Settings } from "../Settings.js"
import type { Address } from "./Database.js"
import type { EmbeddedFailure } from "./embedded/EmbeddedFailure.js"
import * as Embedded from "./embedded/Embedded.js"
import type { NoDatabase } from "./NoDatabase.js"

/** Where the database of the settings answers; the embedded one is opened for as long as the scope lives. */
export const addressOf = ({ dataDir, databaseUrl }: Settings): Effect.Effect<Address, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Option.match(databaseUrl, {
    onSome: (url) => Effect.succeed({ _tag: "Url", url }),
    onNone: () =>
      Effect.map(
        Effect.flatMap(Opening, ({ creates }) => Embedded.open({ dataDir, creates })),
        (engine): Address => ({ _tag: "Host", ...engine })
      )
  })
