import type { EnrichmentTarget } from "@daybook/core/listening"
import { type Enrichment, type Source, isRefusal, isSourceFailure, withAnswer } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option, TestClock } from "effect"
import type { AnySourceDefinition, WriterServices } from "../../../sources/src/SourceDefinitions.js"
import { makeMemory, wantedOf } from "../../../sources/test/leagues/memory.js"
import { makeCatalogue, target } from "../../../sources/test/support/catalogue.js"
import { inTime } from "../../../sources/test/support/inTime.js"
import { histories, isQuick } from "../support/depth.js"
import { memoryTokens } from "../../../sources/test/support/tokens.js"
import * as InThisThread from "../support/inThisThread.js"
import { enrichingSources, environment, worldUntil } from "./support/providers.js"
import { type Refusal, everyRefusal, refusals, words } from "./support/refusals.js"
import { makeArticles } from "./support/articles.js"
import { makeRecords, workOf } from "./support/records.js"
import { emptying } from "./support/emptied.js"
import { refusing } from "./support/refusing.js"

const tried = histories(everyRefusal)

const endsAt = Date.parse("2026-11-21T08:00:00Z")

/** A world with the logins of its sources. Some logins work once: what one run is given, the next one needs. */
const worldWithLogins = Effect.gen(function* () {
  const tokens = Layer.succeedContext(yield* Layer.build(memoryTokens))
  return { ...(yield* worldUntil(endsAt)), tokens }
})

type World = Effect.Effect.Success<typeof worldWithLogins>

/** Records that wait for an enrichment. */
interface Waiting {
  readonly drain: (enrichment: Enrichment<WriterServices>) => Effect.Effect<unknown, unknown>
  /** How many were enriched. */
  readonly enriched: () => number
  /** How many of them the provider does not have. */
  readonly misses: () => number
}

const targetsOf = (plays: ReadonlyArray<{ artist: string; album: string; track: string }>, id: string) => {
  const names = plays.map(({ album, artist, track }) => ({
    artist,
    name: id.endsWith("-albums") ? album : id.endsWith("-tracks") ? track : artist
  }))
  const distinct = [...new Map(names.map((one) => [JSON.stringify(one), one])).values()]
  return distinct.slice(0, 3).map(({ artist, name }, index): EnrichmentTarget => target({ id: index, name, artist }))
}

/** Artists, albums or tracks of the sample owner. */
const catalogueOf = (world: World, id: string): Effect.Effect<Waiting> =>
  Effect.map(Effect.orDie(world.simulators.lastfm.control.plays()), (plays) => {
    const catalogue = makeCatalogue(targetsOf(plays.filter(({ album }) => album !== "").slice(0, 200), id))
    return {
      drain: (enrichment) =>
        catalogue.drain({ enrichments: [enrichment] } as unknown as Source<WriterServices>, enrichment.id),
      enriched: () =>
        [...catalogue.outcomes.values()].filter(({ isFound }) => isFound).length + catalogue.accounts.size,
      misses: () => [...catalogue.outcomes.values()].filter(({ isFound }) => !isFound).length
    }
  })

const kinds: Readonly<Record<string, string>> = { mlb: "mlb_game", espn: "nba_game", setlistfm: "concert" }

/** Games and concerts of the sample owner. */
const eventsOf = ({ sampleOwner }: World, source: string): Effect.Effect<Waiting> =>
  Effect.sync(() => {
    const memory = makeMemory(outingsOf(sampleOwner, source))
    return {
      drain: (enrichment) => memory.drain([enrichment]),
      enriched: () => memory.games.size + memory.concerts.size,
      misses: () => [...memory.outcomes.values()].filter(({ attempts }) => attempts > 0).length
    }
  })

const outingsOf = ({ attending }: World["sampleOwner"], source: string) =>
  attending
    .knownAt(endsAt)
    .filter(({ at, kind }) => kind === kinds[source] && at < endsAt)
    .slice(0, 2)
    .map((outing, index) => wantedOf(outing, index + 1))

