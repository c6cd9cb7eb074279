import * as View from "@daybook/core/reading"
import { Reading, articleSorts, statuses } from "@daybook/core/reading"
import { listOf, field } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { cachedFor, longWhenPast, recomputed } from "../kit/caching.js"
import { NotFound } from "../kit/errors.js"
import { dates, flag, id, integer, limit, oneOf, page, query, text } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"

const cached = cachedFor("reading")
const today = { today: true }

const noBody = { include_no_body: flag("Include articles whose text is unavailable (paywalls, dead links)") }
const Recent = query(
  {
    limit: limit(50),
    page,
    ...dates,
    ...noBody,
    include_bulk_archived: flag("Include articles archived in bulk, that is, finished at the moment of saving")
  },
  { limit: 10, page: 1, include_no_body: false, include_bulk_archived: false }
)
const Current = query(noBody, { include_no_body: false })
const Articles = query(
  {
    page,
    limit: limit(50),
    status: oneOf(statuses, "Only articles of this status"),
    tag: text("Only articles with this tag (exact match)"),
    domain: text("Only articles of this site, without www."),
    starred: flag("true: only starred articles; false: only others"),
    sort: oneOf(articleSorts, "Sort field"),
    order: oneOf(["asc", "desc"], "Sort order: ascending or descending"),
    ...dates,
    ...noBody
  },
  { page: 1, limit: 20, sort: "saved_at", order: "desc", include_no_body: false }
)
const Archive = query({ page, limit: limit(50), ...dates, ...noBody }, { page: 1, limit: 20, include_no_body: false })
const Related = query({ limit: limit(25) }, { limit: 5 })
const Highlights = query({ page, limit: limit(50), ...dates }, { page: 1, limit: 20 })
const Dates = query(dates, {})
const year = integer({ minimum: 0, maximum: 9999 }, "Year, from 2000 to next year")
const Calendar = query({ year }, {})
const Domains = query({ limit: limit(100) }, { limit: 20 })
const list = <A, I>(item: Schema.Schema<A, I>) => Schema.Struct({ data: field(Schema.Array(item), "Requested data") })

