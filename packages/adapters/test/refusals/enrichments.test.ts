import type { EnrichmentTarget } from "@daybook/core/listening"
import { type Enrichment, type Source, isRefusal, isSourceFailure, withAnswer } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Option, TestClock } from "effect"
import type { AnySourceDefinition, WriterServices } from "../../src/sources/assembly/SourceDefinitions.js"
import { makeMemory, wantedOf } from "../sources/leagues/memory.js"
import { makeCatalogue, target } from "../sources/support/catalogue.js"
import { inTime } from "../sources/support/inTime.js"
import { histories } from "../support/depth.js"
import { enrichingSources, environment, worldUntil } from "./support/providers.js"
import { type Refusal, everyRefusal, refusals, words } from "./support/refusals.js"
import { makeTitles, workOf } from "./support/titles.js"
import { refusing } from "./support/refusing.js"

const tried = histories(everyRefusal)

const endsAt = Date.parse("2026-11-21T08:00:00Z")
const hourMs = 3_600_000

/** Enrichments whose records need a database, or another enrichment before them. */
const unstaged = ["strava-details", "strava-gear", "tmdb-episodes", "instapaper-texts", "mlb-players"]

type World = Effect.Effect.Success<ReturnType<typeof worldUntil>>

/** Records that wait for an enrichment. */
interface Waiting {
  readonly drain: (enrichment: Enrichment<WriterServices>) => Effect.Effect<unknown, unknown>
  /** How many were enriched. */
  readonly enriched: () => number
  /** When they are tried next, where an attempt was recorded, and how many attempts found nothing. */
  readonly nextTimes: () => ReadonlyArray<number>
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
      nextTimes: () => [...catalogue.outcomes.values(), ...catalogue.accounts.values()].map(({ until }) => until),
      misses: () => [...catalogue.outcomes.values()].filter(({ isFound }) => !isFound).length
    }
  })

const kinds: Readonly<Record<string, string>> = { mlb: "mlb_game", espn: "nba_game", setlistfm: "concert" }

/** Games and concerts of the sample owner. */
const eventsOf = ({ sampleOwner }: World, source: string): Effect.Effect<Waiting> =>
  Effect.sync(() => {
    const outings = sampleOwner.attending
      .knownAt(endsAt)
      .filter(({ at, kind }) => kind === kinds[source] && at < endsAt)
    const memory = makeMemory(outings.slice(0, 2).map((outing, index) => wantedOf(outing, index + 1)))
    return {
      drain: (enrichment) => memory.drain([enrichment]),
      enriched: () => memory.games.size + memory.concerts.size,
      nextTimes: () => [...memory.outcomes.values()].map(({ until }) => until),
      misses: () => [...memory.outcomes.values()].filter(({ attempts }) => attempts > 0).length
    }
  })

/** Films, shows and records of the sample owner. */
const titlesOf = ({ sampleOwner, simulators }: World, id: string): Effect.Effect<Waiting> =>
  Effect.map(Effect.orDie(simulators.discogs.control.records), (records) => {
    const { films, series } = sampleOwner.watching
    const { drain, nextTimes, state } = makeTitles({
      works: (id === "tmdb-shows" ? series : films).slice(0, 5).map(workOf),
      releases: records.slice(0, 2).map(({ pressing }) => pressing.id)
    })
    // TMDB's misses are written as its matches are.
    const misses = () => state.misses + state.writes - state.found
    return { drain, enriched: () => state.found, misses, nextTimes: () => nextTimes }
  })

const waitingFor = (world: World, { domain, id: source }: AnySourceDefinition, id: string) =>
  domain === "listening"
    ? catalogueOf(world, id)
    : domain === "attending"
      ? eventsOf(world, source)
      : titlesOf(world, id)

const all = await Effect.runPromise(Effect.orDie(enrichingSources))

const isStaged = ({ id }: (typeof all)[number]) => !unstaged.includes(id)

const drainOf = (world: World, definition: AnySourceDefinition, id: string) => {
  const enrichmentOf = (client: HttpClient.HttpClient) =>
    definition.make.pipe(
      Effect.map(({ enrichments }) => enrichments.find((one) => one.id === id) as Enrichment<WriterServices>),
      Effect.provide(environment(client)),
      Effect.withConfigProvider(world.config)
    )
  return (waiting: Waiting, client: HttpClient.HttpClient) =>
    Effect.map(inTime(Effect.flatMap(enrichmentOf(client), waiting.drain)), ({ exit }) => exit)
}

const expectRefused = (exit: Exit.Exit<unknown, unknown>, refusal: Refusal) => {
  const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : exit.value
  expect(failure, refusal).toSatisfy(isSourceFailure)
  expect(failure, refusal).toSatisfy(isRefusal)
  if (!isSourceFailure(failure)) return
  expect(withAnswer(failure), refusal).toContain(`provider.example answered HTTP ${refusals[refusal].status}`)
  if (refusals[refusal].body === words) expect(withAnswer(failure), refusal).toContain(words)
}

describe("a provider that refuses what an enrichment asks", () => {
  it("is tried for every enrichment but those that are named", () => {
    expect(all.map(({ id }) => id)).toStrictEqual(expect.arrayContaining(unstaged))
  })

  it.effect.each(all.filter(isStaged).map((one) => [one.id, one] as const))(
    "leaves the records of %s due, and they are enriched when it answers again",
    ([id, { definition }]) =>
      Effect.gen(function* () {
        for (const refusal of tried) {
          const world = yield* worldUntil(endsAt)
          const waiting = yield* waitingFor(world, definition, id)
          const drain = drainOf(world, definition, id)
          expectRefused(yield* drain(waiting, refusing(world.provider, 0, refusal).client), refusal)
          const now = yield* Clock.currentTimeMillis
          expect([waiting.enriched(), waiting.misses()], refusal).toStrictEqual([0, 0])
          for (const next of waiting.nextTimes()) expect(next - now, refusal).toBeLessThanOrEqual(hourMs)
          yield* TestClock.adjust("1 hour")
          expect(yield* drain(waiting, world.provider), refusal).toMatchObject({ _tag: "Success" })
          expect(waiting.enriched(), refusal).toBeGreaterThan(0)
        }
      }),
    120_000
  )
})
