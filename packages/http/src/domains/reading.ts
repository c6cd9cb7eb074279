import * as View from "@daybook/core/reading"
import { Reading, articleSorts, statuses, Reenrichment, type ReenrichMode, reenrichModes } from "@daybook/core/reading"
import { Reembedding } from "@daybook/core/search"
import { listOf, withExample } from "@daybook/core/shared"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema, Effect } from "effect"
import { dataOf, get } from "../kit/endpoints.js"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { cachedFor, longWhenPast, recomputed } from "../kit/caching.js"
import { NotFound, Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { jobReport, startJob, startsJob } from "../kit/jobs.js"
import { InDates, byId, dates, flag, limit, oneOf, order, page, query, text, yearSince } from "../kit/params.js"

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
    order,
    ...dates,
    ...noBody
  },
  { page: 1, limit: 20, sort: "saved_at", order: "desc", include_no_body: false }
)
const Archive = query({ page, limit: limit(50), ...dates, ...noBody }, { page: 1, limit: 20, include_no_body: false })
const Related = query({ limit: limit(25) }, { limit: 5 })
const Highlights = query({ page, limit: limit(50), ...dates }, { page: 1, limit: 20 })
const year = yearSince(2000)
const Calendar = query({ year }, {})
const Domains = query({ limit: limit(100) }, { limit: 20 })

