import { Effect } from "effect"
import { type AnswerOf, ask, askIfAny } from "../Ask.js"
import { Home, isInScope } from "../Home.js"
import { idOf, readId } from "../kit/ids.js"
import { untrusted } from "../kit/text.js"
import { amount, listWith, words } from "../kit/output.js"
import { fields, flag, oneOf, optional, paged, recordId, sorted, text, when, whole } from "../kit/params.js"
import { datesOf, everyRow, itemsOf, listPart, partOf, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import { badArgument, forbidden, notFound, type ToolError } from "../ToolError.js"

const domains = ["reading"] as const
const maxPageSize = 50
const statuses = ["unread", "reading", "finished", "skipped", "abandoned", "archived", "saved"] as const

export const articles = readTool({
  name: "articles",
  title: "Saved articles",
  description:
    "Saved articles without their text: unread, in progress, finished. when is the time of saving, with status=finished " +
    "that of finishing. For the text call fetch.",
  domains,
  example: { status: "unread", when: "this-month" },
  input: {
    status: optional(oneOf(statuses)),
    tag: optional(text("exact")),
    site: optional(text("such as notebook.example")),
    starred: optional(flag()),
    ...when("all"),
    ...paged,
    ...fields,
    ...sorted(["saved_at", "finished_at", "title"])
  },
  output: listWith({ title: words, site: words, status: words, saved_at: words, url: words }),
  run: ({ fields, limit = 20, order, site, sort, starred, status, tag, when }, { place }) =>
    Effect.gen(function* () {
      const { local } = yield* Home
      const range = yield* rangeOf(when, "all")
      const heading = (total: number) => `${status ?? "saved"} articles, ${wordsOf(range)} (${total} in all)`
      const toItem = (article: Article) => ({
        id: idOf("reading", "article", article.id),
        title: article.title,
        author: article.author,
        site: article.domain,
        status: article.status,
        ...(article.status === "reading" ? { progress: article.progress } : {}),
        saved_at: local(article.saved_at),
        finished_at: local(article.finished_at),
        read_min: article.estimated_read_min,
        url: article.url
      })
      if (status === "finished" && range.from !== null) {
        const { rows } = yield* everyRow(maxPageSize, (page) =>
          ask("reading.archive", { ...datesOf(range), ...page, include_no_body: true })
        )
        const own = rows.filter(
          (row) =>
            (tag === undefined || row.tags.includes(tag)) &&
            (site === undefined || row.domain === site) &&
            (starred === undefined || row.starred === starred)
        )
        const all = sort === undefined && order === undefined ? own : own.toSorted(by(sort ?? "finished_at", order))
        return {
          heading: heading(all.length),
          domains,
          range,
          list: partOf(all, place, limit, (part) => itemsOf(part, toItem, fields))
        }
      }
      const filters = { ...datesOf(range), status, tag, domain: site, starred, sort, order, include_no_body: true }
      const { rows, total } = yield* rowsFrom(place, limit, maxPageSize, (page) =>
        ask("reading.articles", { ...filters, ...page })
      )
      const list = listPart(itemsOf(rows, toItem, fields), total, place)
      return { heading: heading(total), domains, range, list }
    })
})

type Article = AnswerOf<"reading.articles">["data"][number]

const by = (sort: "saved_at" | "finished_at" | "title", order: "asc" | "desc" | undefined) => {
  const sign = (order ?? (sort === "title" ? "asc" : "desc")) === "asc" ? 1 : -1
  return (a: Article, b: Article): number => {
    const [x, y] = [a[sort] ?? "", b[sort] ?? ""]
    return x === y ? 0 : x < y ? -sign : sign
  }
}

export const highlights = readTool({
  name: "highlights",
  title: "Highlights",
  description: "Passages that the owner marked in articles, newest first; random=true gives one at random.",
  domains,
  example: { random: true },
  input: { random: optional(flag()), ...when("all"), ...paged },
  output: listWith({ text: words, note: words, article: words, title: words }),
  run: ({ limit = 20, random = false, when }, { place }) =>
    Effect.gen(function* () {
      const { local } = yield* Home
      const toItem = ({ article, created_at, id, note, text }: Highlight) => ({
        id: idOf("reading", "highlight", id),
        text: untrusted(idOf("reading", "article", article.id), text),
        note,
        at: local(created_at),
        article: idOf("reading", "article", article.id),
        title: article.title,
        url: article.url
      })
      if (random) {
        const one = yield* askIfAny("reading.randomHighlight")
        return {
          heading: "a highlight",
          domains,
          list: listPart(one === null ? [] : [toItem(one)], one === null ? 0 : 1, place)
        }
      }
      const range = yield* rangeOf(when, "all")
      const { rows, total } = yield* rowsFrom(place, limit, maxPageSize, (page) =>
        ask("reading.highlights", { ...datesOf(range), ...page })
      )
      const heading = `highlights, ${wordsOf(range)} (${total} in all)`
      return { heading, domains, range, list: listPart(rows.map(toItem), total, place) }
    })
})

type Highlight = AnswerOf<"reading.randomHighlight">

const maxRelated = 25

/** What is similar to an article or an artist. */
export const related = readTool({
  name: "related",
  title: "Similar articles or artists",
  description: "Articles similar in meaning to an article, or artists of the library similar to an artist.",
  domains: ["reading", "listening"],
  example: { id: "reading/article/1" },
  input: { id: recordId, limit: optional(whole(1, maxRelated, { default: 5 })) },
  output: listWith({ title: words, name: words, score: amount, url: words }),
  run: ({ id: text, limit = 5 }, { place }) =>
    Effect.gen(function* () {
      const ref = readId(text)
      const kind = ref === undefined ? "" : `${ref.domain}/${ref.type}`
      if (ref === undefined || (kind !== "reading/article" && kind !== "listening/artist"))
        return yield* badArgument(
          "`id` must be the id of an article or an artist.",
          'Call search with a name, such as {"query": "…", "domain": "reading"}, and use an id of its results.'
        )
      const id = idOf(ref.domain, ref.type, ref.id)
      if (!isInScope((yield* Home).scope, ref.domain)) return yield* forbidden(ref.domain)
      const items =
        kind === "reading/article"
          ? yield* Effect.map(ask("reading.related", { id: ref.id, limit }), ({ data }) =>
              data.map(({ author, domain, id, score, title, url }) => ({
                id: idOf("reading", "article", id),
                title,
                author,
                site: domain,
                score,
                url
              }))
            ).pipe(orNotFound(id))
          : yield* Effect.map(ask("listening.artist", { id: ref.id }), ({ similar_artists }) =>
              similar_artists
                .slice(0, limit)
                .map(({ id, name, similarity_score, your_scrobble_count }) => ({
                  id: idOf("listening", "artist", id),
                  name,
                  plays: your_scrobble_count,
                  score: similarity_score
                }))
            ).pipe(orNotFound(id))
      const list = { items: [...items], total: items.length, start: place, next: null }
      return { heading: `similar to ${id}`, domains: [ref.domain], list }
    })
})

const orNotFound =
  (id: string) =>
  <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | ToolError, R> =>
    Effect.catchIf(
      effect,
      (error) => "status" in error && error.status === 404,
      () => notFound(id)
    )
