import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { PageContent } from "./PageReader.js"

export const lookUps = ["text", "page"] as const
/** What is looked up of an article: its text at its source, and its own page. */
export type LookUp = typeof lookUps[number]

export interface WantedArticle {
  readonly id: number
  readonly source: string
  readonly sourceId: number | null
  readonly url: string
  /** How often in a row it was looked up in vain. */
  readonly attempts: number
}

export const reenrichModes = ["failed", "missing-images"] as const
export type ReenrichMode = typeof reenrichModes[number]

type Answer<A> = Effect.Effect<A, StorageFailure>

/** The look-ups that articles wait for, and what they bring. Of text and page the source's text goes before the page's. */
export class ReadingLookups extends Context.Tag("@daybook/core/ReadingLookups")<ReadingLookups, {
  /**
   * Up to `limit` that are due, newest saved first; they are the taker's for some minutes. Texts are due of one source's
   * articles that it has a number of, pages of every article.
   */
  readonly take: (lookUp: LookUp, source: string | null, limit: number) => Answer<ReadonlyArray<WantedArticle>>
  /** Makes due again what was taken and not settled. */
  readonly giveBack: (lookUp: LookUp, taken: ReadonlyArray<WantedArticle>) => Answer<void>
  readonly left: (lookUp: LookUp, source: string | null) => Answer<number>
  /**
   * Keeps what was found, null for nothing, and when to look again (epoch milliseconds; null for never). False where the
   * article is gone or has another address by now.
   */
  readonly keepText: (of: WantedArticle, text: string | null, again: number | null) => Answer<boolean>
  readonly keepPage: (of: WantedArticle, page: PageContent | null, again: number | null) => Answer<boolean>
  /** Makes look-ups due again of articles without text, or without a picture, newest saved first, and names the articles. */
  readonly reopen: (mode: ReenrichMode, limit: number) => Answer<ReadonlyArray<number>>
  /** How many of these articles have by now what the mode looks for. */
  readonly succeeded: (mode: ReenrichMode, ids: ReadonlyArray<number>) => Answer<number>
}>() {}
