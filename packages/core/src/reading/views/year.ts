import { Schema } from "effect"
import { monthOf } from "../../shared/LocalDate.js"
import type { DayCount, NameCount, Totals } from "../facts.js"
import { DomainCount, TagCount, domainCount, tagCount } from "./names.js"

/** `GET /v1/reading/year/{year}`: what was saved, finished and marked in it, each by its own time; months without anything are left out. */
export const ReadingYear = Schema.Struct({
  year: Schema.Number,
  total_articles: Schema.Number,
  finished_count: Schema.Number,
  total_highlights: Schema.Number,
  total_word_count: Schema.Number,
  top_domains: Schema.Array(DomainCount),
  top_tags: Schema.Array(TagCount),
  monthly: Schema.Array(Schema.Struct({
    month: Schema.String.annotations({ description: "YYYY-MM" }),
    saved: Schema.Number,
    finished: Schema.Number
  }))
}).annotations({ identifier: "ReadingYear" })
export type ReadingYear = typeof ReadingYear.Type

export const yearInReview = (of: {
  readonly year: number
  readonly totals: Totals
  readonly days: ReadonlyArray<DayCount>
  readonly domains: ReadonlyArray<NameCount>
  readonly tags: ReadonlyArray<NameCount>
}): ReadingYear => ({
  year: of.year,
  total_articles: of.totals.articles,
  finished_count: of.totals.finished,
  total_highlights: of.totals.highlights,
  total_word_count: of.totals.words,
  top_domains: of.domains.map(domainCount),
  top_tags: of.tags.map(tagCount),
  monthly: monthly(of.days)
})

const monthly = (days: ReadonlyArray<DayCount>) => {
  const months = new Map<string, { month: string; saved: number; finished: number }>()
  for (const { date, finished, saved } of days) {
    const month = monthOf(date)
    const sum = months.get(month) ?? { month, saved: 0, finished: 0 }
    months.set(month, { month, saved: sum.saved + saved, finished: sum.finished + finished })
  }
  return [...months.values()]
}
