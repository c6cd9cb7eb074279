import { Effect } from "effect"
import { type AnswerOf, ask } from "../Ask.js"
import { Home, isInScope, namesOf } from "../Home.js"
import type { Place } from "../kit/cursor.js"
import { listWith, words } from "../kit/output.js"
import { domainName, optional, paged, when, whole } from "../kit/params.js"
import { datesOf, everyDomain, partOf, rangeOf, readTool, wordsOf } from "../Tool.js"
import { badArgument } from "../ToolError.js"

type Entry = AnswerOf<"feed.all">["data"][number]

const entryItem =
  (local: (text: string | null) => string | null) =>
  ({ domain, entity_id, entity_type, event_type, occurred_at, subtitle, title }: Entry) => ({
    id: `${domain}/${entity_type}/${entity_id}`,
    at: local(occurred_at),
    event: event_type,
    title,
    subtitle
  })

const maxPageSize = 100
const maxPages = 20

export const feed = readTool({
  name: "feed",
  title: "Feed",
  description: "What happened, newest first, over all domains or in one: new artists, runs, films, articles, events.",
  domains: everyDomain,
  example: { when: "this-week" },
  input: { domain: optional(domainName), ...when("all"), ...paged },
  output: listWith({ at: words, event: words, title: words, subtitle: words }),
  run: ({ domain, limit = 20, when }, { place }) =>
    Effect.gen(function* () {
      const { local, scope } = yield* Home
      const range = yield* rangeOf(when, "all")
      const names = namesOf(scope)
      const one = domain ?? (names.length === 1 ? names[0] : undefined)
      const load = (start: Place) =>
        Effect.gen(function* () {
          // The feed continues after an entry, so a cut list starts again at the same one and skips what was sent.
          const params = { ...datesOf(range), cursor: start.after, limit: Math.min(limit + start.skip, maxPageSize) }
          const page = yield* one === undefined
            ? ask("feed.all", params)
            : ask("feed.domain", { ...params, domain: one })
          const { next_cursor: after } = page.pagination
          const own = page.data.filter((entry) => isInScope(scope, entry.domain)).slice(start.skip)
          return { own, start, next: after === null ? null : ({ skip: 0, after } satisfies Place) }
        })
      let { next, own, start } = yield* load(place)
      // A page may have nothing but entries of domains that the connection may not name.
      for (let pages = 1; own.length === 0 && next !== null && pages < maxPages; pages++)
        ({ next, own, start } = yield* load(next))
      const items = own.map(entryItem(local))
      const heading = `${domain ?? "all"} activity, ${wordsOf(range)}`
      return { heading, domains: domain === undefined ? names : [domain], range, list: { items, start, next } }
    })
})

export const onThisDay = readTool({
  name: "on_this_day",
  title: "On this day",
  description: "What happened on a day of the year in earlier years; today without arguments.",
  domains: everyDomain,
  example: { month: 3, day: 14 },
  input: { month: optional(whole(1, 12)), day: optional(whole(1, 31)), cursor: paged.cursor },
  output: listWith({ year: words, event: words, title: words, subtitle: words }),
  run: ({ day, month }, { place }) =>
    Effect.gen(function* () {
      if ((day === undefined) !== (month === undefined))
        return yield* badArgument(
          "`month` and `day` belong together.",
          'Call on_this_day with {"month": 3, "day": 14}.'
        )
      const { local, scope } = yield* Home
      const answer = yield* ask("feed.onThisDay", { month, day })
      const items = answer.years.flatMap(({ items, year }) =>
        items
          .filter((entry) => isInScope(scope, entry.domain))
          .map(entryItem(local))
          .map(({ id, ...entry }) => ({ year: String(year), ...entry, id }))
      )
      const heading = `${answer.month}-${answer.day} in earlier years (${items.length} in all)`
      return { heading, domains: namesOf(scope), list: partOf(items, place, items.length) }
    })
})
