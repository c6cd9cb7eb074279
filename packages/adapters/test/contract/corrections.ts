import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { CorrectableDomains, Corrections, type NewCorrection } from "@daybook/core/corrections"
import { ListeningRecords, type Play, publishChanges } from "@daybook/core/listening"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import type { Explanation } from "@daybook/core/explain"
import { correctableDomains } from "../../src/corrections/correctableDomains.js"
import { recount } from "../../src/postgres/listening/completeBuckets.js"
import { explainListening } from "../../src/postgres/listening/explain.js"
import * as ListeningCorrections from "../../src/postgres/listening/correcting/ListeningCorrections.js"
import * as Versions from "../../src/postgres/Versions.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { declaredStores } from "./correctionProperties.js"
import { correctedLibrary } from "./model/corrected.js"
import { wipe } from "./model/database.js"
import {
  start,
  artists,
  type Step,
  named,
  puts,
  losses,
  base,
  corrections,
  perform,
  performAll,
  library,
  rows,
  expectSame,
  finish,
  correct
} from "./listening/correctionSteps.js"
import { modelPlays, modelCorrections, answers } from "./listening/correctedModel.js"

/** Contract: corrections are derived from what was reported. */
export const correctionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of listening", (it) => {
    const stores = listening.pipe(Layer.provideMerge(home("UTC", () => "2023-11-20")))
    /** With pages of some plays. */
    const servicesOf = (maxPlays: number) =>
      Corrections.Default.pipe(
        Layer.provide(Versions.dataVersions.pipe(Layer.provide(Versions.layer))),
        Layer.provideMerge(
          correctableDomains.pipe(Layer.provide(Layer.merge(ListeningCorrections.layerOf(maxPlays), declaredStores)))
        ),
        Layer.provideMerge(stores)
      )
    const services = servicesOf(10_000)
    const pageSizes = fc.constantFrom(1, 4, 10_000)
    const steps = fc.array(fc.oneof({ weight: 4, arbitrary: puts }, { weight: 1, arbitrary: losses }), {
      minLength: 1,
      maxLength: 5
    })

    it.effect(
      "give the same tables in any order of corrections and plays",
      () =>
        forEvery(
          fc
            .tuple(steps, corrections, fc.array(losses, { maxLength: 1 }), pageSizes)
            .chain(([all, some, lost, maxPlays]) =>
              fc.tuple(
                fc.constant(maxPlays),
                fc.constant([...all, ...lost]),
                fc.constant(some),
                fc.shuffledSubarray([...some], { minLength: some.length }),
                fc.array(fc.nat({ max: all.length + lost.length }), { minLength: some.length, maxLength: some.length })
              )
            ),
          ([maxPlays, history, some, shuffled, places]) =>
            Effect.gen(function* () {
              yield* performAll([...history, ...some.map(correct)])
              const expected = yield* library
              const mixed = history.map((step): Array<Step> => [step])
              shuffled.forEach((one, index) => {
                const place = places[index]!
                if (place >= mixed.length) mixed.push([correct(one)])
                else mixed[place]!.unshift(correct(one))
              })
              yield* performAll(mixed.flat())
              expectSame(yield* library, expected)
            }).pipe(Effect.provide(servicesOf(maxPlays))),
          { numRuns: depth(30) }
        ),
      600_000
    )

    it.effect(
      "restore every row when they are removed",
      () =>
        forEvery(
          fc.tuple(steps, corrections, fc.option(fc.constantFrom(...artists)), pageSizes),
          ([history, some, hidden, maxPlays]) =>
            Effect.gen(function* () {
              const filters: ReadonlyArray<Step> = hidden === null ? [] : [{ _tag: "Hide", artist: hidden }]
              yield* performAll([...history, ...filters])
              const service = yield* Corrections
              const snapshots: Array<ReadonlyArray<string>> = []
              for (const one of some) {
                snapshots.push(yield* rows)
                yield* perform(correct(one))
              }
              const expectedRows = yield* rows
              yield* recount()
              expectSame(expectedRows, yield* rows)
              for (const { id } of [...(yield* service.all)].reverse()) {
                yield* service.remove(id)
                yield* finish
                expectSame(yield* rows, snapshots.pop()!)
              }
            }).pipe(Effect.provide(servicesOf(maxPlays))),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect("are made and removed once by requests at the same time", () =>
      Effect.gen(function* () {
        const play = (artist: string): Play => ({
          ...{ playedAt: start, precision: "second", artist: named(artist), track: named("North"), album: null }
        })
        yield* performAll([{ _tag: "Put", source: "lastfm", plays: [play("Kerrim"), play("Lieu")] }])
        const service = yield* Corrections
        const pair = { ...base, type: "artist", subject: { artist: "Kerrim" }, object: { artist: "Lieu" }, value: null }
        const atOnce = <A, E, R>(all: ReadonlyArray<Effect.Effect<A, E, R>>) =>
          Effect.map(Effect.all(all.map(Effect.either), { concurrency: "unbounded" }), (results) =>
            results.map((one) => one._tag).sort()
          )
        const same = service.add({ ...pair, kind: "same" })
        const outcomes = yield* atOnce([same, same, service.add({ ...pair, kind: "different" })])
        expect(outcomes).toEqual(["Left", "Left", "Right"])
        const all = yield* service.all
        expect(all).toHaveLength(1)
        const remove = service.remove(all[0]!.id)
        expect(yield* atOnce([remove, remove])).toEqual(["Left", "Right"])
      }).pipe(Effect.provide(services))
    )

    it.effect.each(["album", "track"] as const)(
      "leave no artist to be named that only a removed one of a %s named",
      (type) =>
        Effect.gen(function* () {
          const play: Play = {
            playedAt: start,
            precision: "second",
            artist: named("Kerrim"),
            track: named("North"),
            album: named("Sea")
          }
          yield* performAll([{ _tag: "Put", source: "lastfm", plays: [play] }])
          const service = yield* Corrections
          const name = service.add({
            ...{ ...base, kind: "name", type: "artist" },
            ...{ subject: { artist: "Nobody yet" }, object: null, value: "Written" }
          })
          const title = type === "album" ? { album: "Sea" } : { track: "North" }
          const { correction } = yield* service.add({
            ...{ ...base, kind: "credit", type, value: null },
            ...{ subject: { artist: "Kerrim", ...title }, object: { artist: "Nobody yet" } }
          })
          const renamed = yield* name
          yield* service.remove(correction.id)
          expect((yield* service.get(renamed.correction.id)).namesNothing).toBe(true)
          yield* service.remove(renamed.correction.id)
          expect((yield* Effect.flip(name)).message).toMatch(/^subject names nothing that exists/)
        }).pipe(Effect.provide(services))
    )

    it.effect("hold for an artist that nobody reported", () =>
      Effect.gen(function* () {
        const ofNobody = { ...base, type: "artist", subject: { artist: "Nobody yet" } }
        const play: Play = {
          ...{ playedAt: start, precision: "second", artist: named("Kerrim"), track: named("North"), album: null }
        }
        yield* performAll([
          { _tag: "Put", source: "lastfm", plays: [play] },
          correct({ ...ofNobody, kind: "name", object: null, value: "Written" }),
          correct({ ...ofNobody, kind: "same", object: { artist: "Kerrim" }, value: null })
        ])
        expect((yield* library).filter((line) => line.startsWith("artist | W"))).toEqual(["artist | Written"])
      }).pipe(Effect.provide(services))
    )

    it.effect(
      "leave what would have been without a removed one, also for plays that came meanwhile",
      () =>
        forEvery(
          fc.tuple(steps, steps, corrections, fc.nat(), pageSizes),
          ([before, after, some, choice, maxPlays]) =>
            Effect.gen(function* () {
              if (some.length === 0) return
              const place = choice % some.length
              yield* performAll([...before, ...some.map(correct), ...after])
              const service = yield* Corrections
              const all = yield* service.all
              yield* service.remove(all[place]!.id)
              yield* finish
              const left = yield* library
              const others = some.filter((_, index) => index !== place)
              yield* performAll([...before, ...others.map(correct), ...after])
              expectSame(left, yield* library)
            }).pipe(Effect.provide(servicesOf(maxPlays))),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect("leave no spelling of their own at an artist whose plays are hidden", () =>
      Effect.gen(function* () {
        const play: Play = {
          ...{ playedAt: start, precision: "second", artist: named("Lieu"), track: named("Harbour"), album: null }
        }
        const put: Step = { _tag: "Put", source: "lastfm", plays: [play] }
        const hide = { ...base, kind: "hide", type: "artist", subject: { artist: "Lieu" }, object: null, value: null }
        const same = {
          ...{ ...base, kind: "same", type: "album", subject: { artist: "LIEU", album: "Harbour" } },
          ...{ object: { artist: "Nobody yet", album: "Unheard" }, value: null }
        }
        yield* performAll([put, correct({ ...same, kind: "same" }), correct({ ...hide, kind: "hide" }), put])
        const service = yield* Corrections
        const [first] = yield* service.all
        yield* service.remove(first!.id)
        yield* finish
        expect((yield* library).filter((line) => line.includes("LIEU"))).toEqual([])
      }).pipe(Effect.provide(services))
    )

    it.effect("follow a track that stands for another one to the artist that its own becomes", () =>
      Effect.gen(function* () {
        const play = (minute: number, artist: string): Play => ({
          playedAt: start + minute * 60_000,
          precision: "second",
          artist: named(artist),
          track: named("Harbour"),
          album: null
        })
        const put: Step = {
          _tag: "Put",
          source: "lastfm",
          plays: [play(0, "Kerrim feat. Zoë"), play(10, "Kerrim"), play(20, "Lieu")]
        }
        const credit: NewCorrection = {
          ...{ ...base, kind: "credit", type: "track", value: null },
          subject: { artist: "Kerrim feat. Zoë", track: "Harbour" },
          object: { artist: "Kerrim" }
        }
        const same: NewCorrection = {
          ...{ ...base, kind: "same", type: "artist", value: null },
          subject: { artist: "Kerrim" },
          object: { artist: "Lieu" }
        }
        yield* performAll([put, correct(credit), correct(same)])
        const after = yield* answers
        expect([after.artists, after.tracks]).toEqual([["Lieu: 3"], ["Lieu / Harbour: 3"]])
        const sql = yield* SqlClient.SqlClient
        const [shown] = yield* sql<{ id: number; artistId: number }>`
          SELECT id, artist_id AS "artistId" FROM listening_tracks WHERE heard`
        const saysOf = (explained: Option.Option<Explanation>) =>
          Option.getOrThrow(explained).corrections?.map(({ says }) => says)
        const [credited, merged] = ["Kerrim feat. Zoë, Harbour belongs to Kerrim", "Kerrim is the same as Lieu"]
        expect(saysOf(yield* explainListening.records.track(shown!.id))).toEqual([credited, merged])
        expect(saysOf(yield* explainListening.records.artist(shown!.artistId))).toEqual([merged])
      }).pipe(Effect.provide(services))
    )

    it.effect(
      "go on after an interruption, also with plays that came meanwhile",
      () =>
        forEvery(
          fc.tuple(steps, steps, corrections, fc.nat({ max: 4 }), fc.constantFrom(1, 3)),
          ([before, after, some, pages, maxPlays]) =>
            Effect.gen(function* () {
              yield* performAll(before)
              const service = yield* Corrections
              const [domain] = yield* CorrectableDomains
              const accepted: Array<NewCorrection> = []
              for (const one of some) {
                const isMade = yield* service.add(one).pipe(
                  Effect.as(true),
                  Effect.catchTag("BadInput", () => Effect.succeed(false))
                )
                if (isMade) accepted.push(one)
                for (let page = 0; page < pages; page += 1) yield* domain!.pages!.next
              }
              yield* Effect.forEach(after, perform)
              yield* finish
              expect(yield* service.waiting).toEqual([])
              const left = yield* library
              yield* performAll([...before, ...accepted.map(correct), ...after])
              expectSame(left, yield* library)
            }).pipe(Effect.provide(servicesOf(maxPlays))),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect(
      "give the counts, lists, days and documents of a plain model",
      () =>
        Effect.gen(function* () {
          yield* wipe
          const [seed] = fc.sample(fc.nat(), { numRuns: 1, seed: 67 })
          const [plays, wanted] = fc.sample(fc.tuple(modelPlays, modelCorrections), { numRuns: 1, seed: seed! })[0]!
          const records = yield* ListeningRecords
          const { changes } = yield* records.put(
            "lastfm",
            plays.map(({ album, artist, at, track }) => ({
              playedAt: at,
              precision: "second" as const,
              artist: named(artist),
              track: named(track),
              album: album === null ? null : named(album)
            })),
            null
          )
          yield* publishChanges(changes)
          const service = yield* Corrections
          const many = depth(200)
          const accepted: Array<NewCorrection> = []
          for (const one of wanted) {
            const isAdded = yield* service
              .add(one)
              .pipe(
                Effect.as(true),
                Effect.catchTags({ BadInput: () => Effect.succeed(false), Conflict: () => Effect.succeed(false) })
              )
            if (isAdded) accepted.push(one)
            if (accepted.length === many) break
          }
          expect(accepted).toHaveLength(many)
          const expected = correctedLibrary(plays, accepted)
          expect(yield* answers).toStrictEqual({
            ...expected,
            documents: [...expected.artists, ...expected.tracks, ...expected.albums]
              .map((line) => line.slice(0, line.lastIndexOf(":")))
              .sort()
          })
        }).pipe(Effect.provide(services)),
      600_000
    )
  })
