import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { ReadingStore } from "@daybook/core/reading"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import * as Records from "../../src/postgres/reading/ReadingRecords.js"
import * as Store from "../../src/postgres/reading/ReadingStore.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { correctionServices, followCorrections } from "./correctionProperties.js"
import {
  pages,
  save,
  idOf,
  base,
  corrections,
  visible,
  library,
  answers,
  expectedOf,
  correct,
  histories,
  perform,
  performAll
} from "./reading/correctionSteps.js"

/** Contract: corrections of articles follow from the saves. */
export const readingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of reading", (it) => {
    const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
      Layer.provideMerge(home("UTC", () => "2025-04-01"))
    )
    const services = correctionServices(stores)

    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 40 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "make of the saves what plain arrays make of them",
      () =>
        forEvery(
          fc.tuple(fc.uniqueArray(save, { minLength: 1, maxLength: 8, selector: idOf }), corrections),
          ([saves, some]) =>
            Effect.gen(function* () {
              yield* performAll([...some.map(correct), { _tag: "Put", items: saves }])
              const { articles, highlights, tags, totals } = yield* visible(yield* ReadingStore)
              const expected = expectedOf(saves, some)
              const seen = articles.rows.map((one) => ({
                title: one.title,
                tags: [...one.tags].toSorted(),
                progress: one.progress,
                // How often one source repeats a passage is not a matter of corrections.
                passages: [
                  ...new Set(
                    highlights.rows
                      .filter(({ article }) => article.id === one.id)
                      .map(({ highlight }) => highlight.text)
                  )
                ].toSorted(),
                savedAt: one.savedAt
              }))
              const withoutTitle = <A extends { title: unknown }>(all: ReadonlyArray<A>) =>
                all.map((one) => JSON.stringify({ ...one, title: 0 })).toSorted()
              expect(withoutTitle(seen)).toStrictEqual(withoutTitle(expected))
              const possible = new Set(expected.flatMap(({ title }) => title ?? [...pages]))
              expect(seen.filter(({ title }) => !possible.has(title))).toStrictEqual([])
              expect(seen.filter(({ title }) => title === "Written here").length).toBe(
                expected.filter(({ title }) => title?.[0] === "Written here").length
              )
              expect(totals).toMatchObject({ articles: expected.length, highlights: highlights.total })
              expect(tags.map(({ count, name }) => `${name} ${count}`).toSorted()).toStrictEqual(
                ["moon", "sea"].flatMap((tag) => {
                  const count = expected.filter((one) => one.tags.includes(tag)).length
                  return count === 0 ? [] : [`${tag} ${count}`]
                })
              )
              const sql = yield* SqlClient.SqlClient
              const documents = yield* sql<{ title: string }>`
                SELECT title FROM search_documents WHERE entity_type = 'article'`
              expect(documents.map(({ title }) => title).toSorted()).toStrictEqual(
                seen.map(({ title }) => title).toSorted()
              )
              const saved = yield* sql<{ at: number }>`
                SELECT (extract(epoch FROM occurred_at) * 1000)::float8 AS at FROM feed_items
                WHERE event_type = 'article_saved'`
              expect(saved.map(({ at }) => at).toSorted()).toStrictEqual(seen.map((one) => one.savedAt).toSorted())
            }).pipe(Effect.provide(services)),
          { numRuns: depth(60) }
        ),
      600_000
    )

    it.effect("refuse what names nothing, count what they would change, and suggest pairs once", () =>
      Effect.gen(function* () {
        const tides = { savedOn: 1, title: "Tides", progress: 0, tags: [], passages: [], source: "readeck" } as const
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { ...tides, page: 0 },
              { ...tides, page: 0, source: "instapaper" },
              { ...tides, page: 1 }
            ]
          }
        ])
        const service = yield* Corrections
        const same = (from: string, to: string): NewCorrection => ({
          ...{ ...base, kind: "same" as const, subject: { url: from }, object: { url: to } }
        })
        const { message } = yield* Effect.flip(service.add(same("https://d.example/", pages[0]!)))
        expect(message).toBe(
          "subject names nothing that exists: there is no article https://d.example/, check the spelling"
        )
        expect(yield* service.preview(same(pages[1]!, pages[0]!))).toMatchObject({
          affected: 1,
          before: { articles: 2 },
          after: { articles: 1 },
          examples: expect.arrayContaining([
            { before: expect.objectContaining({ count: 1 }), after: null },
            { before: expect.objectContaining({ count: 2 }), after: expect.objectContaining({ count: 3 }) }
          ])
        })
        yield* service.add(same(pages[1]!, pages[0]!))
        const refused = yield* Effect.flip(service.add({ ...same(pages[0]!, pages[1]!), kind: "different" }))
        expect(refused._tag).toBe("Conflict")
        expect(yield* service.suggestions(10)).toStrictEqual([])
      }).pipe(Effect.provide(services))
    )
  })
