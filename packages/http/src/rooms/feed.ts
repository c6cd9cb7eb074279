import { domains } from "@daybook/core"
import { Feed, FeedPage, OnThisDay } from "@daybook/core/feed"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeOf } from "../shared/caching.js"
import { dates, integer, limit, oneOf, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

const made = madeOf(...domains)

const Page = query({ cursor: text("Where to go on: `next_cursor` of the page before"), limit: limit(100), ...dates }, { limit: 50 })
const Day = query({
  date: dates.date,
  month: integer({ minimum: 1, maximum: 12 }, "The month; this one by default"),
  day: integer({ minimum: 1, maximum: 31 }, "The day of the month; today's by default")
}, {})
const domain = Schema.Struct({ domain: oneOf(domains, "The domain") })

/** What happened, over all domains (contract §8). */
export class FeedApi extends HttpApiGroup.make("feed")
  .add(HttpApiEndpoint.get("all", "/").setUrlParams(Page.params).addSuccess(FeedPage)
    .annotateContext(made("short")).annotate(Description, "What happened in every domain, newest first."))
  .add(HttpApiEndpoint.get("domain", "/domain/:domain").setPath(domain).setUrlParams(Page.params).addSuccess(FeedPage)
    .annotateContext(made("short")).annotate(Description, "What happened in one domain, newest first."))
  .add(HttpApiEndpoint.get("onThisDay", "/on-this-day").setUrlParams(Day.params).addSuccess(OnThisDay)
    .annotateContext(made("medium", { today: true })).annotate(Description, "What happened on this day in earlier years: those before the date, where one is given, which goes before month and day."))
  .annotate(Description, "What happened, over all domains or in one, and on this day in earlier years.")
  .prefix("/feed")
  .middleware(Authentication)
{}

export const feed = room(FeedApi)(Effect.map(Feed, (feed) => ({
  all: ({ urlParams }) => Page.ask(urlParams, ({ cursor, limit, ...filters }) => feed.page({ domain: null, cursor, limit, filters })),
  domain: ({ path: { domain }, urlParams }) => Page.ask(urlParams, ({ cursor, limit, ...filters }) => feed.page({ domain, cursor, limit, filters })),
  onThisDay: ({ urlParams }) => feed.onThisDay(urlParams)
})))
