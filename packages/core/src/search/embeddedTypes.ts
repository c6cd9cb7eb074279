import { Effect } from "effect"
import { type DeclaredRecord, recordsOf } from "../declared/declaration.js"
import { DeclaredDomains } from "../declared/DeclaredDomains.js"
import type { Domain, EntityType } from "../domains.js"

/** A type of records that search finds by meaning. */
export interface EmbeddedType {
  readonly domain: Domain
  readonly type: EntityType
}

export const embeddedArticles: EmbeddedType = { domain: "reading", type: "article" }

/** The fields of a declared record whose meaning is searched. */
export const meaningsOf = ({ fields }: DeclaredRecord): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => fields[name]!.options.meaning === true)

/** Articles, and the declared records with a field that has `meaning`. */
export const embeddedTypes = Effect.map(DeclaredDomains, (declared): ReadonlyArray<EmbeddedType> => [
  embeddedArticles,
  ...declared
    .flatMap(recordsOf)
    .flatMap(({ domain, record }) =>
      meaningsOf(record).length === 0 ? [] : [{ domain: domain.name, type: record.name }]
    )
])
