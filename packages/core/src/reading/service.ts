import { Effect, Option, Random } from "effect"
import { Pictures } from "../images/Picture.js"
import { orNotFound, pageView } from "../kit/results.js"
import { streaksToday } from "../kit/streaks.js"
import { yearQueries } from "../kit/years.js"
import { Similarity } from "../search/Similarity.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, always, parseRange } from "../shared/DateRange.js"
import { NoData } from "../shared/errors.js"
import type { PageOf } from "../shared/fields.js"
import { yearStart } from "../shared/LocalDate.js"
import { type ArticlesOf, ReadingStore } from "./store.js"
import type { ToImage } from "../images/Picture.js"
import { articleDetail, articleView, placedHighlightView, relatedArticle } from "./views/articles.js"
import { stats, streaks, domainCount, tagCount, calendarYear, yearInReview } from "./views/statistics.js"

const reviewLimit = 10

/** The filters of the list of articles, in addition to dates. */
export type ArticleFilters = Pick<
  ArticlesOf,
  "status" | "tag" | "domain" | "starred" | "withoutBody" | "sort" | "order"
>

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

/** All queries about reading. Dates and days are in the home time zone. */
export class Reading extends Effect.Service<Reading>()("@daybook/core/Reading", {
  effect: Effect.gen(function* () {
    const store = yield* ReadingStore
    const calendar = yield* Calendar
    const similarity = yield* Similarity
    const { image } = yield* Pictures
    const toImage: ToImage = (picture) => image(picture)

    const articles = (query: Omit<ArticlesOf, "page">, page: PageOf) =>
      Effect.map(store.articles({ ...query, page }), pageView(page, articleView(toImage)))
    const years = yearQueries(calendar, { first: 2000 })
    const streaksNow = streaksToday(calendar, store.daySpans, streaks)

    return {
      recent: Effect.fn("Reading.recent")(function* (
        page: PageOf,
        filters: DateFilters,
        filter: Pick<ArticlesOf, "withoutBody" | "bulkArchived">
      ) {
        return yield* articles({ ...everything, ...filter, saved: yield* parseRange(calendar, filters) }, page)
      }),
      articles: Effect.fn("Reading.articles")(function* (page: PageOf, filters: DateFilters, filter: ArticleFilters) {
        return yield* articles({ ...everything, ...filter, saved: yield* parseRange(calendar, filters) }, page)
      }),
      archive: Effect.fn("Reading.archive")(function* (
        page: PageOf,
        filters: DateFilters,
        filter: Pick<ArticlesOf, "withoutBody">
      ) {
        return yield* articles(
          {
            ...everything,
            ...filter,
            status: "finished",
            sort: "finished_at",
            finished: yield* parseRange(calendar, filters)
          },
          page
        )
      }),
      currentlyReading: (withoutBody: boolean) =>
        Effect.map(store.currentlyReading(withoutBody), (rows) => ({ data: rows.map(articleView(toImage)) })),
      article: Effect.fn("Reading.article")(function* (id: number) {
        return articleDetail(yield* Effect.flatMap(store.article(id), orNotFound(`article ${id}`)), toImage)
      }),
      related: Effect.fn("Reading.related")(function* (id: number, limit: number) {
        if ((yield* store.articlesById([id])).length === 0) return yield* new NoData({ what: `article ${id}` })
        const near = yield* similarity.related(id, limit)
        const articlesById = new Map(
          (yield* store.articlesById(near.map((one) => one.id))).map((article) => [article.id, article])
        )
        return {
          data: near.flatMap((one) =>
            articlesById.has(one.id) ? [relatedArticle(articlesById.get(one.id)!, one.score)] : []
          )
        }
      }),
      highlights: Effect.fn("Reading.highlights")(function* (page: PageOf, filters: DateFilters) {
        return pageView(page, placedHighlightView)(yield* store.highlights(page, yield* parseRange(calendar, filters)))
      }),
      highlight: Effect.fn("Reading.highlight")(function* (id: number) {
        return placedHighlightView(yield* Effect.flatMap(store.highlight(id), orNotFound(`highlight ${id}`)))
      }),
      randomHighlight: Effect.fn("Reading.randomHighlight")(function* () {
        const count = yield* store.highlightCount
        const highlight = count === 0 ? Option.none() : yield* store.highlightAt(yield* Random.nextIntBetween(0, count))
        return placedHighlightView(yield* orNotFound("highlights")(highlight))
      }),
      stats: Effect.fn("Reading.stats")(function* (filters: DateFilters) {
        return stats(yield* store.totals(yield* parseRange(calendar, filters)), yield* streaksNow)
      }),
      streaks: streaksNow,
      calendar: Effect.fn("Reading.calendar")(years.calendar(store.days, calendarYear)),
      tags: Effect.map(store.tags(always, null), (rows) => ({ data: rows.map(tagCount) })),
      domains: (limit: number) => Effect.map(store.domains(always, limit), (rows) => ({ data: rows.map(domainCount) })),
      year: Effect.fn("Reading.year")(function* (year: number) {
        const range = years.rangeOf(yield* years.accept(year))
        const totals = yield* store.totals(range)
        if (totals.articles + totals.finished + totals.highlights === 0)
          return yield* new NoData({ what: `reading in ${year}` })
        const days = yield* store.days(yearStart(year), yearStart(year + 1))
        const domains = yield* store.domains(range, reviewLimit)
        return yearInReview({ year, totals, days, domains, tags: yield* store.tags(range, reviewLimit) })
      })
    }
  })
}) {}
