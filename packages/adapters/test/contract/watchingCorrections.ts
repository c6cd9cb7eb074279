import type { PgClient } from "@effect/sql-pg"
import { SqlClient } from "@effect/sql"
import { WatchingStore } from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Layer } from "effect"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { followCorrections } from "./correctionProperties.js"
import { corrections, correctionsOfTitles, isGivenName } from "./watching/corrections.js"
import { expectedOf } from "./watching/expected.js"
import {
  answers,
  correct,
  histories,
  library,
  perform,
  performAll,
  seen,
  services,
  visibleTitles
} from "./watching/steps.js"

/** Contract: what corrections hide of watching follows from the reports. */
export const watchingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of watching", (it) => {
    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 40 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "hide and rename what they name in every list, and nothing else",
      () =>
        forEvery(
          fc.tuple(
            fc.array(seen, { minLength: 1, maxLength: 8 }),
            correctionsOfTitles.filter((some) =>
              some.every((one) => one.object === null || ![one.subject, one.object].some(isGivenName))
            )
          ),
          ([history, some]) =>
            Effect.gen(function* () {
              yield* performAll([...some.map(correct), { _tag: "Put", items: history }])
              const sql = yield* SqlClient.SqlClient
              const { movies, shows } = yield* visibleTitles(yield* WatchingStore)
              const documents = yield* sql<{ type: string; title: string }>`
                SELECT entity_type AS type, title FROM search_documents`
              const titlesOf = (type: string) =>
                documents
                  .filter((one) => one.type === type)
                  .map(({ title }) => title)
                  .toSorted()
              const listed = {
                movies: movies.rows.map(({ title }) => title).toSorted(),
                shows: shows.rows.map(({ title }) => title).toSorted()
              }
              expect(listed).toStrictEqual(expectedOf(history, some))
              expect({ movies: titlesOf("movie"), shows: titlesOf("show") }).toStrictEqual(listed)
            }).pipe(Effect.provide(services)),
          { numRuns: depth(60) }
        ),
      600_000
    )
  })
