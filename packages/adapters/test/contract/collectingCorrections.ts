import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { CollectingRecords, CollectingStore } from "@daybook/core/collecting"
import { Corrections } from "@daybook/core/corrections"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import * as Records from "../../src/postgres/collecting/CollectingRecords.js"
import * as Store from "../../src/postgres/collecting/CollectingStore.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { linkedItems } from "./collectingLinks.js"
import { correctionServices, followCorrections } from "./correctionProperties.js"
import {
  item,
  keyOf,
  base,
  corrections,
  page,
  visible,
  library,
  answers,
  correct,
  histories,
  perform,
  performAll
} from "./collecting/correctionSteps.js"

/** Contract: what corrections make of the collection follows from what services list. */
export const collectingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of collecting", (it) => {
    const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
      Layer.provideMerge(home("UTC", () => "2025-04-01"))
    )
    const services = correctionServices(stores)
    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 40 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "hide and link what they name, and nothing else",
      () =>
        forEvery(
          fc.tuple(fc.uniqueArray(item, { minLength: 1, maxLength: 8, selector: keyOf }), corrections),
          ([items, some]) =>
            Effect.gen(function* () {
              yield* performAll([...some.map(correct), { _tag: "Put", items }])
              const { copies, discs, played, totals, wants, watched } = yield* visible(yield* CollectingStore)
              const expected = linkedItems(items, some)
              const copied = played.rows.map(({ album, copy }) => `${copy.releaseId} ${copy.title} ${album}`).toSorted()
              expect(copied).toStrictEqual(expected.copies)
              expect([copies.total, totals.copies]).toStrictEqual([expected.copies.length, expected.copies.length])
              expect([wants.rows.map(({ releaseId }) => releaseId).toSorted(), totals.wants]).toStrictEqual([
                expected.wants,
                expected.wants.length
              ])
              const seen = watched.rows.map(({ mediaType, title, watches }) => `${title} ${mediaType} ${watches}`)
              expect(seen.toSorted()).toStrictEqual(expected.discs)
              expect(discs.total).toBe(expected.discs.length)
            }).pipe(Effect.provide(services)),
          { numRuns: depth(60) }
        ),
      600_000
    )

    it.effect("refuse what names nothing or contradicts, and count what they would change", () =>
      Effect.gen(function* () {
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { of: "copy", release: 0, instance: 0 },
              { of: "copy", release: 1, instance: 0 },
              { of: "disc", film: 1, mediaType: "dvd" }
            ]
          }
        ])
        const service = yield* Corrections
        const subject = { artist: "Velmora Tide", title: "Barn Songs" }
        const windows = { artist: "Velmora Tide", album: "Night Windows" }
        const link = { ...base, kind: "same" as const, type: "release", subject, object: windows }
        const unknown = yield* Effect.flip(service.add({ ...link, object: { ...windows, album: "Nothing" } }))
        expect(unknown.message).toBe(
          "object names nothing that exists: there is no album Velmora Tide, Nothing, check the spelling"
        )
        const noFilm = { ...base, kind: "different" as const, type: "disc", subject: { title: "Ladder" } }
        expect((yield* Effect.flip(service.add({ ...noFilm, object: { movie: "Nothing" } })))._tag).toBe("BadInput")
        expect(yield* service.preview(link)).toMatchObject({
          affected: 2,
          before: { records: 2, wants: 0, discs: 1 },
          after: { records: 2, wants: 0, discs: 1 },
          examples: [
            { before: { name: "Barn Songs", of: "Velmora Tide", count: 2 }, after: { count: 4 } },
            { before: { count: 2 }, after: { count: 4 } }
          ]
        })
        const added = yield* service.add(link)
        const refused = yield* Effect.flip(service.add({ ...link, kind: "different" }))
        expect([refused._tag, refused.message]).toStrictEqual([
          "Conflict",
          `this one (Velmora Tide, Barn Songs is not Velmora Tide, Night Windows) contradicts correction ${added.correction.id} ` +
            "(Velmora Tide, Barn Songs is the same as Velmora Tide, Night Windows): remove that one first"
        ])
        // A second album of a record is no contradiction.
        yield* service.add({ ...link, object: { artist: "Velmora Tide", album: "Barn Song" } })
        const hide = { ...base, kind: "hide" as const, type: "release", subject: { ...subject, discogs_id: "2" } }
        expect(yield* service.preview(hide)).toMatchObject({
          affected: 1,
          after: { records: 1 },
          examples: [{ before: { name: "Barn Songs" }, after: null }]
        })
        const notOne = { ...noFilm, object: { movie: "Ladder", year: "1961" } }
        expect(yield* service.preview(notOne)).toMatchObject({
          affected: 1,
          examples: [{ before: { type: "media", name: "Ladder", count: 3 }, after: { count: 0 } }]
        })
      }).pipe(Effect.provide(services))
    )

    it.effect("give titles that lists are sorted by and search finds, and that name the item from then on", () =>
      Effect.gen(function* () {
        const items = [
          { of: "copy", release: 0, instance: 0 },
          { of: "copy", release: 2, instance: 0 },
          { of: "disc", film: 1, mediaType: "dvd" }
        ] as const
        yield* performAll([{ _tag: "Put", items }])
        const [service, store, sql] = [yield* Corrections, yield* CollectingStore, yield* SqlClient.SqlClient]
        const titles = Effect.map(visible(store), ({ copies, discs }) => [
          copies.rows.map(({ title }) => title),
          discs.rows.map(({ title }) => title)
        ])
        const searchTitles = Effect.map(
          sql<{ title: string }>`SELECT title FROM search_documents WHERE domain = 'collecting' ORDER BY title`,
          (rows) => rows.map(({ title }) => title)
        )
        const before = yield* answers
        expect(yield* titles).toEqual([["Barn Songs", "Night Index"], ["Ladder"]])
        const name = { ...base, kind: "name" as const }
        const subject = { artist: "Velmora Tide", title: "Barn Songs" }
        const record = { ...name, type: "release", subject, value: "Reed Hymns" }
        expect(yield* service.preview(record)).toMatchObject({
          affected: 1,
          examples: [{ before: { name: "Barn Songs" }, after: { name: "Reed Hymns" } }]
        })
        const added = yield* service.add(record)
        const disc = yield* service.add({ ...name, type: "disc", subject: { title: "Ladder" }, value: "Rook Street" })
        expect(yield* titles).toEqual([["Night Index", "Reed Hymns"], ["Rook Street"]])
        expect(yield* searchTitles).toEqual(["Night Index", "Reed Hymns", "Rook Street"])
        // The plays are still those of the album.
        expect((yield* visible(store)).played.rows.map(({ album, copy }) => [copy.title, album])).toContainEqual([
          "Reed Hymns",
          "Barn Song"
        ])
        const again = yield* Effect.flip(service.add({ ...record, subject: { ...subject, title: "Reed Hymns" } }))
        expect([again._tag, again.message]).toEqual(["Conflict", expect.stringContaining("is written as Reed Hymns")])
        const hide = yield* service.add({
          ...{ ...base, kind: "hide", type: "release" },
          subject: { ...subject, title: "reed hymns" }
        })
        expect(yield* titles).toEqual([["Night Index"], ["Rook Street"]])
        // Services report again what they reported.
        yield* perform({ _tag: "Put", items })
        expect(yield* titles).toEqual([["Night Index"], ["Rook Street"]])
        for (const { correction } of [hide, disc, added]) yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
      }).pipe(Effect.provide(services))
    )

    it.effect("are what the review decides, and follow it", () =>
      Effect.gen(function* () {
        yield* performAll([{ _tag: "Put", items: [{ of: "copy", release: 0, instance: 0 }] }])
        const [records, store, service] = [yield* CollectingRecords, yield* CollectingStore, yield* Corrections]
        const [unsure] = (yield* store.unsureRecords(page)).rows
        const pair = { kind: "release", subject: unsure!.releaseId, match: unsure!.albumId } as const
        const correctionLines = Effect.map(service.all, (all) =>
          all.map(({ kind, object, subject }) => [kind, subject, object])
        )
        const subject = { artist: "Velmora Tide", title: "Barn Songs", discogs_id: "1" }
        const object = { artist: "Velmora Tide", album: "Barn Song" }
        yield* records.decide(pair, true)
        expect(yield* correctionLines).toStrictEqual([["same", subject, object]])
        yield* records.decide(pair, false)
        expect(yield* correctionLines).toStrictEqual([["different", subject, object]])
        expect((yield* store.unsureRecords(page)).total).toBe(0)
        yield* service.remove((yield* service.all)[0]!.id)
        expect((yield* store.unsureRecords(page)).rows).toStrictEqual([unsure])
        yield* service.add({ ...base, kind: "same", type: "release", subject, object })
        yield* records.decide(pair, null)
        expect(yield* correctionLines).toStrictEqual([])
      }).pipe(Effect.provide(services))
    )
  })
