import type { Picture } from "../images/Picture.js"
import type { DaySpan, LocalDate } from "../shared/LocalDate.js"
import type { Status } from "./model.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds. */
export interface ArticleFact {
  readonly id: number
  readonly source: string
  readonly sourceId: number | null
  /** The source's title, else the page's, else the address. */
  readonly title: string
  readonly author: string | null
  readonly url: string
  readonly domain: string | null
  readonly siteName: string | null
  /** The source's own description. */
  readonly description: string | null
  /** The page's own description. */
  readonly pageDescription: string | null
  readonly wordCount: number | null
  readonly status: Status
  readonly progress: number
  readonly starred: boolean
  readonly tags: ReadonlyArray<string>
  readonly savedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
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

export interface HighlightFact {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly position: number | null
  readonly createdAt: number
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
