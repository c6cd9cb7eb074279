import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { type Filter, FilterRules, kinds, ListeningFilters, ListeningRecords, listeningRoom, ListeningStore, type Play } from "@daybook/core/listening"
import { type LocalDate, addDays, weekStart } from "@daybook/core/shared"
import { layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import assert from "node:assert/strict"
import { rezone } from "../../src/postgres/rezone.js"
import * as Versions from "../../src/postgres/Versions.js"
import { noRules } from "../support/noRules.js"
import { home, listening } from "../support/stores.js"
import { forEvery } from "../support/property.js"
import { agreeOnAll, agreeOnNames, agreeOnProfiles, agreeWithin, rangesOf } from "./agree.js"
import { calendarOf, histories, type History, reports } from "./histories.js"
import { counted, type Shown } from "./model/answers.js"
import { recount } from "./model/counts.js"
import { countTables, documents, idsOf, settledWindows, storedPlays, wanted, wipe } from "./model/database.js"
import { judge, type Known } from "./model/Known.js"
import { artistOf, byTheirNames } from "./model/spellings.js"
import { empty, keyOf, type Library } from "./model/Library.js"
import { perform } from "./perform.js"

/** Sees that the tables hold the plays of a model, each judged as the model judges it. */
const agreeOnPlays = Effect.fn("agreeOnPlays")(function*(zone: string, library: Library) {
  const stored = yield* storedPlays
  const known = judge(calendarOf(zone), library, idsOf(stored))
  const inOrder = <A extends Library["stored"][number]>(plays: ReadonlyArray<A>) => [...plays].sort((a, b) => keyOf(a) < keyOf(b) ? -1 : 1)
  assert.deepEqual(inOrder(stored).map((play) => ({ ...play })), inOrder(known))
  for (const name of [artistNamed, titleOf("track"), titleOf("album")]) agreeOnIds(library, known, name)
  return byTheirNames(library, known.filter((play) => play.visible))
})

interface Subject {
  readonly id: number | null
  readonly name: string
}

const artistNamed = (library: Library, { artist, artistId }: Known): Subject => ({ id: artistId, name: artistOf(library, artist) })
const titleOf = (kind: "track" | "album") => (library: Library, play: Known): Subject =>
  ({ id: kind === "track" ? play.trackId : play.albumId, name: `${artistOf(library, play.artist)} ${play[kind] ?? ""}` })

/** Sees that each has one id, and no other has it. */
const agreeOnIds = (library: Library, plays: ReadonlyArray<Known>, subjectOf: (library: Library, play: Known) => Subject) => {
  const [names, ids] = [new Map<string, number>(), new Map<number, string>()]
  for (const { id, name } of plays.map((play) => subjectOf(library, play))) {
    if (id === null) continue
    assert.equal(names.get(name) ?? id, id, name)
    assert.equal(ids.get(id) ?? name, name)
    names.set(name, id)
    ids.set(id, name)
  }
}

const weeks = { "13weeks": 13, "26weeks": 26, "52weeks": 52 }

/** Sees that nothing is left to count, and that the counts are those of the plays. */
const agreeOnCounts = Effect.fn("agreeOnCounts")(function*(shown: Shown, library: Library, today: LocalDate) {
  const windows = yield* settledWindows
  if (shown.length > 0) {
    for (const [grain, count] of Object.entries(weeks)) {
      assert.ok(windows.some((window) => window.grain === grain && window.bucket === addDays(weekStart(today), (1 - count) * 7)), grain)
    }
  }
  assert.deepEqual(yield* countTables, recount(shown, library.genres, windows))
})

/** Sees that what can be found is what is in the library, and that nothing else waits for a picture. */
const agreeOnHalls = Effect.fn("agreeOnHalls")(function*(shown: Shown) {
  const names = kinds.flatMap((kind) => counted(kind, shown).map(({ id, name }) => `${kind} ${id} ${name}`))
  assert.deepEqual(yield* documents, [...names].sort())
  assert.deepEqual(yield* wanted, kinds.filter((kind) => kind !== "track").flatMap((kind) => counted(kind, shown).map(({ id }) => `${kind} ${id}`)).sort())
})

/** Takes every step of a history and asks everything after each. */
const live = ({ bounds, home: { today, zone }, steps }: History) => {
  let now = today
  return Effect.gen(function*() {
    yield* wipe
    let library = empty
    for (const [turn, step] of steps.entries()) {
      if (step._tag === "Wait") now = addDays(now, step.days)
      library = yield* perform({ today, zone }, library, step)
      const shown = yield* agreeOnPlays(zone, library)
      yield* agreeOnAll(shown)
      yield* agreeOnHalls(shown)
      const ranges = yield* rangesOf(bounds)
      const last = turn === steps.length - 1
      for (const [index, range] of ranges.entries()) {
        if (last || (index + turn) % 4 === 0) yield* agreeWithin(shown, library, range, index + turn)
      }
      if (step._tag === "Settle") yield* agreeOnCounts(shown, library, now)
    }
    const shown = yield* agreeOnPlays(zone, library)
    yield* agreeOnNames(shown)
    yield* agreeOnProfiles(shown)
  }).pipe(Effect.provide(listening), Effect.provide(home(zone, () => now)))
}

/** Moves the home to another zone, as the next start of Daybook would. */
const moved = (history: History, zone: string) =>
  Effect.gen(function*() {
    yield* Effect.provide(rezone, Layer.mergeAll(home(history.home.zone, () => history.home.today), Versions.layer, noRules))
    let library = empty
    yield* Effect.gen(function*() {
      for (const step of history.steps) library = yield* perform(history.home, library, step)
    }).pipe(Effect.provide(listening), Effect.provide(home(history.home.zone, () => history.home.today)))
    yield* Effect.gen(function*() {
      yield* Effect.provide(rezone, Layer.merge(Versions.layer, noRules))
      const shown = yield* agreeOnPlays(zone, library)
      yield* agreeOnAll(shown)
      yield* Effect.flatMap(ListeningRecords, (records) => records.settle)
      yield* agreeOnCounts(shown, library, history.home.today)
    }).pipe(Effect.provide(listening), Effect.provide(home(zone, () => history.home.today)))
  })

/** What every engine must answer, whatever happened to the plays before: the same as a look at each of them. */
export const listeningStoreContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`ListeningStore: ${name}`, (it) => {
    it.effect("tells every day anew when the home moves", () =>
      forEvery(fc.tuple(histories, fc.constantFrom("Pacific/Apia", "America/St_Johns", "Asia/Kathmandu")), ([history, zone]) => Effect.zipRight(wipe, moved(history, zone)), { numRuns: 6 }), 600_000)

    it.effect("recognises what is played for the first time by what it knows of it, and hides what a filter means", () =>
      Effect.gen(function*() {
        yield* wipe
        const records = yield* ListeningRecords
        const filters = yield* ListeningFilters
        const store = yield* ListeningStore
        const named = (name: string) => ({ name, mbid: null, url: null })
        yield* records.put("lastfm", [{ playedAt: 0, precision: "second", artist: named("Salt Choir"), track: named("Harbour"), album: named("North") }], null)
        const recognise = (artist: string, track: string, album: string | null = null) =>
          Effect.map(store.recognise(artist, track, album), ({ hidden, known }) => [hidden, known?.artist?.name ?? null, known?.track?.name ?? null, known?.album?.name ?? null])
        assert.deepEqual(yield* recognise("Salt Choir", "Harbour", "North"), [false, "Salt Choir", "Harbour", "North"])
        assert.deepEqual(yield* recognise("Salt Choir", "Unheard", "North"), [false, "Salt Choir", null, "North"])
        assert.deepEqual(yield* recognise("Nobody", "Harbour"), [false, null, null, null])
        for (const [scope, pattern] of [["artist", "salt choir"], ["track", "chapter"], ["album", "audiobook"]] as const) {
          yield* filters.add({ type: "custom", scope, pattern, reason: null })
        }
        assert.deepEqual((yield* recognise("Salt Choir", "Unheard"))[0], true)
        assert.deepEqual((yield* recognise("Nobody", "Chapter 12"))[0], true)
        assert.deepEqual((yield* recognise("Nobody", "One", "An Audiobook"))[0], true)
        assert.deepEqual((yield* recognise("Nobody", "One", "A Record"))[0], false)
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2025-01-01"))))

    it.effect("tells discoveries of what a filter hid for a while again, the same as before", () =>
      Effect.gen(function*() {
        yield* wipe
        const sql = yield* SqlClient.SqlClient
        const rules = yield* FilterRules
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (artist: string, at: number): Play => ({ playedAt: at, precision: "second", artist: named(artist), track: named(`By ${artist}`), album: named(`Of ${artist}`) })
        yield* listeningRoom.apply("lastfm", { records: [play("Salt Choir", 5_000), play("Oskeln", 6_000)], gone: [], covers: Option.none(), cursor: Option.none(), total: Option.none(), newSince: 1_000 })
        const told = sql`SELECT id, event_type, source_id, occurred_at, date, title, subtitle, created_at FROM feed_items ORDER BY id`
        const before = yield* told
        assert.equal(before.length, 4)
        const hide = (scope: Filter["scope"], pattern: string) => rules.add({ type: "custom", scope, pattern, reason: null })
        const [both, one] = [yield* hide("track", "by"), yield* hide("artist", "oskeln")]
        assert.equal((yield* told).length, 0)
        yield* rules.remove(both.id)
        assert.deepEqual(yield* told, before.filter(({ title, subtitle }) => ![title, subtitle].join(" ").includes("Oskeln")))
        yield* rules.remove(one.id)
        assert.deepEqual(yield* told, before)
        assert.deepEqual(yield* sql`SELECT value FROM settings WHERE name = 'hidden_discoveries'`, [{ value: "[]" }])
        yield* sql`DELETE FROM settings WHERE name = 'hidden_discoveries'`
        yield* wipe
      }).pipe(Effect.provide(FilterRules.Default), Effect.provide(listening), Effect.provide(home("UTC", () => "2025-01-01"))))

    it.effect("counts a play that changes once, whatever it learns", () =>
      Effect.gen(function*() {
        yield* wipe
        const records = yield* ListeningRecords
        const at = Date.UTC(2026, 2, 14, 20, 15, 30)
        const put = (minute: number, precision: Play["precision"], url: string | null) => {
          const named = (name: string) => ({ name, mbid: null, url: url === null ? null : `${url}/${name}` })
          const play = { playedAt: precision === "minute" ? minute - minute % 60_000 : minute, precision, artist: named("Oskeln"), track: named("Leaving Dusk"), album: named("Kerrim") }
          return Effect.map(records.put("lastfm", [play], null), ({ added, changed }) => ({ added, changed }))
        }
        assert.deepEqual(yield* put(at, "minute", null), { added: 1, changed: 0 })
        assert.deepEqual(yield* put(at + 600_000, "second", null), { added: 1, changed: 0 })
        // Made exact, and its names given links.
        assert.deepEqual(yield* put(at, "second", "https://www.last.fm/music"), { added: 0, changed: 1 })
        assert.deepEqual(yield* put(at, "second", "https://www.last.fm/music"), { added: 0, changed: 0 })
        yield* wipe
        yield* put(at, "second", null)
        assert.deepEqual(yield* put(at, "second", "https://www.last.fm/music"), { added: 0, changed: 1 })
      }).pipe(Effect.provide(listening), Effect.provide(home("Europe/Berlin", () => "2026-03-15"))))

    it.effect("shows a play that services report a track's length apart once, whoever says how long it is and when", () =>
      forEvery(reports, (steps) =>
        Effect.gen(function*() {
          yield* wipe
          let library = empty
          for (const step of steps) {
            library = yield* perform({ today: "1970-01-02", zone: "UTC" }, library, step)
            yield* agreeOnPlays("UTC", library)
          }
        }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02"))), { numRuns: 30 }), 600_000)

    it.effect("looks at earlier plays again when a track turns out longer, also at those that a filter hides", () =>
      Effect.gen(function*() {
        for (const isHidden of [false, true]) {
          yield* wipe
          const records = yield* ListeningRecords
          const named = (name: string) => ({ name, mbid: null, url: null })
          const put = (source: string, minute: number, more: Partial<Play> = {}) =>
            records.put(source, [{ playedAt: minute * 60_000, precision: "second", artist: named("Oskeln"), track: named("Leaving Dusk"), album: named("Kerrim"), ...more }], null)
          const twins = Effect.map(storedPlays, (plays) => plays.filter(({ twin }) => twin).map(({ playedAt }) => playedAt / 60_000))
          yield* put("lastfm", 0)
          yield* put("listenbrainz", 4, { track: named("Leaving Dusk (feat. Zoë)") })
          if (isHidden) yield* Effect.flatMap(ListeningFilters, (filters) => filters.add({ type: "custom", scope: "album", pattern: "kerrim", reason: null }))
          assert.deepEqual(yield* twins, [])
          yield* put("listenbrainz", 600, { duration: 200_000 })
          assert.deepEqual(yield* twins, [])
          // Stored already: only the length is new.
          yield* put("listenbrainz", 600, { duration: 240_000 })
          assert.deepEqual(yield* twins, [4])
        }
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02"))))

    it.effect("takes a time that is known to the minute for any second of it", () =>
      Effect.gen(function*() {
        const records = yield* ListeningRecords
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (second: number, more: Partial<Play> = {}): Play =>
          ({ playedAt: second * 1000, precision: "second", artist: named("Oskeln"), track: named("Leaving Dusk"), album: named("Kerrim"), ...more })
        const rough = play(60, { precision: "minute" })
        for (const [seconds, length, isTwin] of [[299, 180, true], [300, 180, false], [239, 90, true], [240, 90, false]] as const) {
          const heard = play(seconds, { duration: length * 1000 })
          for (const [first, then] of [[["lastfm", rough], ["listenbrainz", heard]], [["listenbrainz", heard], ["lastfm", rough]]] as const) {
            yield* wipe
            yield* records.put(first[0], [first[1]], null)
            yield* records.put(then[0], [then[1]], null)
            assert.deepEqual((yield* storedPlays).filter(({ twin }) => twin).map(({ playedAt }) => playedAt / 1000), isTwin ? [seconds] : [])
          }
        }
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02"))))

    it.effect("answers as a look at every play would, after every step of any history", () => forEvery(histories, live, { numRuns: 12 }), 3_600_000)
  })
