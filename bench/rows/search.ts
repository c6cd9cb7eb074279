import { Effect } from "effect"
import type pg from "pg"
import type { Row } from "../support/Bench.js"
import { asked, type Cold, coldHost } from "../support/cold.js"
import { connected } from "../support/Engine.js"
import { textOf } from "../support/http.js"
import { atLeast, atMost } from "../support/Line.js"
import { percentile } from "../support/statistics.js"
import { vectorised } from "../support/vectorised.js"

const mostSearches = 200
const firstFew = 20

/** Words of titles as a person types them: from the first letter on to two words. */
const termsOf = (titles: ReadonlyArray<string>): ReadonlyArray<string> =>
  titles.flatMap((title, index) => {
    const words = title.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
    const [first = "", second = ""] = words
    const term = [first.slice(0, 1), first.slice(0, 2), first.slice(0, 3), first, `${first} ${second.slice(0, 2)}`, second][index % 6] ?? ""
    return term.trim() === "" ? [] : [term.trim()]
  })

/** Titles in an order that is nobody's. */
const titles = (client: pg.Client, where: string, count: number) =>
  Effect.promise(async () => {
    const { rows } = await client.query<{ title: string }>(`SELECT title FROM search_documents WHERE ${where} ORDER BY md5(domain || entity_type || entity_id) LIMIT ${count}`)
    return rows.map(({ title }) => title)
  })

/** How long each takes, after a first few that warm up. None is asked twice, since a host remembers what a question means. */
const timed = (cold: Cold, terms: ReadonlyArray<string>, more: string) =>
  Effect.map(
    Effect.forEach(terms, (term) => asked(cold, `/v1/search?q=${encodeURIComponent(term)}${more}`)),
    (answers) => answers.slice(firstFew)
  )

const spread = (times: ReadonlyArray<number>) => `median ${percentile(times, 0.5).toFixed(1)}, slowest ${Math.max(...times).toFixed(1)} ms`

/** Searches by keyword with nothing kept for them, for words that are there. */
export const search: Row = {
  name: "search",
  measure: (bench) =>
    Effect.gen(function*() {
      const cold = yield* coldHost(bench)
      const terms = termsOf(yield* titles(yield* connected(cold.address), "true", mostSearches + firstFew))
      const times = (yield* timed(cold, terms, "")).map(({ milliseconds }) => milliseconds)
      return [atMost("search", 30, { what: "keyword search, p95", unit: "ms", value: percentile(times, 0.95), note: `${times.length} searches, ${spread(times)}` })]
    })
}

interface Found {
  readonly data: ReadonlyArray<{ readonly entity_id: string }>
}

/**
 * Searches by meaning. Texts of twenty thousand articles take the model twenty minutes; what is compared is as fast for
 * vectors of chance, and the nearest of these are as well known. What is asked is embedded by the model itself.
 */
export const semantic: Row = {
  name: "semantic",
  measure: (bench) =>
    Effect.gen(function*() {
      const { embed, ...cold } = yield* coldHost(bench)
      const client = yield* connected(cold.address)
      const each = mostSearches + firstFew
      const all = new Set((yield* titles(client, "domain = 'reading'", 3 * each)).map((title) => title.split(/\s+/).slice(0, 5).join(" ")))
      const asking = { semantic: [...all].slice(0, each), hybrid: [...all].slice(each, 2 * each) }
      const measured = asking.semantic.slice(firstFew)
      const questions = yield* embed(measured)
      const { nearest, size } = yield* vectorised(client, cold.model, questions[0]?.length ?? 0)
      const lines = yield* Effect.forEach(["semantic", "hybrid"] as const, (mode) =>
        Effect.map(timed(cold, asking[mode], `&mode=${mode}&domain=reading&limit=10`), (answers) => {
          const times = answers.map(({ milliseconds }) => milliseconds)
          const line = atMost("semantic", 50, { what: `${mode} search, p95`, unit: "ms", value: percentile(times, 0.95), note: `${size} articles, ${spread(times)}` })
          if (mode === "hybrid") return [line]
          const hits = answers.flatMap((answer, index) => {
            const expected = nearest(questions[index]!, 10)
            return (JSON.parse(textOf(answer)) as Found).data.filter(({ entity_id }) => expected.includes(Number(entity_id)))
          })
          return [line, atLeast("semantic", 0.95, { what: "recall@10 beside brute force", unit: "hits", value: hits.length, yardstick: measured.length * 10 })]
        }))
      return lines.flat()
    })
}
