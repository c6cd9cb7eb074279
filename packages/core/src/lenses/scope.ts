import { Context } from "effect"
import type { Domain, EntityType } from "../domains.js"

/** What a lens means to services that answer over several domains, or about now. Times in milliseconds. */
export interface LensScope {
  /** The domains that the lens shows, and of each the types of records in feed and search. */
  readonly types: ReadonlyMap<Domain, ReadonlyArray<EntityType>>
  /** Items of the feed appear this long after they occurred. */
  readonly feedDelay: number
  /** The current track is answered from plays that are this old; null for the current one. */
  readonly nowPlayingDelay: number | null
}

/** The lens of the current request; null if it has none. */
export class CurrentLens extends Context.Reference<CurrentLens>()("@daybook/core/CurrentLens", {
  defaultValue: (): LensScope | null => null
}) {}
