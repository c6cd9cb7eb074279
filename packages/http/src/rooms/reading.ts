import * as View from "@daybook/core/reading"
import { Reading, articleSorts, statuses } from "@daybook/core/reading"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeAnew, madeOf } from "../shared/caching.js"
import { NotFound } from "../shared/errors.js"
import { dates, flag, id, integer, limit, oneOf, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"
import { longWhenPast } from "../shared/span.js"

const made = madeOf("reading")
const today = { today: true }

const noBody = { include_no_body: flag("Also articles whose text could not be had: paywalls, dead links") }
const Recent = query({
  limit: limit(50),
  page,
  ...dates,
  ...noBody,
  include_bulk_archived: flag("Also articles that were put away in bulk, finished at the moment of saving")
}, { limit: 10, page: 1, include_no_body: false, include_bulk_archived: false })
const Current = query(noBody, { include_no_body: false })
const Articles = query({
  page,
  limit: limit(50),
  status: oneOf(statuses, "Only articles of this status"),
  tag: text("Only articles with this tag, exactly as spelled"),
  domain: text("Only articles of this host, without www."),
  starred: flag("Only those that are starred, or are not"),
  sort: oneOf(articleSorts, "What to sort by"),
  order: oneOf(["asc", "desc"], "Ascending or descending"),
  ...dates,
  ...noBody
}, { page: 1, limit: 20, sort: "saved_at", order: "desc", include_no_body: false })
const Archive = query({ page, limit: limit(50), ...dates, ...noBody }, { page: 1, limit: 20, include_no_body: false })
const Related = query({ limit: limit(25) }, { limit: 5 })
const Highlights = query({ page, limit: limit(50), ...dates }, { page: 1, limit: 20 })
const Dates = query(dates, {})
const year = integer({ minimum: 0, maximum: 9999 }, "A year from 2000 to the next")
const Calendar = query({ year }, {})
const Domains = query({ limit: limit(100) }, { limit: 20 })
const list = <A, I>(item: Schema.Schema<A, I>) => Schema.Struct({ data: Schema.Array(item) })

/** Reading as a page: `api.md` §2.9 and §4, contract §6. */
export class ReadingApi extends HttpApiGroup.make("reading")
  .add(HttpApiEndpoint.get("recent", "/recent").setUrlParams(Recent.params).addSuccess(listOf(View.ArticleView))
    .annotateContext(made("short")).annotate(Description, "Articles as they were saved, newest first."))
  .add(HttpApiEndpoint.get("currentlyReading", "/currently-reading").setUrlParams(Current.params).addSuccess(list(View.ArticleView))
    .annotateContext(made("short")).annotate(Description, "Articles that are being read, the one last read in first."))
  .add(HttpApiEndpoint.get("articles", "/articles").setUrlParams(Articles.params).addSuccess(listOf(View.ArticleView))
    .annotateContext(made("medium")).annotate(Description, "All articles; dates are those of saving."))
  .add(HttpApiEndpoint.get("article", "/articles/:id").setPath(Schema.Struct({ id: id("The article's id") })).addSuccess(View.ArticleDetail).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One article with its text and highlights."))
  .add(HttpApiEndpoint.get("related", "/articles/:id/related").setPath(Schema.Struct({ id: id("The article's id") })).setUrlParams(Related.params)
    .addSuccess(list(View.RelatedArticle)).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "Articles that mean something similar, nearest first; none while the article is not embedded."))
  .add(HttpApiEndpoint.get("archive", "/archive").setUrlParams(Archive.params).addSuccess(listOf(View.ArticleView))
    .annotateContext(made("medium")).annotate(Description, "Articles that were finished, the last one first; dates are those of finishing."))
  .add(HttpApiEndpoint.get("highlights", "/highlights").setUrlParams(Highlights.params).addSuccess(listOf(View.PlacedHighlightView))
    .annotateContext(made("medium")).annotate(Description, "Highlights of all articles, newest first; dates are those of marking."))
  .add(HttpApiEndpoint.get("randomHighlight", "/highlights/random").addSuccess(View.PlacedHighlightView).addError(NotFound)
    .annotateContext(madeAnew("none")).annotate(Description, "Any highlight, another one each time."))
  .add(HttpApiEndpoint.get("highlight", "/highlights/:id").setPath(Schema.Struct({ id: id("The highlight's id") })).addSuccess(View.PlacedHighlightView).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One highlight and the article that it is in."))
  .add(HttpApiEndpoint.get("stats", "/stats").setUrlParams(Dates.params).addSuccess(View.ReadingStats)
    .annotateContext(made("medium", today)).annotate(Description, "Totals, of everything or between dates, and streaks. Articles count by their saving, finished ones by their finishing."))
  .add(HttpApiEndpoint.get("streaks", "/streaks").addSuccess(View.ReadingStreaks)
    .annotateContext(made("medium", today)).annotate(Description, "The current and the longest run of days on which articles were finished."))
  .add(HttpApiEndpoint.get("calendar", "/calendar").setUrlParams(Calendar.params).addSuccess(View.ReadingCalendar)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "What was saved and finished on each day of a year, by default the current one; days without either are left out."))
  .add(HttpApiEndpoint.get("tags", "/tags").addSuccess(list(View.TagCount))
    .annotateContext(made("medium")).annotate(Description, "Tags by the number of articles that have them."))
  .add(HttpApiEndpoint.get("domains", "/domains").setUrlParams(Domains.params).addSuccess(list(View.DomainCount))
    .annotateContext(made("medium")).annotate(Description, "Hosts by the number of articles that were saved from them."))
  .add(HttpApiEndpoint.get("year", "/year/:year").setPath(Schema.Struct({ year })).addSuccess(View.ReadingYear).addError(NotFound)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "A year in review: what was saved, finished and marked in it."))
  .annotate(Description, "Saved articles, what was read of them and what was marked. Days are those of the home time zone.")
  .prefix("/reading")
  .middleware(Authentication)
{}

export const reading = room(ReadingApi)(Effect.map(Reading, (reading) => ({
  recent: ({ urlParams }) => Recent.ask(urlParams, (asked) =>
    reading.recent(asked, asked, { withoutBody: asked.include_no_body, bulkArchived: asked.include_bulk_archived })),
  currentlyReading: ({ urlParams }) => reading.currentlyReading(Current.filled(urlParams).include_no_body),
  articles: ({ urlParams }) => Articles.ask(urlParams, ({ domain = null, include_no_body, order, sort, starred = null, status = null, tag = null, ...asked }) =>
    reading.articles(asked, asked, { withoutBody: include_no_body, domain, order, sort, starred, status, tag })),
  article: ({ path }) => reading.article(path.id),
  related: ({ path, urlParams }) => reading.related(path.id, Related.filled(urlParams).limit),
  archive: ({ urlParams }) => Archive.ask(urlParams, (asked) => reading.archive(asked, asked, { withoutBody: asked.include_no_body })),
  highlights: ({ urlParams }) => Highlights.ask(urlParams, (asked) => reading.highlights(asked, asked)),
  randomHighlight: () => reading.randomHighlight(),
  highlight: ({ path }) => reading.highlight(path.id),
  stats: ({ urlParams }) => reading.stats(urlParams),
  streaks: () => reading.streaks,
  calendar: ({ urlParams }) => reading.calendar(urlParams.year),
  tags: () => reading.tags,
  domains: ({ urlParams }) => reading.domains(Domains.filled(urlParams).limit),
  year: ({ path }) => reading.year(path.year)
})))
