import { SqlClient } from "@effect/sql"
import { depth } from "../support/depth.js"
import type { PgClient } from "@effect/sql-pg"
import {
  type Filter,
  FilterRules,
  kinds,
  Listening,
  ListeningFilters,
  ListeningRecords,
  listeningWriter,
  ListeningStore,
  type Play
} from "@daybook/core/listening"
import { type LocalDate, addDays, weekStart } from "@daybook/core/shared"
import { expect, layer } from "@effect/vitest"
import { Pictures } from "@daybook/core/images"
import { Effect, Either, FastCheck as fc, Layer, Option } from "effect"
import { rezone } from "../../src/postgres/home.js"
import * as Versions from "../../src/postgres/Versions.js"
import { noRules } from "../support/noRules.js"
import { home, listening } from "../support/stores.js"
import { forEvery } from "../support/property.js"
import { agreeOnAll, agreeOnNames, agreeOnProfiles, agreeWithin, rangesOf } from "./agree.js"
import { calendarOf, histories, type History, reports } from "./histories.js"
import { countsOf, type VisiblePlays } from "./model/answers.js"
import { recount } from "./model/counts.js"
import { countTables, documents, idsOf, completeWindows, storedPlays, pictureTargets, wipe } from "./model/database.js"
import { judge, type JudgedPlay } from "./model/JudgedPlay.js"
import { artistOf, byTheirNames } from "./model/spellings.js"
import { empty, keyOf, type Library } from "./model/Library.js"
import { perform } from "./perform.js"

/** Asserts that the tables hold the plays of the model, with the same twins and filters. */
const agreeOnPlays = Effect.fn("agreeOnPlays")(function* (zone: string, library: Library) {
  const rows = yield* storedPlays
  const judgedPlays = judge(calendarOf(zone), library, idsOf(rows))
  const inOrder = <A extends Library["stored"][number]>(plays: ReadonlyArray<A>) =>
    [...plays].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  expect(inOrder(rows).map((play) => ({ ...play }))).toStrictEqual(inOrder(judgedPlays))
  for (const name of [artistNamed, titleOf("track"), titleOf("album")]) agreeOnIds(library, judgedPlays, name)
  return byTheirNames(
    library,
    judgedPlays.filter((play) => play.visible)
  )
})

interface Subject {
  readonly id: number | null
  readonly name: string
}

const artistNamed = (library: Library, { artist, artistId }: JudgedPlay): Subject => ({
  id: artistId,
  name: artistOf(library, artist)
})
const titleOf =
  (kind: "track" | "album") =>
  (library: Library, play: JudgedPlay): Subject => ({
    id: kind === "track" ? play.trackId : play.albumId,
    name: `${artistOf(library, play.artist)} ${play[kind] ?? ""}`
  })

/** Asserts that each subject has one unique id. */
const agreeOnIds = (
  library: Library,
  plays: ReadonlyArray<JudgedPlay>,
  subjectOf: (library: Library, play: JudgedPlay) => Subject
) => {
  const [names, ids] = [new Map<string, number>(), new Map<number, string>()]
  for (const { id, name } of plays.map((play) => subjectOf(library, play))) {
    if (id === null) continue
    expect(names.get(name) ?? id, name).toBe(id)
    expect(ids.get(id) ?? name).toBe(name)
    names.set(name, id)
    ids.set(id, name)
  }
}

const weeks = { "13weeks": 13, "26weeks": 26, "52weeks": 52 }

/** Asserts that no count is pending, and that the counts match the plays. */
const agreeOnCounts = Effect.fn("agreeOnCounts")(function* (
  visiblePlays: VisiblePlays,
  library: Library,
  today: LocalDate
) {
  const windows = yield* completeWindows
  if (visiblePlays.length > 0) {
    for (const [grain, count] of Object.entries(weeks)) {
      expect(
        windows.some(
          (window) => window.grain === grain && window.bucket === addDays(weekStart(today), (1 - count) * 7)
        ),
        grain
      ).toBe(true)
    }
  }
  expect(yield* countTables).toStrictEqual(recount(visiblePlays, library.genres, windows))
})

