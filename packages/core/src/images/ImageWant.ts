import type { EntityRef } from "../shared/EntityRef.js"

/** Which picture an entity wants. */
export interface ImageWant {
  /** Addresses that its source gave, best first. Never with a token in them: a provider that needs one adds it when it is asked. */
  readonly urls: ReadonlyArray<string>
  /** By what catalogues can look for one: `artist`, `album`, `title`, `year`, `mbid`, `tmdb_id`, … */
  readonly hints: Readonly<Record<string, string>>
}

export interface EntityWant extends ImageWant {
  readonly entity: EntityRef
}
