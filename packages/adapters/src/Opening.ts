import { type HomeZones, errorWithMessage } from "@daybook/core/shared"
import { Context, Effect } from "effect"

/** What a program may do to the data when it opens it. */
export interface OpeningOptions {
  /** Create a missing database. A program that only reads would leave an empty one in a wrong folder. */
  readonly creates: boolean
  /**
   * Where the home time zone and its history come from: the database, `DAYBOOK_TIMEZONE` if it is set, or the caller.
   * The last two change what is stored. A new database always takes `DAYBOOK_TIMEZONE`, or else the system's zone.
   */
  readonly home: "stored" | "setting" | HomeZones
}

/** Default: read existing data in its own home time zone. */
export class Opening extends Context.Reference<Opening>()("@daybook/adapters/Opening", {
  defaultValue: (): OpeningOptions => ({ creates: false, home: "stored" })
}) {}

/** Reports what a program waits for while it opens its data. Off by default. */
export class Waiting extends Context.Reference<Waiting>()("@daybook/adapters/Waiting", {
  defaultValue: (): {
    readonly during: <A, E, R>(what: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Says what happens once for a folder, before it begins. */
    readonly announce: (text: string) => Effect.Effect<void>
  } => ({ during: (_, work) => work, announce: () => Effect.void })
}) {}

/** Says what happens once for a folder, before it begins. */
export const announce = (text: string) => Effect.flatMap(Waiting, (waiting) => waiting.announce(text))

/** Opens a database that is not the owner's, which nobody needs to be told of. */
export const unannounced = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Waiting, (waiting) =>
    Effect.provideService(work, Waiting, { ...waiting, announce: () => Effect.void })
  )

/** Slow work that is worth reporting. `what` names it: "creating a new database". */
export const waiting =
  (what: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Waiting, ({ during }) => during(what, work))

const next =
  "set DAYBOOK_DATA_DIR or DAYBOOK_DATABASE_URL to where your data is, " +
  "or make a new one with `daybook serve`, `daybook sync` or `daybook import`"

/** A read-only program found no database where the settings point to. */
export class NoDatabase extends errorWithMessage<{ readonly place: string }>()(
  "NoDatabase",
  ({ place }) => `there is no database in ${place}: ${next}`
) {}
