import { domains } from "@daybook/core"
import { Feed, FeedItemView, FeedPage, OnThisDay } from "@daybook/core/feed"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { cachedFor } from "../kit/caching.js"
import { get } from "../kit/endpoints.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { acceptDomain, domainName } from "../kit/names.js"
import { byId, dates, integer, limit, query, text } from "../kit/params.js"

const cached = cachedFor(...domains)

const Page = query({ cursor: text("`next_cursor` of the previous page"), limit: limit(100), ...dates }, { limit: 50 })
const Day = query(
  {
    date: dates.date,
    month: integer({ minimum: 1, maximum: 12 }, "Month; the current month by default"),
    day: integer({ minimum: 1, maximum: 31 }, "Day of the month; today by default")
  },
  {}
)
const domain = Schema.Struct({ domain: domainName("Domain") })

/** The activity feed over all domains. */
export class FeedApi extends HttpApiGroup.make("feed")
  .add(
    get("all", "/", "Activity feed")
      .setUrlParams(Page.params)
      .addSuccess(FeedPage)
      .annotateContext(cached("short"))
      .annotate(Description, "Activity of all domains, newest first.")
  )
  .add(
    get("domain", "/domain/:domain", "Activity feed of one domain")
      .setPath(domain)
      .setUrlParams(Page.params)
      .addSuccess(FeedPage)
      .annotateContext(cached("short"))
      .annotate(Description, "Activity of one domain, newest first.")
  )
  .add(
    get("item", "/items/:id", "Feed item")
      .setPath(byId("Id of the item"))
      .addSuccess(FeedItemView)
      .addError(NotFound)
      .annotateContext(cached("short"))
      .annotate(Description, "One item of the feed.")
  )
  .add(
    get("onThisDay", "/on-this-day", "On this day")
      .setUrlParams(Day.params)
      .addSuccess(OnThisDay)
      .annotateContext(cached("medium", { today: true }))
      .annotate(
        Description,
        "Activity on this day in earlier years. `date` takes precedence over month and day, and limits the " +
          "years to those before it."
      )
  )
  .annotate(Description, "Activity over all domains or in one, and on this day in earlier years.")
  .prefix("/feed")
  .middleware(Authentication) {}

export const feed = handlersFor(FeedApi)([Feed], (feed) => ({
  all: Page.handle(({ cursor, limit, ...filters }) => feed.page({ domain: null, cursor, limit, filters })),
  domain: ({ path: { domain }, urlParams }) =>
    Page.use(urlParams, ({ cursor, limit, ...filters }) =>
      Effect.flatMap(acceptDomain(domain), (domain) => feed.page({ domain, cursor, limit, filters }))
    ),
  item: ({ path }) => feed.item(path.id),
  onThisDay: ({ urlParams }) => feed.onThisDay(urlParams)
}))
