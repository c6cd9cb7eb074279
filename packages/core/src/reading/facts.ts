import type { Picture } from "../images/Picture.js"
import type { RowOf } from "../kit/record.js"
import type { DaySpan, LocalDate } from "../shared/LocalDate.js"
import type { answeredFields, passageFields, passageTime } from "./model.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds. */
export interface ArticleFact extends RowOf<typeof answeredFields> {
  /** The source's title, else the page's, else the address. */
  readonly title: string
  /** Whether no text is available: a paywall, a dead link. */
  readonly bodyMissing: boolean
  readonly picture: Picture | null
}

/** An article with its text; null if there is none (yet). */
export interface ArticleProfile {
  readonly article: ArticleFact
  readonly content: string | null
  /** Ordered by position in the text. */
  readonly highlights: ReadonlyArray<HighlightFact>
}

export interface HighlightFact extends RowOf<typeof passageFields>, RowOf<typeof passageTime> {
  readonly id: number
}

/** A highlight with its article. */
export interface PlacedHighlight {
  readonly highlight: HighlightFact
  readonly article: Pick<ArticleFact, "id" | "title" | "author" | "domain" | "url" | "source" | "sourceId">
}

export interface Totals {
  /** Articles saved. */
  readonly articles: number
  /** Articles finished, without those archived in bulk. */
  readonly finished: number
  /** Saved articles in progress. */
  readonly reading: number
  readonly highlights: number
  /** Words of the saved articles. */
  readonly words: number
  /** Mean minutes of saved articles with a known length, each rounded up. Null without any. */
  readonly averageMinutes: number | null
}

export interface DayCount {
  readonly date: LocalDate
  readonly saved: number
  readonly finished: number
}

/** Consecutive days that all have finished articles. */
export interface FinishedDays extends DaySpan {
  readonly finished: number
}

export interface NameCount {
  readonly name: string
  readonly count: number
}
