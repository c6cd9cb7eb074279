import { Schema } from "effect"

export const entityTypes = [
  "artist", "album", "track", "activity", "movie", "show", "release", "media", "article", "highlight", "event", "player", "venue", "performer"
] as const
export const EntityType = Schema.Literal(...entityTypes)
export type EntityType = typeof EntityType.Type

/** Names a thing that payloads show within its domain, by its id there. */
export interface EntityRef {
  readonly type: EntityType
  readonly id: number
}
