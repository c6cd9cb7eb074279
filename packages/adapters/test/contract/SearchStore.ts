import { type Domain, domains } from "@daybook/core"
import { depth } from "../support/depth.js"
import { type Document, type EntityDocument, SearchStore, termsOf, wordsOf } from "@daybook/core/search"
import type { EntityRef } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Layer } from "effect"
import { ever } from "../../src/postgres/listening/rollup.js"
import * as Store from "../../src/postgres/SearchStore.js"
import { forEvery } from "../support/property.js"

const word = fc.constantFrom(
  "the",
  "ferry",
  "ferrous",
  "fer",
  "Söng",
  "song",
  "S.N.L.",
  "AC/DC",
  "don’t",
  "a",
  "an",
  "AND",
  "12",
  "z'",
  "東京"
)
const line = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((words) => words.join(" "))
const document: fc.Arbitrary<Document> = fc.record({
  title: line(4),
  subtitle: fc.option(line(3), { nil: null }),
  body: fc.option(line(8), { nil: null }),
  details: fc.constant({ url: "https://example.org" })
})
const domain = fc.constantFrom(...domains.slice(0, 2), "reading" as const)
const entity: fc.Arbitrary<EntityRef> = fc.record({
  type: fc.constantFrom("artist" as const, "article" as const),
  id: fc.integer({ min: 1, max: 6 })
})

type Step =
  | { readonly _tag: "Put"; readonly domain: Domain; readonly documents: ReadonlyArray<EntityDocument> }
  | { readonly _tag: "Withdraw"; readonly domain: Domain; readonly entities: ReadonlyArray<EntityRef> }
  | { readonly _tag: "Renew"; readonly domain: Domain }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Put" as const),
      domain,
      documents: fc.array(
        fc.tuple(document, entity).map(([document, entity]) => ({ ...document, entity })),
        { minLength: 1, maxLength: 6 }
      )
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      _tag: fc.constant("Withdraw" as const),
      domain,
      entities: fc.array(entity, { minLength: 1, maxLength: 3 })
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Renew" as const), domain }) }
)
const query = fc.oneof(
  line(3),
  fc.constantFrom("f", "fe", "s", "t f", "the fer", "a", "東", "z", "acdc", "dont", "snl so")
)

/** Every document, by domain and entity. */
type Model = ReadonlyMap<string, EntityDocument & { readonly domain: Domain }>

const keyOf = (domain: Domain, { id, type }: EntityRef) => `${domain}:${type}:${id}`

const after = (model: Model, step: Step): Model => {
  const next = new Map(model)
  if (step._tag === "Put")
    for (const one of step.documents) next.set(keyOf(step.domain, one.entity), { ...one, domain: step.domain })
  if (step._tag === "Withdraw") for (const one of step.entities) next.delete(keyOf(step.domain, one))
  return next
}

const perform = (step: Step) =>
  Effect.gen(function* () {
    const store = yield* SearchStore
    if (step._tag === "Put") return yield* store.put(step.domain, step.documents)
    if (step._tag === "Withdraw") return yield* store.withdraw(step.domain, step.entities)
    yield* store.reindex(step.domain, 100, 0)
  })

const holds = (text: string | null, term: string) => wordsOf(text ?? "").some((word) => word.startsWith(term))

