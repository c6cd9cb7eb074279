import { Array } from "effect"
import { type Domain, domainDeclarations } from "../domains.js"
import type { DomainDeclaration } from "../kit/domain.js"

/** Whether a record was created or changed, or was deleted. */
export const changeOps = ["upsert", "delete"] as const
export type ChangeOp = (typeof changeOps)[number]

/** Identifies a record in the log. The id is text: a day of listening is its date. */
export interface RecordKey {
  readonly domain: Domain
  /** A kind of records of the domain's declaration, or `feed_item`. */
  readonly type: string
  readonly id: string
}

/** One row of the log: the newest change of a record. */
export interface Change extends RecordKey {
  /** The position in the log. Numbers grow in the order of commits. */
  readonly seq: number
  readonly op: ChangeOp
  /** Epoch milliseconds. */
  readonly at: number
}

/** The kind of records of every domain that the feed lists. */
export const feedItemType = "feed_item"

/** Every domain lists its feed items by their own address. */
const feedItemHref = "/v1/feed/items/{id}"

const builtIn: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  domainDeclarations.map(({ changes, name }) => [name, changes])
)

/** The kinds of records of the six domains in the log. Those of a declared domain are its types of records. */
export const recordTypes: ReadonlyArray<string> = Array.dedupe([
  ...domainDeclarations.flatMap(({ changes }) => Object.keys(changes)),
  feedItemType
])

/** Who logs the changes of a type of entities; null if the log leaves them out, such as performers. */
export const loggerOf = (domain: Domain, type: string): "publisher" | "store" | null => {
  const declaration = domainDeclarations.find(({ name }) => name === domain)
  if (declaration === undefined) return "publisher"
  const entities: DomainDeclaration["entities"] = declaration.entities
  if (entities[type]?.isLogged === false) return "store"
  return type in declaration.changes ? "publisher" : null
}

/** The path that a record is read at. Records of declared domains have one of the same form. */
export const hrefOf = ({ domain, id, type }: RecordKey): string => {
  if (type === feedItemType) return feedItemHref.replace("{id}", id)
  const template = builtIn.get(domain)?.[type] ?? `/v1/${domain}/${type}/{id}`
  return template.replace("{id}", id)
}

/** The id of a record over all domains: `running/activity/812`. */
export const fullId = ({ domain, id, type }: RecordKey): string => `${domain}/${type}/${id}`
