import { SourceRanks, unranked } from "@daybook/core/ranks"
import { bookSourcesIn } from "@daybook/core/books"
import { playRank, playSourcesIn } from "@daybook/core/listening"
import { readingRank, readingSourcesIn } from "@daybook/core/reading"
import { ratersOf, watchSourcesIn } from "@daybook/core/watching"
import { workoutSourcesIn } from "@daybook/core/workouts"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { playRanks, playSources } from "../../core/test/listening/sources.js"
import { bookRanks, bookSources } from "../../core/test/books/sources.js"
import { readingRanks, readingSources } from "../../core/test/reading/sources.js"
import { watchSourceNames, watchSources } from "../../core/test/watching/sources.js"
import { workoutRanks, workoutSources } from "../../core/test/workouts/sources.js"
import { allRanks } from "../../adapters/test/support/stores.js"
import * as sourceRanks from "../../adapters/src/setup/sourceRanks.js"
import { SourceDefinitions } from "../src/SourceDefinitions.js"
import { definitions } from "../src/definitions.js"
import { lastfm } from "../src/lastfm/source.js"
import { readeck } from "../src/readeck/source.js"

const ranked = Effect.provide(SourceRanks, allRanks)

it.effect("definitions rank the sources as the tests of the rules have them", () =>
  Effect.gen(function* () {
    const all = yield* ranked
    for (const name of [...watchSourceNames, "tmdb", "unheard"])
      expect(watchSourcesIn(all).of(name), name).toStrictEqual(watchSources.of(name))
    for (const name of [...Object.keys(playRanks), "scrobbling/12", "unheard"])
      expect(playSourcesIn(all).of(name), name).toStrictEqual(playSources.of(name))
    for (const name of [...Object.keys(workoutRanks), "unheard"])
      expect(workoutSourcesIn(all).of(name), name).toStrictEqual(workoutSources.of(name))
    for (const name of [...Object.keys(bookRanks), "unheard"])
      expect(bookSourcesIn(all).of(name), name).toStrictEqual(bookSources.of(name))
    for (const name of [...Object.keys(readingRanks), "unheard"])
      expect(readingSourcesIn(all).of(name), name).toStrictEqual(readingSources.of(name))
  })
)

// Stored data was merged in the order of these lists.
it.effect("sources keep their order when others are added", () =>
  Effect.gen(function* () {
    const all = yield* ranked
    const watching = watchSourcesIn(all)
    const listed = (names: ReadonlyArray<string>) => names.filter((name) => watchSourceNames.includes(name))
    expect(listed(watching.namesOf(() => true))).toStrictEqual([
      ...["plex", "jellyfin", "emby", "tautulli", "trakt", "netflix", "manual", "letterboxd"],
      ...["simkl", "tvtime", "imdb", "anilist", "mal"]
    ])
    expect(listed(watching.namesOf(({ isPlayer }) => isPlayer))).toStrictEqual([
      ...["plex", "jellyfin", "emby", "tautulli", "trakt", "netflix"]
    ])
    expect(listed(ratersOf(watching))).toStrictEqual([
      ...["letterboxd", "trakt", "simkl", "tvtime", "imdb", "anilist", "mal"]
    ])
    const services = playSourcesIn(all).namesOf(() => true)
    expect(services.filter((name) => name in playRanks)).toStrictEqual([
      ...["scrobbling/", "lastfm", "listenbrainz", "koito", "maloja", "pano", "scrobbler-log"],
      ...["spotify", "apple-music", "youtube-music"]
    ])
    const books = bookSourcesIn(all).namesOf(() => true)
    expect(books.filter((name) => name in bookRanks)).toStrictEqual([
      ...["storygraph", "hardcover", "goodreads", "koreader-statistics", "open-library"]
    ])
    const reading = readingSourcesIn(all)
    const listedReading = (names: ReadonlyArray<string>) => names.filter((name) => name in readingRanks)
    expect(listedReading(reading.namesOf(() => true))).toStrictEqual([
      ...["instapaper", "reader", "readeck", "wallabag", "karakeep", "omnivore", "raindrop", "linkding"],
      ...["kindle", "readwise"]
    ])
    expect(listedReading(reading.namesOf(({ hasTexts }) => hasTexts))).toStrictEqual(["instapaper"])
    expect(listedReading(reading.namesOf(({ appendsChanges }) => appendsChanges))).toStrictEqual(["kindle"])
    expect(listedReading(reading.namesOf(({ collectsHighlights }) => collectsHighlights))).toStrictEqual(["readwise"])
    const workouts = workoutSourcesIn(all).namesOf(() => true)
    expect(workouts.filter((name) => name in workoutRanks)).toStrictEqual([
      ...["strava", "garmin", "polar", "run-files", "intervals", "runkeeper", "adidas-running", "apple-health"]
    ])
  })
)

it.effect("no two sources of a ranking have one rank, so that no order depends on names", () =>
  Effect.map(ranked, (all) => {
    // Kindle and Readwise say what their highlights are, and nothing of their rank.
    const saying = all.filter(({ ranked: { rank } }) => rank !== unranked.rank)
    const places = saying.map(({ ranked: { rank }, ranking }) => `${ranking} ${rank}`)
    expect(new Set(places).size).toBe(places.length)
  })
)

it.effect("a source that says nothing comes after those that say it, by its name", () =>
  Effect.map(ranked, (all) => {
    const { compare, of } = watchSourcesIn(all)
    expect(["unheard", "mal", "later", "plex"].sort(compare)).toStrictEqual(["plex", "mal", "later", "unheard"])
    expect(of("unheard")).toMatchObject({ isPlayer: false, rates: [] })
    expect(["unheard", "apple-health", "adidas-running"].sort(workoutSourcesIn(all).compare)).toStrictEqual([
      ...["adidas-running", "unheard", "apple-health"]
    ])
  })
)

it.effect("sources of articles without a rank are ordered by their names", () =>
  Effect.map(ranked, (all) => {
    const inOrder = ["linkding", "bookmarks", "kindle", "koreader", "pocket", "readwise", "zettel"]
    expect(inOrder.toReversed().sort(readingSourcesIn(all).compare)).toStrictEqual(inOrder)
  })
)

it.effect("a source from outside stands where its definition says", () =>
  Effect.map(
    Effect.provide(
      Effect.provide(SourceRanks, sourceRanks.layer),
      Layer.succeed(SourceDefinitions, [
        ...definitions,
        { ...lastfm, id: "turntable", rank: playRank({ rank: 25 }) },
        { ...readeck, id: "almanac", rank: readingRank({ rank: 25, collectsHighlights: true }) }
      ])
    ),
    (all) => {
      const { compare } = playSourcesIn(all)
      const inOrder = ["scrobbling/9", "scrobbling/10", "lastfm", "turntable", "listenbrainz"]
      expect(inOrder.toReversed().sort(compare)).toStrictEqual(inOrder)
      const reading = readingSourcesIn(all)
      expect(["readeck", "almanac", "reader"].sort(reading.compare)).toStrictEqual(["reader", "almanac", "readeck"])
      expect(reading.namesOf(({ collectsHighlights }) => collectsHighlights)).toStrictEqual(["almanac", "readwise"])
    }
  )
)
