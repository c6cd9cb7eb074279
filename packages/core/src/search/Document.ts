import type { EntityRef } from "../shared/EntityRef.js"

/** What can be found of an entity (contract §9). Texts as people wrote them; finding them whatever their case and marks is the store's affair. */
export interface Document {
  readonly title: string
  readonly subtitle: string | null
  /** Everything else that may be searched for; weighs least. */
  readonly body: string | null
  /** Shown with a hit, such as its web address and author. */
  readonly details: Readonly<Record<string, string | null>>
}

export interface EntityDocument extends Document {
  readonly entity: EntityRef
}