/** The players of games that are read. */
const playersOf = (world: World, definition: AnySourceDefinition): Effect.Effect<Waiting> =>
  Effect.gen(function* () {
    const memory = makeMemory(outingsOf(world.sampleOwner, definition.id))
    const games = yield* enrichmentOf(world, definition, "mlb-games")(world.provider)
    yield* inTime(Effect.orDie(memory.drain([games])))
    const ofPlayers = () =>
      [...memory.outcomes].flatMap(([key, outcome]) => (key.startsWith("mlb-players ") ? [outcome] : []))
    return {
      drain: (enrichment) => memory.drain([enrichment]),
      enriched: () => [...memory.players.values()].filter(({ biography }) => biography !== null).length,
      misses: () => ofPlayers().filter(({ attempts }) => attempts > 0).length
    }
  })

const recordsOf = (records: Parameters<typeof makeRecords>[0]): Waiting => {
  const { drain, state } = makeRecords(records)
  // TMDB's misses are written as its matches are.
  const misses = () => state.misses + state.writes - state.found
  return { drain, enriched: () => state.found, misses }
}

/** Films, shows and records of the sample owner. */
const titlesOf = ({ sampleOwner, simulators }: World, id: string): Effect.Effect<Waiting> =>
  Effect.map(Effect.orDie(simulators.discogs.control.records), (records) => {
    const { films, series } = sampleOwner.watching
    return recordsOf({
      works: (id === "tmdb-shows" ? series : films).slice(0, 5).map(workOf),
      releases: records.slice(0, 2).map(({ pressing }) => pressing.id)
    })
  })

/** Episodes of which a file says no number. */
const seasonsOf = ({ sampleOwner: { watching }, simulators }: World): Effect.Effect<Waiting> =>
  Effect.gen(function* () {
    const series = watching.series.slice(0, 2)
    for (const { tmdb } of series)
      yield* simulators.tmdb.control.nameEpisodes(tmdb, 1, { en: ["Low Tide", "The Ferry", "High Water"] })
    const episodes = [{ id: 1, title: "The Ferry" }]
    return recordsOf({ seasons: series.map(({ title }) => ({ show: title, season: 1, episodes })) })
  })

/** Runs and shoes of the sample owner. */
const workoutsOf = ({ simulators }: World, id: string): Effect.Effect<Waiting> =>
  Effect.map(simulators.strava.control.activities, (activities) => {
    const runs = activities.filter(({ sportType }) => sportType === "Run")
    const shoes = new Set(runs.flatMap(({ gearId }) => gearId ?? []))
    return recordsOf({ workouts: (id === "strava-gear" ? [...shoes] : runs.map(({ id }) => String(id))).slice(0, 3) })
  })

/** Articles of which Instapaper has the text. */
const articlesOf = ({ simulators }: World): Effect.Effect<Waiting> =>
  Effect.map(simulators.instapaper.control.bookmarks, (bookmarks) => {
    const readable = bookmarks.filter(({ text }) => text !== null).slice(0, 3)
    const articles = makeArticles(readable.map(({ id, url }) => ({ sourceId: String(id), url })))
    return {
      drain: ({ drain }) => Effect.provide(articles.drain(drain), InThisThread.layer) as Effect.Effect<void, unknown>,
      enriched: articles.found,
      misses: articles.misses
    }
  })

const waitingFor = (world: World, definition: AnySourceDefinition, id: string): Effect.Effect<Waiting> => {
  if (id === "mlb-players") return playersOf(world, definition)
  if (id === "tmdb-episodes") return seasonsOf(world)
  switch (definition.domain) {
    case "listening":
      return catalogueOf(world, id)
    case "attending":
      return eventsOf(world, definition.id)
    case "running":
      return workoutsOf(world, id)
    case "reading":
      return articlesOf(world)
    default:
      return titlesOf(world, id)
  }
}

const enrichmentOf =
  (world: World, definition: AnySourceDefinition, id: string) =>
  (client: HttpClient.HttpClient): Effect.Effect<Enrichment<WriterServices>> =>
    definition.make.pipe(
      Effect.map(({ enrichments }) => enrichments.find((one) => one.id === id) as Enrichment<WriterServices>),
      Effect.provide(environment(client, world.tokens)),
      Effect.withConfigProvider(world.config),
      Effect.orDie
    )

