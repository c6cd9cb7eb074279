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

export type Domain = Declaration["name"]
export const domains = Array.map(domainDeclarations, ({ name }): Domain => name)
export const Domain = Schema.Literal(...domains)

type TypesOf<D> = D extends { readonly entities: infer Entities } ? keyof Entities : never

/** A type of records in feed, search and pictures. */
export type EntityType = TypesOf<Declaration>
export const entityTypes = domainDeclarations.flatMap(
  ({ entities }): ReadonlyArray<EntityType> => Object.keys(entities) as ReadonlyArray<EntityType>
)
export const EntityType = Schema.Literal(...entityTypes)

/** Identifies an entity within its domain. */
export interface EntityRef {
  readonly type: EntityType
  readonly id: number
}
