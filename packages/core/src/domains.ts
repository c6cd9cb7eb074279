import { Array, Schema } from "effect"
import { attendingDomain } from "./attending/domain.js"
import { collectingDomain } from "./collecting/domain.js"
import type { DomainDeclaration } from "./kit/domain.js"
import { listeningDomain } from "./listening/domain.js"
import { readingDomain } from "./reading/domain.js"
import { runningDomain } from "./running/domain.js"
import { watchingDomain } from "./watching/domain.js"

/** The six domains, in the order in which they are listed everywhere. */
export const domainDeclarations = [
  listeningDomain,
  runningDomain,
  watchingDomain,
  collectingDomain,
  readingDomain,
  attendingDomain
] as const satisfies ReadonlyArray<DomainDeclaration>

type Declaration = (typeof domainDeclarations)[number]

/** The name of one of the six domains. */
export type BuiltInDomain = Declaration["name"]
export const domains = Array.map(domainDeclarations, ({ name }): BuiltInDomain => name)

/** A name from a declaration outside Daybook. */
type DeclaredName = string & Record<never, never>

/** The name of a domain: one of the six, or of one that the configuration declares. */
export type Domain = BuiltInDomain | DeclaredName

export const isBuiltIn = (name: string): name is BuiltInDomain => domains.some((domain) => domain === name)

/** Names in answers. Their list in the API document is of the six domains, and of those that an instance declares. */
const nameOf = (names: ReadonlyArray<string>): Schema.Schema<DeclaredName> =>
  Schema.String.annotations({ jsonSchema: { type: "string", enum: names } })

export const Domain: Schema.Schema<Domain> = nameOf(domains)

type TypesOf<D> = D extends { readonly entities: infer Entities } ? keyof Entities : never

/** A type of records of the six domains. */
type BuiltInType = TypesOf<Declaration>

/** A type of records in feed, search and pictures. */
export type EntityType = BuiltInType | DeclaredName
export const entityTypes = domainDeclarations.flatMap(
  ({ entities }): ReadonlyArray<BuiltInType> => Object.keys(entities) as ReadonlyArray<BuiltInType>
)
export const EntityType: Schema.Schema<EntityType> = nameOf(entityTypes)

/** Identifies an entity within its domain. */
export interface EntityRef {
  readonly type: EntityType
  readonly id: number
}
