import { Effect, Layer, Option } from "effect"
import { refuseEmpty, upgrade } from "./backup/upgrade.js"
import { Opening, waiting } from "./Opening.js"
import { keepZone, layer as homeTimeZone } from "./postgres/homeTimeZone.js"
import * as Database from "./postgres/Database.js"
import { addressOf } from "./postgres/Engine.js"
import * as Versions from "./postgres/Versions.js"
import * as Secret from "./Secret.js"
import { settings } from "./Settings.js"

/** The address of the database that the settings name. An embedded one runs until the scope closes. */
export const databaseAddress = Effect.flatMap(settings, addressOf)

const connected = Layer.unwrapScoped(
  Effect.gen(function* () {
    const address = yield* databaseAddress
    const { databaseUrl } = yield* settings
    return Database.layer(address, { isEmbedded: Option.isNone(databaseUrl) })
  })
)

/** The database that the settings name: opened or created, not migrated. */
export const database = Layer.provide(connected, Layer.succeed(Opening, { creates: true, home: "stored" }))

/** The same, but fails if there is no database. */
export const existingDatabase = Layer.provide(connected, Layer.succeed(Opening, { creates: false, home: "stored" }))

/** The database at this version. */
export const upToDate = Layer.provideMerge(
  Layer.effectDiscard(Effect.zipRight(refuseEmpty, waiting("bringing the database to this version")(upgrade))),
  connected
)

/** Needs the database first: a program that only reads must not create a secret in a wrong folder. */
export const secret = Layer.provide(Secret.layer, connected)

/** A new database takes its home time zone from the first program that opens it. */
const newZone = Layer.effectDiscard(Effect.flatMap(Opening, ({ creates }) => (creates ? keepZone : Effect.void)))

/**
 * The database for a command that needs only a part of Daybook and ends soon. Nothing is recomputed, and no connection
 * waits for changes.
 */
export const briefly = newZone.pipe(
  Layer.provideMerge(Versions.snapshotLayer),
  Layer.provideMerge(homeTimeZone),
  Layer.provideMerge(upToDate)
)