export class ReadingApi extends HttpApiGroup.make("reading")
  .add(
    get("recent", "/recent", "Recently saved articles")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.ArticleView))
      .annotateContext(cached("short"))
      .annotate(Description, "Recently saved articles, newest first.")
  )
  .add(
    get("currentlyReading", "/currently-reading", "Articles in progress")
      .setUrlParams(Current.params)
      .addSuccess(dataOf(Schema.Array(View.ArticleView)))
      .annotateContext(cached("short"))
      .annotate(Description, "Articles in progress, most recently read first.")
  )
  .add(
    get("articles", "/articles", "List articles")
      .setUrlParams(Articles.params)
      .addSuccess(listOf(View.ArticleView))
      .annotateContext(cached("medium"))
      .annotate(Description, "All articles. Dates filter by the time of saving.")
  )
  .add(
    get("article", "/articles/:id", "Article detail")
      .setPath(byId("Id of the article"))
      .addSuccess(View.ArticleDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One article with its text and highlights.")
  )
  .add(
    get("related", "/articles/:id/related", "Related articles")
      .setPath(byId("Id of the article"))
      .setUrlParams(Related.params)
      .addSuccess(dataOf(Schema.Array(View.RelatedArticle)))
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "Articles with similar meaning, most similar first. Empty until the article is embedded.")
  )
  .add(
    get("archive", "/archive", "Finished articles")
      .setUrlParams(Archive.params)
      .addSuccess(listOf(View.ArticleView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Finished articles, latest first. Dates filter by the time of finishing.")
  )
  .add(
    get("highlights", "/highlights", "List highlights")
      .setUrlParams(Highlights.params)
      .addSuccess(listOf(View.PlacedHighlightView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Highlights of all articles, newest first. Dates filter by the time of highlighting.")
  )
  .add(
    get("randomHighlight", "/highlights/random", "Random highlight")
      .addSuccess(View.PlacedHighlightView)
      .addError(NotFound)
      .annotateContext(recomputed("none"))
      .annotate(Description, "A random highlight, different for each request.")
  )
  .add(
    get("highlight", "/highlights/:id", "Highlight detail")
      .setPath(byId("Id of the highlight"))
      .addSuccess(View.PlacedHighlightView)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One highlight with its article.")
  )
  .add(
    get("stats", "/stats", "Reading statistics")
      .setUrlParams(InDates.params)
      .addSuccess(View.ReadingStats)
      .annotateContext(cached("medium", today))
      .annotate(
        Description,
        "Totals over all time or between dates, and streaks. Articles count by the time of saving, finished " +
          "ones by the time of finishing."
      )
  )
  .add(
    get("streaks", "/streaks", "Reading streaks")
      .addSuccess(View.ReadingStreaks)
      .annotateContext(cached("medium", today))
      .annotate(Description, "The current and the longest streak of days with a finished article.")
  )
  .add(
    get("calendar", "/calendar", "Reading calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.ReadingCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        "Articles saved and finished per day of a year, by default the current one. Days without either are left out."
      )
  )
  .add(
    get("tags", "/tags", "Articles by tag")
      .addSuccess(dataOf(Schema.Array(View.TagCount)))
      .annotateContext(cached("medium"))
      .annotate(Description, "Tags by number of articles.")
  )
  .add(
    get("domains", "/domains", "Articles by site")
      .setUrlParams(Domains.params)
      .addSuccess(dataOf(Schema.Array(View.DomainCount)))
      .annotateContext(cached("medium"))
      .annotate(Description, "Sites by number of saved articles.")
  )
  .add(
    get("year", "/year/:year", "Reading year in review")
      .setPath(Schema.Struct({ year }))
      .addSuccess(View.ReadingYear)
      .addError(NotFound)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Review of a year: saved articles, finished articles and highlights.")
  )
  .annotate(Description, "Saved articles, reading progress and highlights. Days are in the home time zone.")
  .prefix("/reading")
  .middleware(Authentication) {}

export const reading = handlersFor(ReadingApi)([Reading], (reading) => ({
  recent: Recent.handle((query) =>
    reading.recent(query, query, { withoutBody: query.include_no_body, bulkArchived: query.include_bulk_archived })
  ),
  currentlyReading: Current.handle(({ include_no_body }) => reading.currentlyReading(include_no_body)),
  articles: Articles.handle(
    ({ domain = null, include_no_body, order, sort, starred = null, status = null, tag = null, ...query }) =>
      reading.articles(query, query, { withoutBody: include_no_body, domain, order, sort, starred, status, tag })
  ),
  article: ({ path }) => reading.article(path.id),
  related: ({ path, urlParams }) => reading.related(path.id, Related.withDefaults(urlParams).limit),
  archive: Archive.handle((query) => reading.archive(query, query, { withoutBody: query.include_no_body })),
  highlights: Highlights.handle((query) => reading.highlights(query, query)),
  randomHighlight: () => reading.randomHighlight(),
  highlight: ({ path }) => reading.highlight(path.id),
  stats: ({ urlParams }) => reading.stats(urlParams),
  streaks: () => reading.streaks,
  calendar: ({ urlParams }) => reading.calendar(urlParams.year),
  tags: () => reading.tags,
  domains: Domains.handle(({ limit }) => reading.domains(limit)),
  year: ({ path }) => reading.year(path.year)
}))

const maxArticles = 5_000
const defaults = { limit: 500, images: 50 }
const count = Schema.Number.pipe(Schema.int(), Schema.between(1, maxArticles)).annotations({
  description: "Maximum number of articles, newest first"
})

const Reenrich = Schema.Struct({
  mode: Schema.optional(
    Schema.Literal(...reenrichModes).annotations({
      description: "`failed`: articles without text (default); `missing-images`: articles without a picture"
    })
  ),
  limit: withExample(Schema.optional(count), 50)
}).annotations({ identifier: "ReenrichReading" })

const Backfill = Schema.Struct({ limit: withExample(Schema.optional(count), 50) }).annotations({
  identifier: "BackfillReadingImages"
})

const Reembed = Schema.Struct({
  limit: withExample(Schema.optional(count), 50),
  offset: Schema.optional(
    Schema.Number.pipe(Schema.int(), Schema.between(0, 1_000_000)).annotations({
      description: "Number of items to skip"
    })
  ),
  onlyMissing: Schema.optional(
    Schema.Boolean.annotations({
      description: "true: only texts that are new or changed (default); false: embed all texts again"
    })
  )
}).annotations({ identifier: "ReembedReading" })

/** Enrichment of reading on demand. */
export class ReadingAdminApi extends HttpApiGroup.make("readingAdmin")
  .add(
    startsJob(
      "reenrich",
      "/admin/reenrich-reading",
      "Look up article texts or pictures",
      "Fetches texts or pictures of articles again, without waiting for their next scheduled attempt."
    )
      .setPayload(body(Reenrich))
      .addError(TooLarge)
  )
  .add(
    startsJob(
      "backfillImages",
      "/reading/admin/backfill-images",
      "Look for article pictures",
      "Fetches the pages of articles without a picture again."
    )
      .setPayload(body(Backfill))
      .addError(TooLarge)
  )
  .add(
    startsJob(
      "reembed",
      "/admin/reembed-reading",
      "Embed articles for search by meaning",
      "Embeds articles for search by meaning. Not needed in normal operation: each sync embeds new and " +
        "changed texts."
    )
      .setPayload(body(Reembed))
      .addError(TooLarge)
  )
  .annotate(Description, "Enrichment of reading on demand. Needs an admin key.")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const readingAdmin = handlersFor(ReadingAdminApi)(
  [Reenrichment, Reembedding, Jobs],
  (reenrichment, reembedding, jobs) => {
    const reenrich = (name: string, mode: ReenrichMode, limit: number) =>
      startJob(jobs, name, "reading", (progress) =>
        Effect.map(reenrichment.run(mode, limit, progress), (done) => jobReport(done.succeeded, done))
      )
    return {
      reenrich: ({ payload: { limit = defaults.limit, mode = "failed" } }) => reenrich("reenrich-reading", mode, limit),
      backfillImages: ({ payload: { limit = defaults.images } }) =>
        reenrich("backfill-reading-images", "missing-images", limit),
      reembed: ({ payload: { limit = defaults.limit, offset = 0, onlyMissing = true } }) =>
        startJob(jobs, "reembed-reading", "reading", (progress) =>
          Effect.map(reembedding.run({ limit, offset, onlyMissing }, progress), (done) =>
            jobReport(done.embedded, done)
          )
        )
    }
  }
)
