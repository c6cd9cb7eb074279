import { Effect } from "effect"
import { ask, askIfAny } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import { untrusted } from "../kit/text.js"
import type { WhenRange } from "../kit/when.js"
import { datesOf, everyRow } from "../Tool.js"
import type { Answer, RecordRequest, Share } from "./Domain.js"
import { type FetchedRecord, plain } from "./FetchedRecord.js"
import { always, builtIn, byCount, capped, maxNames, ranged, spanOf, totalsFrom, yearsBetween } from "./kit.js"

const article = (id: number, { local }: RecordRequest) =>
  Effect.map(ask("reading.article", { id }), (answer): FetchedRecord => {
    const { content, description: _, excerpt, finished_at, highlights, saved_at, started_at, ...rest } = answer
    const source = idOf("reading", "article", id)
    return {
      title: answer.title,
      url: answer.url,
      facts: {
        ...plain(rest),
        saved_at: local(saved_at),
        started_at: local(started_at),
        finished_at: local(finished_at),
        highlights: highlights.map(({ created_at, id, note, text }) => ({
          id: idOf("reading", "highlight", id),
          text: untrusted(source, text),
          note,
          at: local(created_at)
        }))
      },
      foreign: content ?? excerpt
    }
  })

const highlight = (id: number, { local }: RecordRequest) =>
  Effect.map(ask("reading.highlight", { id }), (answer): FetchedRecord => ({
    title: answer.article.title,
    url: answer.article.url,
    facts: { article: idOf("reading", "article", answer.article.id), note: answer.note, at: local(answer.created_at) },
    foreign: answer.text
  }))

const recent = (page: number) =>
  ask("reading.recent", { limit: 1, page, include_no_body: true, include_bulk_archived: true })

const countSites = (rows: ReadonlyArray<{ readonly domain: string | null }>): ReadonlyArray<Share> => {
  const sites = new Map<string, number>()
  for (const { domain } of rows) if (domain !== null) sites.set(domain, (sites.get(domain) ?? 0) + 1)
  return byCount(Array.from(sites, ([name, count]) => ({ name, count })))
}

/** Sites of all saved articles, or of those finished in a range. */
const sites = (range: WhenRange): Answer<ReadonlyArray<Share>> =>
  range.from === null
    ? Effect.map(ask("reading.domains", { limit: maxNames }), ({ data }) =>
        data.map(({ count, domain }) => ({ name: domain, count }))
      )
    : Effect.map(
        everyRow(50, (page) => ask("reading.archive", { ...datesOf(range), ...page, include_no_body: true })),
        ({ rows }) => countSites(rows)
      )

const site = capped(ranged("articles", sites))

export const reading = builtIn("reading", {
  noun: "saved articles",
  totals: (range) =>
    Effect.map(ask("reading.stats", datesOf(range)), (totals) =>
      totalsFrom(
        totals,
        ["total_articles", "finished_count", "total_highlights"],
        ["total_articles", "total_highlights"]
      )
    ),
  span: ({ dayOf }) => spanOf(recent, ({ saved_at }) => (saved_at === null ? null : dayOf(saved_at))),
  calendar: (year) =>
    Effect.map(ask("reading.calendar", { year }), ({ days }) =>
      days.map(({ date, finished, saved }) => ({ date, count: saved, finished }))
    ),
  streaks: ask("reading.streaks"),
  year: (year) => askIfAny("reading.year", { year }),
  possibleYears: yearsBetween(recent, ({ saved_at }) => saved_at),
  properties: {
    tag: always(
      "reading by tag",
      "articles",
      Effect.map(ask("reading.tags"), ({ data }) => data.map(({ count, tag }) => ({ name: tag, count })))
    ),
    site: {
      ...site,
      notes: (requested, values) => [
        ...site.notes!(requested, values),
        ...(requested.from === null ? [] : ["Articles finished in this time; without when, all saved ones."])
      ]
    }
  },
  records: { article, highlight }
})