/** Asserts that search documents and wanted pictures match the library. */
const agreeOnSharedServices = Effect.fn("agreeOnSharedServices")(function* (visiblePlays: VisiblePlays) {
  const names = kinds.flatMap((kind) => countsOf(kind, visiblePlays).map(({ id, name }) => `${kind} ${id} ${name}`))
  expect(yield* documents).toStrictEqual([...names].sort())
  expect(yield* pictureTargets).toStrictEqual(
    kinds
      .filter((kind) => kind !== "track")
      .flatMap((kind) => countsOf(kind, visiblePlays).map(({ id }) => `${kind} ${id}`))
      .sort()
  )
})

/** Performs every step of a history and compares all answers after each. */
const live = ({ bounds, home: { today, zone }, steps }: History) => {
  let now = today
  return Effect.gen(function* () {
    yield* wipe
    let library = empty
    for (const [turn, step] of steps.entries()) {
      if (step._tag === "Wait") now = addDays(now, step.days)
      library = yield* perform({ today, zone }, library, step)
      const visiblePlays = yield* agreeOnPlays(zone, library)
      yield* agreeOnAll(visiblePlays)
      yield* agreeOnSharedServices(visiblePlays)
      const ranges = yield* rangesOf(bounds)
      const last = turn === steps.length - 1
      for (const [index, range] of ranges.entries()) {
        if (last || (index + turn) % 4 === 0) yield* agreeWithin(visiblePlays, library, range, index + turn)
      }
      if (step._tag === "Settle") yield* agreeOnCounts(visiblePlays, library, now)
    }
    const visiblePlays = yield* agreeOnPlays(zone, library)
    yield* agreeOnNames(visiblePlays)
    yield* agreeOnProfiles(visiblePlays)
  }).pipe(Effect.provide(listening), Effect.provide(home(zone, () => now)))
}

/** Changes the home time zone, as the next start of Daybook would. */
const moved = (history: History, zone: string) =>
  Effect.gen(function* () {
    yield* Effect.provide(
      rezone,
      Layer.mergeAll(
        home(history.home.zone, () => history.home.today),
        Versions.layer,
        noRules
      )
    )
    let library = empty
    yield* Effect.gen(function* () {
      for (const step of history.steps) library = yield* perform(history.home, library, step)
    }).pipe(Effect.provide(listening), Effect.provide(home(history.home.zone, () => history.home.today)))
    yield* Effect.gen(function* () {
      yield* Effect.provide(rezone, Layer.merge(Versions.layer, noRules))
      const visiblePlays = yield* agreeOnPlays(zone, library)
      yield* agreeOnAll(visiblePlays)
      yield* Effect.flatMap(ListeningRecords, (records) => records.completeCounts)
      yield* agreeOnCounts(visiblePlays, library, history.home.today)
    }).pipe(Effect.provide(listening), Effect.provide(home(zone, () => history.home.today)))
  })

