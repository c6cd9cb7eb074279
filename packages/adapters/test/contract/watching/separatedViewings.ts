import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { type Correction, Corrections } from "@daybook/core/corrections"
import { publishCorrectedOf } from "@daybook/core/publishing"
import {
  WatchingRecords,
  WatchingStore,
  entityOf,
  noDetails,
  noIdentifiers,
  publishChanges
} from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { explainWatching } from "../../../src/postgres/watching/explain.js"
import { differentViewings, hide, nameOf, reportKey } from "./corrections.js"
import { answers, correct, days, perform, performAll, services, visibleTitles } from "./steps.js"

const film = { title: 0, episode: null }
const evening = { ...film, day: days[0]! }
/** Three reports that rules take for one viewing. */
const history = [
  { _tag: "Put" as const, items: (["plex", "letterboxd", "trakt"] as const).map((source) => ({ ...evening, source })) }
]
const reportOf = (source: "plex" | "letterboxd" | "trakt") => reportKey("Ladder", { ...evening, source })
const twoOf = (one: "plex" | "letterboxd" | "trakt", other: "plex" | "letterboxd" | "trakt") =>
  differentViewings(reportOf(one), reportOf(other))

/** The sources of viewings, newest first. */
const sources = Effect.map(Effect.flatMap(WatchingStore, visibleTitles), ({ watches }) =>
  watches.rows.map(({ source }) => source).toSorted()
)
/** Undoes the only merge of a source. */
const separate = Effect.fn(function* (source: string) {
  const { merges } = yield* visibleTitles(yield* WatchingStore)
  const id = merges.rows.find(({ merged }) => merged.source === source)!.id
  const changes = yield* Effect.flatMap(WatchingRecords, (records) => records.separate(id))
  return yield* publishCorrectedOf("watching", entityOf)(changes!)
})
const content = ({ createdAt: _at, id: _id, ...correction }: Correction) => correction

/** Contract: reports are of two viewings where corrections say so. */
export const separatedViewingsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of what is one viewing", (it) => {
    it.effect("make two of one, explain it, and restore every answer", () =>
      Effect.gen(function* () {
        yield* performAll(history)
        const service = yield* Corrections
        const before = yield* answers
        expect(yield* sources).toEqual(["plex"])
        expect(yield* service.preview(twoOf("letterboxd", "plex"))).toMatchObject({
          affected: 1,
          before: { movies: 1, viewings: 1 },
          after: { movies: 1, viewings: 2 },
          examples: [
            { before: { name: "Ladder", count: 1 }, after: { name: "Ladder", count: 2 } },
            { before: null, after: { name: "Ladder, 2025-03-01" } }
          ]
        })
        const [{ id: whole } = { id: 0 }] = (yield* visibleTitles(yield* WatchingStore)).watches.rows
        const { merges } = Option.getOrThrow(yield* explainWatching.records.viewing(whole))
        for (const { undo } of merges) expect(undo).toMatch(/^DELETE \/v1\/watching\/admin\/merges\/\d+$/)
        expect(merges).toHaveLength(2)
        const { correction } = yield* service.add(twoOf("letterboxd", "plex"))
        expect(yield* sources).toEqual(["letterboxd", "plex"])
        const { watches } = yield* visibleTitles(yield* WatchingStore)
        for (const { id } of watches.rows) {
          const explained = Option.getOrThrow(yield* explainWatching.records.viewing(id))
          expect(explained.corrections).toEqual([{ id: correction.id, says: expect.stringContaining("is not") }])
        }
        yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
      }).pipe(Effect.provide(services))
    )

    it.effect("are refused if they say what another one says, or name one viewing", () =>
      Effect.gen(function* () {
        yield* performAll(history)
        const service = yield* Corrections
        yield* service.add(nameOf("movie", "Ladder"))
        const { correction } = yield* service.add(twoOf("letterboxd", "plex"))
        const refused = (one: Parameters<typeof service.add>[0]) => Effect.flip(service.add(one))
        const again = yield* refused(twoOf("plex", "letterboxd"))
        expect([again._tag, again.message]).toEqual([
          "Conflict",
          expect.stringMatching(`^this one .* contradicts correction ${correction.id} .*: it says so already$`)
        ])
        const byGivenName = differentViewings({ ...reportOf("plex"), title: "Leiter" }, reportOf("letterboxd"))
        expect((yield* refused(byGivenName)).message).toContain(`contradicts correction ${correction.id} `)
        const one = yield* refused(differentViewings({ ...reportOf("plex"), title: "Leiter" }, reportOf("plex")))
        expect(one.message).toContain("subject and object name one viewing")
        const { report: _, ...unnamed } = reportOf("plex")
        expect((yield* refused(differentViewings(reportOf("letterboxd"), unnamed))).message).toContain(
          "name both with year, tmdb_id, imdb_id, season, episode, report if they are two"
        )
        const nothing = yield* refused(differentViewings(reportOf("trakt"), { ...reportOf("plex"), report: "plex:1" }))
        expect(nothing.message).toBe(
          "object names nothing that exists: there is no viewing Ladder, 2025-03-01, plex:1, check the spelling"
        )
        const apart = yield* service.add(hide("viewing", reportOf("letterboxd")))
        expect([apart.affected, yield* sources]).toEqual([1, ["plex"]])
      }).pipe(Effect.provide(services))
    )

    it.effect("are what undoes a merge, hold after a wipe and in another home, and are taken back", () =>
      Effect.gen(function* () {
        yield* performAll(history)
        const service = yield* Corrections
        const before = yield* answers
        yield* separate("letterboxd")
        const separations = (yield* service.all).map(content)
        expect(separations).toEqual((["plex", "trakt"] as const).map((other) => twoOf("letterboxd", other)))
        expect(yield* sources).toEqual(["letterboxd", "plex"])
        for (const { id } of yield* service.all) yield* service.remove(id)
        expect(yield* answers).toStrictEqual(before)
        for (const steps of [
          [...separations.map(correct), ...history],
          [...history, ...separations.map(correct)],
          [
            ...history,
            ...separations.map(correct),
            ...(["plex", "letterboxd", "trakt"] as const).map((source) => ({ _tag: "Remove" as const, lost: source })),
            ...history
          ]
        ]) {
          yield* performAll(steps)
          expect(yield* sources).toEqual(["letterboxd", "plex"])
        }
      }).pipe(Effect.provide(services))
    )

    it.effect("hold where the metadata service gives the film another name", () =>
      Effect.gen(function* () {
        yield* performAll(history)
        const [service, records, store] = [yield* Corrections, yield* WatchingRecords, yield* WatchingStore]
        yield* separate("letterboxd")
        const [{ id } = { id: 0 }] = (yield* visibleTitles(store)).movies.rows
        const named = { title: "Die Leiter", year: 1960, ids: { ...noIdentifiers, tmdb: 603 }, details: noDetails }
        yield* publishChanges(yield* records.describe("movie", id, named))
        yield* perform(history[0]!)
        const { movies } = yield* visibleTitles(store)
        expect(movies.rows.map(({ title }) => title)).toEqual(["Die Leiter"])
        expect(yield* sources).toEqual(["letterboxd", "plex"])
        for (const one of yield* service.all) yield* service.remove(one.id)
        expect(yield* sources).toEqual(["plex"])
      }).pipe(Effect.provide(services))
    )
  })
