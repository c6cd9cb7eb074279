import { Context, type Effect } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"

/**
 * A number for each domain that grows with every change to its data, on whichever host it was made. An answer made at
 * one version is good for as long as the version stands.
 */
export class DataVersions extends Context.Tag("@daybook/core/DataVersions")<DataVersions, {
  /** The newest known versions, without asking the database. */
  readonly known: (domain: Domain) => number
  /** Counts a change, in the caller's transaction. */
  readonly bump: (domain: Domain) => Effect.Effect<void, StorageFailure>
}>() {}