/** Requests all pages of a search and compares them with a computation over every document. */
const agree = (model: Model, searchText: string, only: Domain | null, limit: number) =>
  Effect.gen(function* () {
    const store = yield* SearchStore
    const terms = termsOf(searchText)
    const matches = [...model.values()]
      .filter((one) => only === null || one.domain === only)
      .filter((one) => terms.every((term) => [one.title, one.subtitle, one.body].some((text) => holds(text, term))))
    const listed: Array<EntityDocument & { readonly domain: Domain }> = []
    for (let page = 1; page <= Math.ceil(matches.length / limit) + 1; page++) {
      const { rows, total } = yield* store.find({ terms, domain: only }, { page, limit })
      expect(total, searchText).toBe(matches.length)
      expect(rows, searchText).toHaveLength(Math.max(0, Math.min(limit, matches.length - (page - 1) * limit)))
      for (const row of rows) {
        const expected = model.get(keyOf(row.domain, row.entity))
        expect({ title: row.title, subtitle: row.subtitle, details: row.details }).toStrictEqual({
          title: expected?.title,
          subtitle: expected?.subtitle,
          details: expected?.details
        })
        listed.push(expected!)
      }
    }
    expect(listed.map((one) => keyOf(one.domain, one.entity)).sort()).toStrictEqual(
      matches.map((one) => keyOf(one.domain, one.entity)).sort()
    )
    const inHead = matches.filter(
      ({ entity, subtitle, title }) =>
        entity.type === "artist" && terms.every((term) => holds(title, term) || holds(subtitle, term))
    )
    const visible = yield* store.find(
      { terms, domain: only, types: ["artist"], headOnly: true },
      { page: 1, limit: matches.length + 1 }
    )
    expect(visible.total, searchText).toBe(inHead.length)
    expect(visible.rows.map((one) => keyOf(one.domain, one.entity)).sort()).toStrictEqual(
      inHead.map((one) => keyOf(one.domain, one.entity)).sort()
    )
    for (const few of [1, limit, matches.length + 1]) {
      expect(yield* store.leading({ terms, domain: only }, few)).toStrictEqual(
        listed.slice(0, few).map(({ domain, entity }) => ({ domain, entity }))
      )
    }
    expect(
      listed.map((one) => keyOf(one.domain, one.entity)),
      searchText
    ).toStrictEqual(ranked(matches, terms).map((one) => keyOf(one.domain, one.entity)))
  })

type ExpectedDocument = EntityDocument & { readonly domain: Domain }

/** A weight per document, with some ties. */
const weightOf = ({ domain, entity }: ExpectedDocument) =>
  (domain.length * 7 + entity.type.length * 3 + entity.id * 5) % 4

/**
 * The rank of a match: the title equals the search, starts with it, contains it; title and subtitle contain it; the
 * body is needed.
 */
const placeOf = ({ subtitle, title }: ExpectedDocument, terms: ReadonlyArray<string>): number => {
  const [key, search] = [termsOf(title).join(" "), terms.join(" ")]
  if (key === search) return 0
  if (key.startsWith(search)) return 1
  if (terms.every((term) => holds(title, term))) return 2
  return terms.every((term) => holds(title, term) || holds(subtitle, term)) ? 3 : 4
}

const ranked = (matches: ReadonlyArray<ExpectedDocument>, terms: ReadonlyArray<string>) => {
  const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  return [...matches].sort(
    (a, b) =>
      placeOf(a, terms) - placeOf(b, terms) ||
      weightOf(b) - weightOf(a) ||
      byText(termsOf(a.title).join(" "), termsOf(b.title).join(" ")) ||
      byText(a.domain, b.domain) ||
      byText(a.entity.type, b.entity.type) ||
      a.entity.id - b.entity.id
  )
}

const weighed = (model: Model) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      [...model.values()],
      (one) => sql`
      UPDATE search_ranks SET weight = ${weightOf(one)} WHERE domain = ${one.domain} AND entity_type = ${one.entity.type} AND entity_id = ${one.entity.id}`
    )
  )

