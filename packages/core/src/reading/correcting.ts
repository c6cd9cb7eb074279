import { Array as Arrays, Context, Effect } from "effect"
import {
  type CorrectionRules,
  type Moves,
  type NewCorrection,
  type RecordCorrections,
  type Suggestion,
  correctableRecords,
  movesOf
} from "../corrections/index.js"
import { addressKey, domainOf } from "./address.js"
import { type LedArticle, type ResolvedArticle, type StoredSave, mergeSame } from "./saves.js"
import type { ReadingSources } from "./sources.js"
import type { ReadingChanges } from "./store.js"
import { publishCorrected } from "./writer.js"

/** What the owner may correct in reading. An article or a book is named by its address. */
export const readingRules: CorrectionRules = {
  domain: "reading",
  normalize: addressKey,
  credited: ({ subject }) => subject,
  types: {
    article: {
      key: ["url"],
      providerIds: [],
      kinds: { same: { object: "article" }, different: { object: "article" }, name: "value", hide: "nothing" }
    }
  }
}

type Rule = Pick<NewCorrection, "kind" | "object" | "subject" | "value">

const addressOf = (key: NewCorrection["subject"]): string => addressKey(key["url"] ?? "")

/** The addresses that corrections name. */
export const namedAddresses = (corrections: ReadonlyArray<Rule>): ReadonlyArray<string> =>
  corrections.flatMap(({ object, subject }) => [subject, ...(object === null ? [] : [object])].map(addressOf))

/** Where corrections lead from an address. */
export const addressMoves = (corrections: ReadonlyArray<Rule>): Moves =>
  movesOf(
    corrections.flatMap(({ kind, object, subject }) =>
      kind === "same" && object !== null ? [[addressOf(subject), addressOf(object)] as const] : []
    )
  )

/** An article as it is shown. */
export interface CorrectedArticle {
  readonly resolved: ResolvedArticle
  readonly after: LedArticle
  /** The article that it is part of; null if it stands for itself. */
  readonly lead: ResolvedArticle | null
  readonly givenTitle: string | null
  readonly isHidden: boolean
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** An article of the last address comes first, then the earliest one. */
const firstAt = (end: string, articles: ReadonlyArray<ResolvedArticle>): ResolvedArticle | undefined =>
  articles.toSorted(
    ({ after: one }, { after: other }) =>
      Number(other.address === end) - Number(one.address === end) ||
      compare(one.address, other.address) ||
      one.savedAt - other.savedAt
  )[0]

/**
 * Applies corrections to the articles of connected addresses. Where several of them are the same, that of the last
 * address stands for all that lead there. What is said of one of them is said of it.
 */
export const correctArticles = (
  sources: ReadingSources,
  articles: ReadonlyArray<ResolvedArticle>,
  corrections: ReadonlyArray<Rule>
): ReadonlyArray<CorrectedArticle> => {
  const { endOf } = addressMoves(corrections)
  const ends = Arrays.groupBy(articles, ({ after }) => endOf(after.address))
  const ruleOf = (kind: Rule["kind"], end: string) =>
    corrections.find((one) => one.kind === kind && endOf(addressOf(one.subject)) === end)
  return Object.entries(ends).flatMap(([end, group]) => {
    const first = firstAt(end, group)!
    const moved = group.filter((one) => one !== first && one.after.address !== end)
    const givenTitle = ruleOf("name", end)?.value ?? null
    const isHidden = ruleOf("hide", end) !== undefined
    return group.map((resolved): CorrectedArticle => {
      if (moved.includes(resolved)) return { resolved, after: resolved.after, lead: first, givenTitle: null, isHidden }
      const [save, ...saves] = resolved.saves as [StoredSave, ...Array<StoredSave>]
      const others = resolved === first ? moved.flatMap((one) => one.saves) : []
      return { resolved, after: mergeSame(sources, [save, ...saves], others), lead: null, givenTitle, isHidden }
    })
  })
}

/** An article that may be another one. */
export interface NamedArticle {
  readonly url: string
  readonly title: string
  /** Number of its saves. */
  readonly count: number
  /** When it was saved first, epoch milliseconds. */
  readonly firstAt: number
}

/** The address without parameters, and without what names a page for phones: `m.`, `amp.`, `/amp`. */
const pageOf = (url: string): string =>
  addressKey(url)
    .replace(/^(?:m|mobile|amp)\./, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/amp$/, "")

/** Pairs of articles with one title whose addresses differ only in parameters, or in a page for phones. */
export const nearAddresses = (articles: ReadonlyArray<NamedArticle>): ReadonlyArray<Suggestion> => {
  const ofWeb = articles.filter(({ url }) => domainOf(url) !== null)
  const groups = Arrays.groupBy(ofWeb, ({ title, url }) => JSON.stringify([pageOf(url), title.toLowerCase()]))
  return Object.values(groups).flatMap((group) => {
    const [most, ...others] = group.toSorted((one, other) => other.count - one.count || one.firstAt - other.firstAt)
    const record = ({ count, firstAt, url }: NamedArticle) => ({ key: { url }, count, firstAt })
    return others
      .filter(({ url }) => addressKey(url) !== addressKey(most!.url))
      .map((one) => ({
        type: "article",
        subject: record(one),
        object: record(most!),
        why: "The titles are equal, and the addresses differ only in parameters."
      }))
  })
}

/** Applies corrections to articles and books. */
export class ReadingCorrections extends Context.Tag("@daybook/core/ReadingCorrections")<
  ReadingCorrections,
  RecordCorrections<ReadingChanges>
>() {}

/** Reading as a domain whose records the owner may correct. */
export const correctableReading = Effect.flatMap(ReadingCorrections, (store) =>
  correctableRecords(readingRules, store, publishCorrected)
)
