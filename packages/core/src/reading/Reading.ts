import { Effect, Option, Random } from "effect"
import { Pictures } from "../images/Picture.js"
import { Similarity } from "../search/Similarity.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, always, ofDays, parseRange } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { yearOf, yearStart } from "../shared/LocalDate.js"
import { type PageOf, paginationOf } from "../shared/Pagination.js"
import { type ArticlesOf, ReadingStore } from "./ReadingStore.js"
import { articleDetail, articleView } from "./views/article.js"
import { calendarYear } from "./views/calendar.js"
import { placedHighlightView } from "./views/highlight.js"
import { domainCount, tagCount } from "./views/names.js"
import { relatedArticle } from "./views/related.js"
import type { ToImage } from "../images/Picture.js"
import { stats } from "./views/stats.js"
import { streaks } from "./views/streaks.js"
import { yearInReview } from "./views/year.js"

/** The first year that can be asked for; the last is next year. */
const firstYear = 2000
const reviewLimit = 10

/** What narrows the list of articles, beside the dates. */
export type ArticleFilters = Pick<ArticlesOf, "status" | "tag" | "domain" | "starred" | "withoutBody" | "sort" | "order">

const everything: Omit<ArticlesOf, "page"> = {
  saved: always,
  finished: always,
  status: null,
  tag: null,
  domain: null,
  starred: null,
  withoutBody: false,
  bulkArchived: true,
  sort: "saved_at",
  order: "desc"
}

/** Everything that can be asked about reading. Dates and days are meant in the home zone. */
export class Reading extends Effect.Service<Reading>()("@daybook/core/Reading", {
  effect: Effect.gen(function*() {
    const store = yield* ReadingStore
    const calendar = yield* Calendar
    const similarity = yield* Similarity
    const { image } = yield* Pictures
    const show: ToImage = (picture) => image(picture)

    const articles = (of: Omit<ArticlesOf, "page">, page: PageOf) =>
      Effect.map(store.articles({ ...of, page }), ({ rows, total }) => ({ data: rows.map(articleView(show)), pagination: paginationOf(page, total) }))

    const knownYear = Effect.fn(function*(year: number) {
      const next = yearOf(yield* calendar.today) + 1
      if (!Number.isInteger(year) || year < firstYear || year > next) {
        return yield* new BadInput({ message: `year must be from ${firstYear} to ${next}` })
      }
    })

    const streaksNow = Effect.flatMap(calendar.today, (today) => Effect.map(store.daySpans(today), (spans) => streaks(spans, today)))

    return {
      recent: Effect.fn("Reading.recent")(function*(page: PageOf, filters: DateFilters, which: Pick<ArticlesOf, "withoutBody" | "bulkArchived">) {
        return yield* articles({ ...everything, ...which, saved: yield* parseRange(calendar, filters) }, page)
      }),
      articles: Effect.fn("Reading.articles")(function*(page: PageOf, filters: DateFilters, which: ArticleFilters) {
        return yield* articles({ ...everything, ...which, saved: yield* parseRange(calendar, filters) }, page)
      }),
      archive: Effect.fn("Reading.archive")(function*(page: PageOf, filters: DateFilters, which: Pick<ArticlesOf, "withoutBody">) {
        return yield* articles({ ...everything, ...which, status: "finished", sort: "finished_at", finished: yield* parseRange(calendar, filters) }, page)
      }),
      currentlyReading: (withoutBody: boolean) => Effect.map(store.currentlyReading(withoutBody), (rows) => ({ data: rows.map(articleView(show)) })),
      article: Effect.fn("Reading.article")(function*(id: number) {
        const profile = yield* store.article(id)
        return articleDetail(yield* Effect.mapError(profile, () => new NoData({ what: `article ${id}` })), show)
      }),
      related: Effect.fn("Reading.related")(function*(id: number, limit: number) {
        if ((yield* store.articlesById([id])).length === 0) return yield* new NoData({ what: `article ${id}` })
        const near = yield* similarity.related(id, limit)
        const found = new Map((yield* store.articlesById(near.map((one) => one.id))).map((article) => [article.id, article]))
        return { data: near.flatMap((one) => found.has(one.id) ? [relatedArticle(found.get(one.id)!, one.score)] : []) }
      }),
      highlights: Effect.fn("Reading.highlights")(function*(page: PageOf, filters: DateFilters) {
        const { rows, total } = yield* store.highlights(page, yield* parseRange(calendar, filters))
        return { data: rows.map(placedHighlightView), pagination: paginationOf(page, total) }
      }),
      highlight: Effect.fn("Reading.highlight")(function*(id: number) {
        return placedHighlightView(yield* Effect.mapError(yield* store.highlight(id), () => new NoData({ what: `highlight ${id}` })))
      }),
      randomHighlight: Effect.fn("Reading.randomHighlight")(function*() {
        const count = yield* store.highlightCount
        const found = count === 0 ? Option.none() : yield* store.highlightAt(yield* Random.nextIntBetween(0, count))
        return placedHighlightView(yield* Effect.mapError(found, () => new NoData({ what: "highlights" })))
      }),
      stats: Effect.fn("Reading.stats")(function*(filters: DateFilters) {
        return stats(yield* store.totals(yield* parseRange(calendar, filters)), yield* streaksNow)
      }),
      streaks: streaksNow,
      calendar: Effect.fn("Reading.calendar")(function*(asked: number | undefined) {
        const year = asked ?? yearOf(yield* calendar.today)
        yield* knownYear(year)
        return calendarYear(year, yield* store.days(yearStart(year), yearStart(year + 1)))
      }),
      tags: Effect.map(store.tags(always, null), (rows) => ({ data: rows.map(tagCount) })),
      domains: (limit: number) => Effect.map(store.domains(always, limit), (rows) => ({ data: rows.map(domainCount) })),
      year: Effect.fn("Reading.year")(function*(year: number) {
        yield* knownYear(year)
        const range = ofDays(calendar, yearStart(year), yearStart(year + 1))
        const totals = yield* store.totals(range)
        if (totals.articles + totals.finished + totals.highlights === 0) return yield* new NoData({ what: `reading in ${year}` })
        const days = yield* store.days(yearStart(year), yearStart(year + 1))
        const domains = yield* store.domains(range, reviewLimit)
        return yearInReview({ year, totals, days, domains, tags: yield* store.tags(range, reviewLimit) })
      })
    }
  })
}) {}