const wipe = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM search_documents`)

const live = ({
  limit,
  only,
  queries,
  steps
}: {
  readonly steps: ReadonlyArray<Step>
  readonly queries: ReadonlyArray<string>
  readonly limit: number
  readonly only: Domain | null
}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* wipe
    let model: Model = new Map()
    for (const step of steps) {
      yield* perform(step)
      model = after(model, step)
    }
    yield* weighed(model)
    for (const searchText of queries) {
      yield* agree(model, searchText, null, limit)
      yield* agree(model, searchText, only, limit)
    }
    const store = yield* SearchStore
    const entities = [...model.values()].filter((one) => one.domain === "reading").map((one) => one.entity)
    const results = yield* store.documents("reading", [...entities, { type: "article", id: 99 }])
    expect(results.map((one) => keyOf(one.domain, one.entity)).sort()).toStrictEqual(
      entities.map((one) => keyOf("reading", one)).sort()
    )
    // A wanted picture that was not found does not count.
    yield* sql`DELETE FROM images`
    for (const [index, { id, type }] of entities.entries()) {
      yield* sql`INSERT INTO images (domain, entity_type, entity_id, urls, hints, original) VALUES ('reading', ${type}, ${id}, '{}', '{}', ${index % 2 === 0 ? "a.jpg" : null})`
    }
    const pictured = (yield* store.documents("reading", entities)).filter(({ picture }) => picture !== null)
    expect(pictured.map(({ entity }) => keyOf("reading", entity)).sort()).toStrictEqual(
      entities
        .filter((_, index) => index % 2 === 0)
        .map((one) => keyOf("reading", one))
        .sort()
    )
    yield* wipe
    expect(yield* sql`SELECT * FROM search_starts WHERE documents <> 0`).toStrictEqual([])
    expect(yield* sql`SELECT * FROM search_ranks`).toStrictEqual([])
  }).pipe(Effect.provide(Store.layer))

/** After any history, the store must find the same as a computation over each document. */
export const searchStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("SearchStore", (it) => {
    it.effect("agrees with a computation over every document", () =>
      forEvery(
        fc.record({
          steps: fc.array(step, { minLength: 1, maxLength: 6 }),
          queries: fc.array(query, { minLength: 1, maxLength: 4 }),
          limit: fc.integer({ min: 1, max: 5 }),
          only: fc.option(domain, { nil: null })
        }),
        live,
        { numRuns: depth(40) }
      )
    )

    it.effect("weighs documents by the owner's activity, and updates only changed weights", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* SearchStore
        yield* wipe
        const document = (type: "artist" | "track", id: number, title: string): EntityDocument => ({
          entity: { type, id },
          title,
          subtitle: null,
          body: null,
          details: {}
        })
        const artists = [1, 2, 3].map((id) => document("artist", id, `ferry ${id}`))
        yield* store.put("listening", [...artists, document("track", 9, "ferry"), document("artist", 4, "Ferry")])
        yield* sql`DELETE FROM listening_counts`
        for (const [id, plays, day] of [
          [1, 5, "2019-01-01"],
          [2, 2_085, "2019-01-01"],
          [3, 5, "2026-01-01"]
        ] as const) {
          yield* sql`INSERT INTO listening_counts (kind, grain, bucket, subject, plays) VALUES ('artist', 'ever', ${ever}, ${id}, ${plays})`
          yield* sql`
            INSERT INTO listening_plays (played_at, artist_id, spelling_id, track_id, day, source, precise, visible)
            VALUES (${day}::timestamptz, ${id}, ${id}, ${id}, ${day}::date, 'test', true, true)`
        }
        const results = Effect.map(store.leading({ terms: ["ferry"], domain: null }, 9), (all) =>
          all.map(({ entity }) => entity.id)
        )
        expect(yield* store.weigh("listening", null)).toStrictEqual({ changed: 3, next: null })
        expect(yield* results).toStrictEqual([4, 9, 2, 3, 1])
        expect(yield* store.weigh("listening", null)).toStrictEqual({ changed: 0, next: null })
        // An unchanged document keeps its weight.
        yield* store.put("listening", artists)
        expect(yield* results).toStrictEqual([4, 9, 2, 3, 1])
        yield* Effect.forEach(domains, (domain) => store.weigh(domain, null))
        yield* sql`TRUNCATE listening_counts, listening_plays`
        yield* wipe
      }).pipe(Effect.provide(Store.layer))
    )

    it.effect("queries the activity of each document once, even if the planner expects a single one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* SearchStore
        const count = 300
        yield* wipe
        yield* store.put(
          "listening",
          Array.from({ length: count }, (_, index) => ({
            entity: { type: "track", id: index + 1 } as const,
            title: `ferry ${index}`,
            subtitle: null,
            body: null,
            details: {}
          }))
        )
        yield* sql`
          INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
          SELECT 'track', 'ever', ${ever}, track, 5 FROM generate_series(1, ${count}::int) AS track`
        // Tracks sort last, so the planner expects no rows after the first track.
        yield* sql`ANALYZE search_ranks`
        const lookUps = Effect.map(
          sql<{ lookUps: number }>`
            SELECT (seq_scan + idx_scan)::float8 AS look_ups FROM pg_stat_xact_user_tables WHERE relname = 'listening_counts'`,
          ([row]) => row!.lookUps
        )
        const weighing = Effect.gen(function* () {
          const before = yield* lookUps
          const { changed } = yield* store.weigh("listening", { type: "track", id: 0 })
          expect(changed).toBe(count)
          // A restarted scan may count twice.
          expect((yield* lookUps) - before).toBeLessThanOrEqual(2 * count)
        })
        yield* sql.withTransaction(weighing)
        yield* sql`TRUNCATE listening_counts`
        yield* wipe
      }).pipe(Effect.provide(Store.layer))
    )
  })
