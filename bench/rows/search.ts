import { Effect } from "effect"
import type pg from "pg"
import type { Row } from "../support/Bench.js"
import { type Cold, coldHost, requestCold } from "../support/cold.js"
import { connectClient } from "../support/Engine.js"
import { textOf } from "../support/http.js"
import { atLeast, atMost } from "../support/Line.js"
import { percentile } from "../support/statistics.js"
import { withRandomVectors } from "../support/randomVectors.js"

const maxSearches = 200
const warmUps = 20

/** Search terms as a person types them: from one letter to two words. */
const termsOf = (titles: ReadonlyArray<string>): ReadonlyArray<string> =>
  titles.flatMap((title, index) => {
    const words = title.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
    const [first = "", second = ""] = words
    const term =
      [first.slice(0, 1), first.slice(0, 2), first.slice(0, 3), first, `${first} ${second.slice(0, 2)}`, second][
        index % 6
      ] ?? ""
    return term.trim() === "" ? [] : [term.trim()]
  })

/** Titles in pseudo-random order. */
const titles = (client: pg.Client, where: string, count: number) =>
  Effect.promise(async () => {
    const { rows } = await client.query<{ title: string }>(
      `SELECT title FROM search_documents WHERE ${where} ORDER BY md5(domain || entity_type || entity_id) LIMIT ${count}`
    )
    return rows.map(({ title }) => title)
  })

/** The timed answers after a warm-up. Each term is unique, because a host caches embeddings of queries. */
const timed = (cold: Cold, terms: ReadonlyArray<string>, more: string) =>
  Effect.map(
    Effect.forEach(terms, (term) => requestCold(cold, `/v1/search?q=${encodeURIComponent(term)}${more}`)),
    (answers) => answers.slice(warmUps)
  )

const spread = (times: ReadonlyArray<number>) =>
  `median ${percentile(times, 0.5).toFixed(1)}, slowest ${Math.max(...times).toFixed(1)} ms`

/** Uncached keyword searches for words that occur in the data. */
export const search: Row = {
  name: "search",
  measure: (bench) =>
    Effect.gen(function* () {
      const cold = yield* coldHost(bench)
      const terms = termsOf(yield* titles(yield* connectClient(cold.address), "true", maxSearches + warmUps))
      const times = (yield* timed(cold, terms, "")).map(({ milliseconds }) => milliseconds)
      return [
        atMost("search", 30, {
          what: "keyword search, p95",
          unit: "ms",
          value: percentile(times, 0.95),
          note: `${times.length} searches, ${spread(times)}`
        })
      ]
    })
}

interface SearchAnswer {
  readonly data: ReadonlyArray<{ readonly entity_id: string }>
}

/**
 * Semantic and hybrid searches. Embedding 20,000 articles takes 20 minutes, so the documents get random vectors: search
 * takes the same time, and recall can be computed. The model embeds the queries.
 */
export const semantic: Row = {
  name: "semantic",
  measure: (bench) =>
    Effect.gen(function* () {
      const { embed, ...cold } = yield* coldHost(bench)
      const client = yield* connectClient(cold.address)
      const each = maxSearches + warmUps
      const all = new Set(
        (yield* titles(client, "domain = 'reading'", 3 * each)).map((title) => title.split(/\s+/).slice(0, 5).join(" "))
      )
      const asking = { semantic: [...all].slice(0, each), hybrid: [...all].slice(each, 2 * each) }
      const measured = asking.semantic.slice(warmUps)
      const questions = yield* embed(measured)
      const { nearest, size } = yield* withRandomVectors(client, cold.model, questions[0]?.length ?? 0)
      const lines = yield* Effect.forEach(["semantic", "hybrid"] as const, (mode) =>
        Effect.map(timed(cold, asking[mode], `&mode=${mode}&domain=reading&limit=10`), (answers) => {
          const times = answers.map(({ milliseconds }) => milliseconds)
          const line = atMost("semantic", 50, {
            what: `${mode} search, p95`,
            unit: "ms",
            value: percentile(times, 0.95),
            note: `${size} articles, ${spread(times)}`
          })
          if (mode === "hybrid") return [line]
          const hits = answers.flatMap((answer, index) => {
            const expected = nearest(questions[index]!, 10)
            return (JSON.parse(textOf(answer)) as SearchAnswer).data.filter(({ entity_id }) =>
              expected.includes(Number(entity_id))
            )
          })
          return [
            line,
            atLeast("semantic", 0.95, {
              what: "recall@10 against brute force",
              unit: "hits",
              value: hits.length,
              yardstick: measured.length * 10
            })
          ]
        })
      )
      return lines.flat()
    })
}
