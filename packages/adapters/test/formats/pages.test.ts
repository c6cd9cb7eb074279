import { AttendingRecords, mention } from "@daybook/core/attending"
import { ExportableRecords } from "@daybook/core/formats"
import { ListeningRecords } from "@daybook/core/listening"
import { ReadingRecords } from "@daybook/core/reading"
import { addDays } from "@daybook/core/shared"
import { RunningRecords } from "@daybook/core/running"
import { WatchingRecords, noDetails, noIdentifiers } from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Array, Chunk, Effect, Stream } from "effect"
import { listedRun } from "../contract/running/reports.js"
import { home } from "./support.js"

/** More than a page. */
const count = 2_050
const numbers = Array.range(1, count)
const start = Date.parse("2015-01-01T00:00:00Z")
const hour = 3_600_000

/** Records of which many share the first part of their key. */
const store = Effect.gen(function* () {
  const [listening, reading, watching, attending] = yield* Effect.all([
    ListeningRecords,
    ReadingRecords,
    WatchingRecords,
    AttendingRecords
  ])
  const named = (name: string) => ({ name, mbid: null, url: null })
  const plays = numbers.map((number) => ({
    playedAt: start + Math.floor(number / 3) * hour,
    precision: "second" as const,
    artist: named("Hollow Lanterns"),
    track: named(`Song ${number}`),
    album: null
  }))
  yield* listening.put("koito", plays, null)
  const bare = { sourceId: null, description: null, tags: [], archived: false, starred: false, progressAt: null }
  const articles = numbers.map((number) => ({
    _tag: "Article" as const,
    article: {
      ...bare,
      url: `https://example.org/${number}`,
      title: `Article ${number}`,
      folder: number % 2 === 0 ? null : "Land",
      progress: 0,
      savedAt: start + Math.floor(number / 3) * hour
    }
  }))
  yield* reading.put("pinboard", articles, [])
  const title = { title: "Violet Chalk", year: 1982, ids: noIdentifiers, details: noDetails }
  const report = { date: null, rating: null, rewatch: null, review: null, reviewUrl: null, alias: null, loggedAt: null }
  const records = numbers.map((number) => ({
    subject: { kind: "episode" as const, title, season: 1, episode: number, episodeTitle: null },
    report: { ...report, key: String(number), at: start + Math.floor(number / 3) * hour },
    rating: null,
    tally: null
  }))
  yield* watching.put("jellyfin", records, null)
  const shows = numbers.map((number) =>
    mention({
      key: String(number),
      saidAt: 0,
      kind: "theater",
      title: `Play ${number}`,
      date: addDays("1990-01-01", number * 3),
      attended: true
    })
  )
  yield* attending.put("manual", shows, null)
  const runs = numbers.map((number) => {
    const at = start + Math.floor(number / 3) * hour
    return listedRun(number, at, { localStart: at, polyline: "_p~iF~ps|U_ulLnnqC" })
  })
  yield* (yield* RunningRecords).put("strava", runs, null)
})

layer(home, { excludeTestServices: true, timeout: "5 minutes" })("records in several pages", (it) => {
  it.effect("are read once each, in order", () =>
    Effect.gen(function* () {
      yield* store
      const { articles, events, plays, viewings, workouts } = yield* ExportableRecords
      const all = <A, E>(rows: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(rows), Chunk.toReadonlyArray)
      const songs = yield* all(plays)
      expect(new Set(songs.map(({ track }) => track.name)).size).toBe(count)
      expect(songs.map(({ playedAt }) => playedAt)).toEqual(
        numbers.map((number) => start + Math.floor(number / 3) * hour)
      )
      const saved = yield* all(articles)
      expect([saved.length, new Set(saved.map(({ url }) => url)).size]).toEqual([count, count])
      expect(saved.findIndex(({ folder }) => folder === "Land")).toBe(count / 2)
      const episodes = (yield* all(viewings)).map(({ episode }) => episode?.number)
      expect([episodes.length, new Set(episodes).size]).toEqual([count, count])
      expect((yield* all(workouts)).map(({ id }) => id)).toEqual(numbers)
      expect((yield* all(events)).map(({ title }) => title)).toEqual(numbers.map((number) => `Play ${number}`))
    })
  )
})