const all = await Effect.runPromise(Effect.orDie(enrichingSources))

const drainOf =
  (world: World, definition: AnySourceDefinition, id: string) => (waiting: Waiting, client: HttpClient.HttpClient) =>
    Effect.map(inTime(Effect.flatMap(enrichmentOf(world, definition, id)(client), waiting.drain)), ({ exit }) => exit)

const expectRefused = (exit: Exit.Exit<unknown, unknown>, refusal: Refusal) => {
  const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : exit.value
  expect(failure, refusal).toSatisfy(isSourceFailure)
  expect(failure, refusal).toSatisfy(isRefusal)
  if (!isSourceFailure(failure)) return
  expect(withAnswer(failure), refusal).toContain(`provider.example answered HTTP ${refusals[refusal].status}`)
  if (refusals[refusal].body === words) expect(withAnswer(failure), refusal).toContain(words)
}

/** Enrichments that ask for many records by their ids in one call. */
const asksForMany = ["mlb-players"]

/** Sources whose first call is a login. If its answer is cut, the new token is lost, and the old one is spent. */
const loggingIn = ["strava", "instapaper"]

/** After how many calls a pass is refused: none but a login, and half of them. */
const placesIn = (calls: number, { id }: AnySourceDefinition) => {
  const first = loggingIn.includes(id) ? 1 : 0
  const middle = Math.floor(calls / 2)
  return isQuick || first === middle ? [middle] : [first, middle]
}

/** What a pass comes to if nothing is refused. */
const undisturbed = (definition: AnySourceDefinition, id: string) =>
  Effect.gen(function* () {
    const world = yield* worldWithLogins
    const waiting = yield* waitingFor(world, definition, id)
    const { calls, client } = refusing(world.provider, Number.POSITIVE_INFINITY, "HTTP 400")
    expect(yield* drainOf(world, definition, id)(waiting, client)).toMatchObject({ _tag: "Success" })
    expect(waiting.enriched()).toBeGreaterThan(0)
    return { calls: calls(), enriched: waiting.enriched(), misses: waiting.misses() }
  })

describe("a provider that refuses what an enrichment asks", () => {
  it.scoped.each(all.map((one) => [one.id, one] as const))(
    "leaves the records of %s due, and they are enriched when it answers again",
    ([id, { definition }]) =>
      Effect.gen(function* () {
        const whole = yield* undisturbed(definition, id)
        for (const refusal of tried)
          for (const after of placesIn(whole.calls, definition)) {
            const world = yield* worldWithLogins
            const waiting = yield* waitingFor(world, definition, id)
            const drain = drainOf(world, definition, id)
            expectRefused(yield* drain(waiting, refusing(world.provider, after, refusal).client), refusal)
            expect(waiting.enriched(), refusal).toBeLessThan(whole.enriched)
            expect(waiting.misses(), refusal).toBeLessThanOrEqual(whole.misses)
            yield* TestClock.adjust("1 hour")
            expect(yield* drain(waiting, world.provider), refusal).toMatchObject({ _tag: "Success" })
            expect([waiting.enriched(), waiting.misses()], refusal).toStrictEqual([whole.enriched, whole.misses])
          }
      }),
    120_000
  )

  // Other enrichments ask for one record at a time, of which an empty list may be true.
  it.scoped.each(all.filter(({ id }) => asksForMany.includes(id)).map((one) => [one.id, one] as const))(
    "and answers with an empty list where there were many leaves the records of %s due",
    ([id, { definition }]) =>
      Effect.gen(function* () {
        const whole = yield* undisturbed(definition, id)
        const world = yield* worldWithLogins
        const waiting = yield* waitingFor(world, definition, id)
        const drain = drainOf(world, definition, id)
        expectRefused(yield* drain(waiting, emptying(world.provider)), "a cut answer")
        expect([waiting.enriched(), waiting.misses()]).toStrictEqual([0, 0])
        yield* TestClock.adjust("1 hour")
        expect(yield* drain(waiting, world.provider)).toMatchObject({ _tag: "Success" })
        expect([waiting.enriched(), waiting.misses()]).toStrictEqual([whole.enriched, whole.misses])
      })
  )
})