/** After any history of plays, the store must answer the same as a computation over each of them. */
export const listeningStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("ListeningStore", (it) => {
    it.effect(
      "recomputes every day when the home time zone changes",
      () =>
        forEvery(
          fc.tuple(histories, fc.constantFrom("Pacific/Apia", "America/St_Johns", "Asia/Kathmandu")),
          ([history, zone]) => Effect.zipRight(wipe, moved(history, zone)),
          { numRuns: depth(6) }
        ),
      600_000
    )

    it.effect("recognises first plays, and hides those that a filter matches", () =>
      Effect.gen(function* () {
        yield* wipe
        const records = yield* ListeningRecords
        const filters = yield* ListeningFilters
        const store = yield* ListeningStore
        const named = (name: string) => ({ name, mbid: null, url: null })
        yield* records.put(
          "lastfm",
          [
            {
              playedAt: 0,
              precision: "second",
              artist: named("Salt Choir"),
              track: named("Harbour"),
              album: named("North")
            }
          ],
          null
        )
        const recognise = (artist: string, track: string, album: string | null = null) =>
          Effect.map(store.matchPlay(artist, track, album), ({ hidden, match }) => [
            hidden,
            match?.artist?.name ?? null,
            match?.track?.name ?? null,
            match?.album?.name ?? null
          ])
        expect(yield* recognise("Salt Choir", "Harbour", "North")).toStrictEqual([
          false,
          "Salt Choir",
          "Harbour",
          "North"
        ])
        expect(yield* recognise("Salt Choir", "Unheard", "North")).toStrictEqual([false, "Salt Choir", null, "North"])
        expect(yield* recognise("Nobody", "Harbour")).toStrictEqual([false, null, null, null])
        for (const [scope, pattern] of [
          ["artist", "salt choir"],
          ["track", "chapter"],
          ["album", "audiobook"]
        ] as const) {
          yield* filters.add({ type: "custom", scope, pattern, reason: null })
        }
        expect((yield* recognise("Salt Choir", "Unheard"))[0]).toBe(true)
        expect((yield* recognise("Nobody", "Chapter 12"))[0]).toBe(true)
        expect((yield* recognise("Nobody", "One", "An Audiobook"))[0]).toBe(true)
        expect((yield* recognise("Nobody", "One", "A Record"))[0]).toBe(false)
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2025-01-01")))
    )

    it.effect("has no album whose plays are all hidden, like an album without plays", () =>
      Effect.gen(function* () {
        yield* wipe
        const sql = yield* SqlClient.SqlClient
        const records = yield* ListeningRecords
        const filters = yield* ListeningFilters
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (playedAt: number, track: string, album: string): Play => ({
          playedAt,
          precision: "second",
          artist: named("Oskeln"),
          track: named(track),
          album: named(album)
        })
        yield* records.put("lastfm", [play(0, "Chapter 1", "Kerrim"), play(1_000, "Harbour", "North")], null)
        yield* records.put("lastfm", [play(2_000, "Chapter 2", "Kerrim")], null)
        const albums = yield* sql<{ id: number }>`SELECT id FROM listening_albums ORDER BY name`
        const profiles = Effect.gen(function* () {
          const store = yield* ListeningStore
          const listening = yield* Listening
          const answers = yield* Effect.forEach(albums, ({ id }) =>
            Effect.all([store.album(id), Effect.either(listening.album(id))])
          )
          return answers.map(([profile, detail]) => [
            Option.map(profile, ({ plays }) => plays),
            Either.mapBoth(detail, { onLeft: ({ _tag }) => _tag, onRight: ({ playcount }) => playcount })
          ])
        })
        const [kerrim, north] = [
          [Option.some(2), Either.right(2)],
          [Option.some(1), Either.right(1)]
        ]
        const none = [Option.none(), Either.left("NoData")]
        expect(yield* profiles).toStrictEqual([kerrim, north])
        const { filter } = yield* filters.add({ type: "audiobook", scope: "track", pattern: "chapter", reason: null })
        expect(yield* profiles).toStrictEqual([none, north])
        yield* filters.remove(filter.id)
        expect(yield* profiles).toStrictEqual([kerrim, north])
        yield* records.remove(
          "lastfm",
          (yield* storedPlays).map(({ id }) => String(id))
        )
        expect(yield* profiles).toStrictEqual([none, none])
        yield* wipe
      }).pipe(
        Effect.provide(Listening.Default),
        Effect.provide(Layer.mock(Pictures, { image: () => null })),
        Effect.provide(listening),
        Effect.provide(home("UTC", () => "2025-01-01"))
      )
    )

    it.effect("restores the same discoveries when a filter is removed", () =>
      Effect.gen(function* () {
        yield* wipe
        const sql = yield* SqlClient.SqlClient
        const rules = yield* FilterRules
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (artist: string, at: number): Play => ({
          playedAt: at,
          precision: "second",
          artist: named(artist),
          track: named(`By ${artist}`),
          album: named(`Of ${artist}`)
        })
        yield* listeningWriter.apply("lastfm", {
          records: [play("Salt Choir", 5_000), play("Oskeln", 6_000)],
          deleted: [],
          covers: Option.none(),
          cursor: Option.none(),
          total: Option.none(),
          newSince: 1_000
        })
        const feedRows = sql`SELECT id, event_type, source_id, occurred_at, date, title, subtitle, created_at FROM feed_items ORDER BY id`
        const before = yield* feedRows
        expect(before).toHaveLength(4)
        const hide = (scope: Filter["scope"], pattern: string) =>
          rules.add({ type: "custom", scope, pattern, reason: null })
        const [both, one] = [yield* hide("track", "by"), yield* hide("artist", "oskeln")]
        expect(yield* feedRows).toHaveLength(0)
        yield* rules.remove(both.id)
        expect(yield* feedRows).toStrictEqual(
          before.filter(({ title, subtitle }) => ![title, subtitle].join(" ").includes("Oskeln"))
        )
        yield* rules.remove(one.id)
        expect(yield* feedRows).toStrictEqual(before)
        expect(yield* sql`SELECT value FROM settings WHERE name = 'hidden_discoveries'`).toStrictEqual([
          { value: "[]" }
        ])
        yield* sql`DELETE FROM settings WHERE name = 'hidden_discoveries'`
        yield* wipe
      }).pipe(
        Effect.provide(FilterRules.Default),
        Effect.provide(listening),
        Effect.provide(home("UTC", () => "2025-01-01"))
      )
    )

    it.effect("counts a play once, whatever changes in it", () =>
      Effect.gen(function* () {
        yield* wipe
        const records = yield* ListeningRecords
        const at = Date.UTC(2026, 2, 14, 20, 15, 30)
        const put = (minute: number, precision: Play["precision"], url: string | null) => {
          const named = (name: string) => ({ name, mbid: null, url: url === null ? null : `${url}/${name}` })
          const play = {
            playedAt: precision === "minute" ? minute - (minute % 60_000) : minute,
            precision,
            artist: named("Oskeln"),
            track: named("Leaving Dusk"),
            album: named("Kerrim")
          }
          return Effect.map(records.put("lastfm", [play], null), ({ added, changed }) => ({ added, changed }))
        }
        expect(yield* put(at, "minute", null)).toStrictEqual({ added: 1, changed: 0 })
        expect(yield* put(at + 600_000, "second", null)).toStrictEqual({ added: 1, changed: 0 })
        // The play becomes exact, and its names get links.
        expect(yield* put(at, "second", "https://www.last.fm/music")).toStrictEqual({ added: 0, changed: 1 })
        expect(yield* put(at, "second", "https://www.last.fm/music")).toStrictEqual({ added: 0, changed: 0 })
        yield* wipe
        yield* put(at, "second", null)
        expect(yield* put(at, "second", "https://www.last.fm/music")).toStrictEqual({ added: 0, changed: 1 })
      }).pipe(Effect.provide(listening), Effect.provide(home("Europe/Berlin", () => "2026-03-15")))
    )

    it.effect(
      "shows a play once if services report it up to a track's length apart, whenever the length becomes known",
      () =>
        forEvery(
          reports,
          (steps) =>
            Effect.gen(function* () {
              yield* wipe
              let library = empty
              for (const step of steps) {
                library = yield* perform({ today: "1970-01-02", zone: "UTC" }, library, step)
                yield* agreeOnPlays("UTC", library)
              }
            }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02"))),
          { numRuns: depth(30) }
        ),
      600_000
    )

    it.effect("checks earlier plays again when a longer duration arrives, also hidden ones", () =>
      Effect.gen(function* () {
        for (const isHidden of [false, true]) {
          yield* wipe
          const records = yield* ListeningRecords
          const named = (name: string) => ({ name, mbid: null, url: null })
          const put = (source: string, minute: number, more: Partial<Play> = {}) =>
            records.put(
              source,
              [
                {
                  playedAt: minute * 60_000,
                  precision: "second",
                  artist: named("Oskeln"),
                  track: named("Leaving Dusk"),
                  album: named("Kerrim"),
                  ...more
                }
              ],
              null
            )
          const twins = Effect.map(storedPlays, (plays) =>
            plays.filter(({ twin }) => twin).map(({ playedAt }) => playedAt / 60_000)
          )
          yield* put("lastfm", 0)
          yield* put("listenbrainz", 4, { track: named("Leaving Dusk (feat. Zoë)") })
          if (isHidden)
            yield* Effect.flatMap(ListeningFilters, (filters) =>
              filters.add({ type: "custom", scope: "album", pattern: "kerrim", reason: null })
            )
          expect(yield* twins).toStrictEqual([])
          yield* put("listenbrainz", 600, { duration: 200_000 })
          expect(yield* twins).toStrictEqual([])
          // The plays exist; only the duration is new.
          yield* put("listenbrainz", 600, { duration: 240_000 })
          expect(yield* twins).toStrictEqual([4])
        }
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02")))
    )

    it.effect("pairs the same plays whether a longer duration arrives before or after them", () =>
      Effect.gen(function* () {
        const records = yield* ListeningRecords
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (second: number, artist: string, duration: number): Play => ({
          playedAt: second * 1000,
          precision: "second",
          artist: named(artist),
          track: named("Leaving Dusk"),
          album: null,
          duration: duration * 1000
        })
        // Each play of the second service has one partner, until the longer duration gives the first of them two.
        const pages = [
          ["lastfm", [play(0, "Oskeln & Zoë Quill", 90), play(600, "Oskeln", 150)]],
          ["listenbrainz", [play(470, "Oskeln", 150), play(500, "Zoë Quill", 600)]]
        ] as const
        const longer = ["lastfm", [play(100_000, "Oskeln", 500)]] as const
        for (const order of [
          [...pages, longer],
          [longer, ...pages]
        ]) {
          yield* wipe
          for (const [source, plays] of order) {
            yield* records.put(source, plays, null)
            if (order.at(-1) !== longer || source !== "listenbrainz") continue
            expect((yield* storedPlays).filter(({ twin }) => twin)).toHaveLength(2)
          }
          const twins = (yield* storedPlays).filter(({ twin }) => twin)
          expect(twins.map(({ playedAt }) => playedAt / 1000)).toStrictEqual([470])
        }
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02")))
    )

    it.effect("keeps the twins of a day when a service reports ends on another day", () =>
      Effect.gen(function* () {
        const records = yield* ListeningRecords
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (minute: number, more: Partial<Play> = {}): Play => ({
          playedAt: minute * 60_000,
          precision: "second",
          artist: named("Oskeln"),
          track: named("Leaving Dusk"),
          album: null,
          duration: 181_000,
          ...more
        })
        const pages = [
          ["lastfm", play(5)],
          ["archive", play(2)],
          ["spotify", play(720, { endedAt: 724 * 60_000 })],
          ["archive", play(5)],
          ["archive", play(725)]
        ] as const
        for (const order of [pages, [...pages].reverse()]) {
          yield* wipe
          for (const [source, page] of order) yield* records.put(source, [page], null)
          const twins = (yield* storedPlays).filter(({ twin }) => twin)
          expect(twins.map(({ playedAt }) => playedAt / 60_000)).toStrictEqual([5])
        }
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02")))
    )

    it.effect("treats a time known to the minute as any second of it", () =>
      Effect.gen(function* () {
        const records = yield* ListeningRecords
        const named = (name: string) => ({ name, mbid: null, url: null })
        const play = (second: number, more: Partial<Play> = {}): Play => ({
          playedAt: second * 1000,
          precision: "second",
          artist: named("Oskeln"),
          track: named("Leaving Dusk"),
          album: named("Kerrim"),
          ...more
        })
        const rough = play(60, { precision: "minute" })
        for (const [seconds, length, isTwin] of [
          [299, 180, true],
          [300, 180, false],
          [239, 90, true],
          [240, 90, false]
        ] as const) {
          const exactPlay = play(seconds, { duration: length * 1000 })
          for (const [first, then] of [
            [
              ["lastfm", rough],
              ["listenbrainz", exactPlay]
            ],
            [
              ["listenbrainz", exactPlay],
              ["lastfm", rough]
            ]
          ] as const) {
            yield* wipe
            yield* records.put(first[0], [first[1]], null)
            yield* records.put(then[0], [then[1]], null)
            expect(
              (yield* storedPlays).filter(({ twin }) => twin).map(({ playedAt }) => playedAt / 1000)
            ).toStrictEqual(isTwin ? [seconds] : [])
          }
        }
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "1970-01-02")))
    )

    it.effect(
      "agrees with a computation over every play, after each step of any history",
      () => forEvery(histories, live, { numRuns: depth(12) }),
      3_600_000
    )
  })
