import { Watching, WatchingRecords, type WatchingRecord, noIdentifiers } from "@daybook/core/watching"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { titleOf, watchedAt, watchedOnce } from "../../src/kit/watches/records.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stores } from "./stage.js"

const show = titleOf("Harbour", 2021, { ...noIdentifiers, tmdb: 7 })
const lamp = titleOf("Lamp", 2019, { ...noIdentifiers, tmdb: 8 })
const none = { rating: null, tally: null }
const episode = (number: number, report: WatchingRecord["report"]): WatchingRecord => ({
  ...none,
  subject: { kind: "episode", title: show, season: 1, episode: number, episodeTitle: null },
  report
})
const at = Date.parse("2025-03-14T20:00:00Z")

describe("what was watched at an unknown time", () => {
  const layer = stores.pipe(Layer.provideMerge(newDatabase()))

  it.live("is counted and listed for its show, in no range and under no time", () =>
    Effect.gen(function* () {
      const records = yield* WatchingRecords
      const watching = yield* Watching
      const all: ReadonlyArray<WatchingRecord> = [
        episode(1, watchedAt("a", at)),
        episode(1, watchedOnce("b", null)),
        episode(2, watchedOnce("c", null)),
        { ...none, subject: { kind: "show", title: lamp }, report: watchedOnce("d", 12), rating: 4 },
        { ...none, subject: { kind: "movie", title: titleOf("Salt", 2019) }, report: watchedOnce("e", 2), rating: 3 }
      ]
      for (const order of [all, all.toReversed()]) {
        yield* records.put("trakt", order, null)
        const page = { page: 1, limit: 10 }
        const shows = yield* watching.shows({ page, sort: "title", order: "asc" })
        expect(shows.data.map(({ episodes_watched, title }) => [title, episodes_watched])).toStrictEqual([
          ["Harbour", 2],
          ["Lamp", 12]
        ])
        const harbour = yield* watching.show(shows.data[0]!.id)
        expect(harbour.seasons.flatMap(({ episodes }) => episodes.map((one) => one.episode))).toStrictEqual([1])
        expect(harbour.undated_episodes).toStrictEqual([{ season: 1, episode: 2, title: null, source: "trakt" }])
        expect((yield* watching.show(shows.data[1]!.id)).first_watched_at).toBeNull()
        expect((yield* watching.stats({})).data.total_episodes_watched).toBe(1)
        const ratings = yield* watching.ratings({ page, sort: "rating", order: "desc" })
        expect(ratings.data.map((one) => [one.movie.title, one.user_rating, one.watched_at])).toStrictEqual([
          ["Salt", 3, null]
        ])
      }
      const again = yield* records.put("trakt", all, null)
      expect([again.applied.added, again.applied.changed]).toStrictEqual([0, 0])
    }).pipe(Effect.provide(layer), Effect.scoped)
  )
})
