import type { Domain } from "../rooms.js"
import type { EntityRef, EntityType } from "../shared/EntityRef.js"

/** How addresses name what has pictures (contract §10), by domain. The one place where plurals and types meet. */
const collections: Readonly<Record<Domain, Readonly<Record<string, EntityType>>>> = {
  listening: { artists: "artist", albums: "album" },
  running: {},
  watching: { movies: "movie", shows: "show" },
  collecting: { releases: "release", media: "media" },
  reading: { articles: "article" },
  attending: { players: "player", venues: "venue", performers: "performer" }
}

/** Every word that can stand in an address, each once. */
export const collectionNames: ReadonlyArray<string> = Array.from(new Set(Object.values(collections).flatMap((names) => Object.keys(names))))

/** The type that a word of an address means in a domain; none where the domain has no such pictures. */
export const entityTypeOf = (domain: Domain, collection: string): EntityType | undefined =>
  Object.hasOwn(collections[domain], collection) ? collections[domain][collection] : undefined

/** The word that addresses of an entity's picture use. */
export const collectionOf = (domain: Domain, type: EntityRef["type"]): string =>
  Object.entries(collections[domain]).find(([, of]) => of === type)?.[0] ?? `${type}s`
