import type { Picture } from "../images/Picture.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { DaySpan } from "../shared/streaks.js"
import type { Status } from "./records.js"

/** Facts are what the store answers. Times are epoch milliseconds. */
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
  /** What the page says of itself. */
  readonly pageDescription: string | null
  readonly wordCount: number | null
  readonly status: Status
  readonly progress: number
  readonly starred: boolean
  readonly tags: ReadonlyArray<string>
  readonly savedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** No text could be had: a paywall, a dead link. */
  readonly bodyMissing: boolean
  readonly picture: Picture | null
}

/** An article with its text; null where there is none (yet). */
export interface ArticleProfile {
  readonly article: ArticleFact
  readonly content: string | null
  /** In the order of the text. */
  readonly highlights: ReadonlyArray<HighlightFact>
}

export interface HighlightFact {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly position: number | null
  readonly createdAt: number
}

/** A highlight and the article that it is in. */
export interface PlacedHighlight {
  readonly highlight: HighlightFact
  readonly article: Pick<ArticleFact, "id" | "title" | "author" | "domain" | "url" | "source" | "sourceId">
}

export interface Totals {
  /** Articles saved. */
  readonly articles: number
  /** Articles finished, without those that were only put away in bulk. */
  readonly finished: number
  /** Articles saved that are being read. */
  readonly reading: number
  /** Passages marked. */
  readonly highlights: number
  /** Words of the articles saved. */
  readonly words: number
  /** Mean minutes of the articles saved whose length is known, each rounded up; null where there are none. */
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