export class ReadingApi extends HttpApiGroup.make("reading")
  .add(
    HttpApiEndpoint.get("recent", "/recent")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.ArticleView))
      .annotateContext(cached("short"))
      .annotate(Description, "Recently saved articles, newest first.")
  )
  .add(
    HttpApiEndpoint.get("currentlyReading", "/currently-reading")
      .setUrlParams(Current.params)
      .addSuccess(list(View.ArticleView))
      .annotateContext(cached("short"))
      .annotate(Description, "Articles in progress, most recently read first.")
  )
  .add(
    HttpApiEndpoint.get("articles", "/articles")
      .setUrlParams(Articles.params)
      .addSuccess(listOf(View.ArticleView))
      .annotateContext(cached("medium"))
      .annotate(Description, "All articles. Dates filter by the time of saving.")
  )
  .add(
    HttpApiEndpoint.get("article", "/articles/:id")
      .setPath(Schema.Struct({ id: id("Id of the article") }))
      .addSuccess(View.ArticleDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One article with its text and highlights.")
  )
  .add(
    HttpApiEndpoint.get("related", "/articles/:id/related")
      .setPath(Schema.Struct({ id: id("Id of the article") }))
      .setUrlParams(Related.params)
      .addSuccess(list(View.RelatedArticle))
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "Articles with similar meaning, most similar first. Empty until the article is embedded.")
  )
  .add(
    HttpApiEndpoint.get("archive", "/archive")
      .setUrlParams(Archive.params)
      .addSuccess(listOf(View.ArticleView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Finished articles, latest first. Dates filter by the time of finishing.")
  )
  .add(
    HttpApiEndpoint.get("highlights", "/highlights")
      .setUrlParams(Highlights.params)
      .addSuccess(listOf(View.PlacedHighlightView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Highlights of all articles, newest first. Dates filter by the time of highlighting.")
  )
  .add(
    HttpApiEndpoint.get("randomHighlight", "/highlights/random")
      .addSuccess(View.PlacedHighlightView)
      .addError(NotFound)
      .annotateContext(recomputed("none"))
      .annotate(Description, "A random highlight, different for each request.")
  )
  .add(
    HttpApiEndpoint.get("highlight", "/highlights/:id")
      .setPath(Schema.Struct({ id: id("Id of the highlight") }))
      .addSuccess(View.PlacedHighlightView)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One highlight with its article.")
  )
  .add(
    HttpApiEndpoint.get("stats", "/stats")
      .setUrlParams(Dates.params)
      .addSuccess(View.ReadingStats)
      .annotateContext(cached("medium", today))
      .annotate(
        Description,
        "Totals over all time or between dates, and streaks. Articles count by the time of saving, finished " +
          "ones by the time of finishing."
      )
  )
  .add(
    HttpApiEndpoint.get("streaks", "/streaks")
      .addSuccess(View.ReadingStreaks)
      .annotateContext(cached("medium", today))
      .annotate(Description, "The current and the longest streak of days with a finished article.")
  )
  .add(
    HttpApiEndpoint.get("calendar", "/calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.ReadingCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        "Articles saved and finished per day of a year, by default the current one. Days without either are left out."
      )
  )
  .add(
    HttpApiEndpoint.get("tags", "/tags")
      .addSuccess(list(View.TagCount))
      .annotateContext(cached("medium"))
      .annotate(Description, "Tags by number of articles.")
  )
  .add(
    HttpApiEndpoint.get("domains", "/domains")
      .setUrlParams(Domains.params)
      .addSuccess(list(View.DomainCount))
      .annotateContext(cached("medium"))
      .annotate(Description, "Sites by number of saved articles.")
  )
  .add(
    HttpApiEndpoint.get("year", "/year/:year")
      .setPath(Schema.Struct({ year }))
      .addSuccess(View.ReadingYear)
      .addError(NotFound)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Review of a year: saved articles, finished articles and highlights.")
  )
  .annotate(Description, "Saved articles, reading progress and highlights. Days are in the home time zone.")
  .prefix("/reading")
  .middleware(Authentication) {}

export const reading = handlersFor(ReadingApi)(
  Effect.map(Reading, (reading) => ({
    recent: ({ urlParams }) =>
      Recent.use(urlParams, (query) =>
        reading.recent(query, query, { withoutBody: query.include_no_body, bulkArchived: query.include_bulk_archived })
      ),
    currentlyReading: ({ urlParams }) => reading.currentlyReading(Current.withDefaults(urlParams).include_no_body),
    articles: ({ urlParams }) =>
      Articles.use(
        urlParams,
        ({ domain = null, include_no_body, order, sort, starred = null, status = null, tag = null, ...query }) =>
          reading.articles(query, query, { withoutBody: include_no_body, domain, order, sort, starred, status, tag })
      ),
    article: ({ path }) => reading.article(path.id),
    related: ({ path, urlParams }) => reading.related(path.id, Related.withDefaults(urlParams).limit),
    archive: ({ urlParams }) =>
      Archive.use(urlParams, (query) => reading.archive(query, query, { withoutBody: query.include_no_body })),
    highlights: ({ urlParams }) => Highlights.use(urlParams, (query) => reading.highlights(query, query)),
    randomHighlight: () => reading.randomHighlight(),
    highlight: ({ path }) => reading.highlight(path.id),
    stats: ({ urlParams }) => reading.stats(urlParams),
    streaks: () => reading.streaks,
    calendar: ({ urlParams }) => reading.calendar(urlParams.year),
    tags: () => reading.tags,
    domains: ({ urlParams }) => reading.domains(Domains.withDefaults(urlParams).limit),
    year: ({ path }) => reading.year(path.year)
  }))
)
