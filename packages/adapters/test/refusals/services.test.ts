import {
  fillImages,
  ImageRecords,
  type ImageRequest,
  Originals,
  type PictureFinder,
  PictureFinders,
  PictureIntake
} from "@daybook/core/images"
import { PageReader } from "@daybook/core/reading"
import { Embedder, EmbeddingStore, type PendingText, SearchStore } from "@daybook/core/search"
import { type EntityType, Transaction } from "@daybook/core/shared"
import { DataVersions, SharedEnrichments, isRefusal, isSourceFailure, withAnswer } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Exit, Layer, Option, type Scope, Stream, TestClock } from "effect"
import * as PageReaderLive from "../../src/articles/PageReader.js"
import { openai } from "../../src/embeddings/Embedder.js"
import * as Fetch from "../../../sources/src/fetch/index.js"
import * as MediaServer from "../../src/images/MediaServer.js"
import * as Finders from "../../src/images/PictureFinders.js"
import * as Intake from "../../src/images/PictureIntake.js"
import * as nodeCrypto from "../../src/nodeCrypto.js"
import * as sharedEnrichments from "../../src/sharedEnrichments.js"
import { inTime } from "../../../sources/test/support/inTime.js"
import { json, webClient } from "../../../sources/test/support/webClient.js"
import { histories } from "../support/depth.js"
import * as InThisThread from "../support/inThisThread.js"
import { makeArticles } from "./support/articles.js"
import { webServer } from "./support/pages.js"
import { makePicture } from "./support/pictures.js"
import { worldUntil } from "./support/providers.js"
import { type Refusal, everyRefusal, refusals, words } from "./support/refusals.js"
import { refusing } from "./support/refusing.js"

/** Nothing is due anywhere, and nothing is asked. */
const idle = Layer.mergeAll(
  makeArticles([]).layer,
  Layer.mock(PageReader, {}),
  Layer.succeed(Embedder, null),
  Layer.mock(EmbeddingStore, {}),
  Layer.mock(SearchStore, {}),
  Layer.mock(ImageRecords, {}),
  Layer.mock(PictureIntake, {}),
  Layer.succeed(PictureFinders, { of: () => [], awaits: () => [] }),
  Layer.mock(Transaction, { run: (effect) => effect }),
  Layer.mock(DataVersions, { latest: () => 0, bump: () => Effect.void }),
  nodeCrypto.layer
)

/** The enrichments of the shared services, over some of their ports. */
const enrichmentsOver = <A>(ports: Layer.Layer<A>) =>
  sharedEnrichments.layer.pipe(Layer.provide(Layer.merge(idle, ports)))

/** Drains an enrichment of reading, which has all of them. */
const drainOf = <A>(id: string, ports: Layer.Layer<A>) =>
  Effect.gen(function* () {
    const { drain } = (yield* SharedEnrichments).find((one) => one.id === id)!
    return yield* Effect.exit(Stream.runDrain(drain("reading")))
  }).pipe(Effect.provide(enrichmentsOver(ports)))

interface Stage {
  /** How the provider may refuse. */
  readonly refusals: ReadonlyArray<Refusal>
  readonly host: string
  /** Drains what is due, from a provider that refuses or answers. */
  readonly drain: (refusal: Refusal | null) => Effect.Effect<Exit.Exit<void, unknown>>
  /** Goes on to when what was refused is due again. */
  readonly later: Effect.Effect<void>
  readonly state: () => { readonly found: number; readonly misses: number }
}

const fetching = <I, E>(layer: Layer.Layer<I, E, Fetch.SafeFetch>, host: string) =>
  Layer.provide(layer, Layer.scoped(Fetch.SafeFetch, Fetch.make({ allow: [host] })))

/** An article's page is a web page, so one in its place is not noticed. */
const articles = Effect.gen(function* () {
  const { host, refuse, url } = yield* webServer
  const memory = makeArticles([{ sourceId: "1", url: `${url}/page` }])
  const reader = fetching(Layer.provide(PageReaderLive.layer, InThisThread.layer), host)
  return {
    refusals: everyRefusal.filter((refusal) => refusal !== "a web page"),
    host,
    drain: (refusal) => Effect.zipRight(refuse(refusal), drainOf("articles", Layer.merge(memory.layer, reader))),
    later: TestClock.adjust("6 hours"),
    state: () => ({ found: memory.found(), misses: memory.misses() })
  } satisfies Stage
})

const linked: PictureFinder = {
  source: "page",
  find: ({ urls }) => Effect.succeed(urls.map((url) => ({ source: "page", url, width: null, height: null })))
}

const originals = Layer.mock(Originals, { put: () => Effect.succeed("0".repeat(64)) })

/** The picture of an article, at an address that its page names. */
const images = Effect.gen(function* () {
  const { host, refuse, url } = yield* webServer
  const { later, layer, state } = makePicture("article", { urls: [`${url}/picture`], hints: {} })
  const server = Layer.succeed(MediaServer.MediaServer, { accessTo: () => Option.none() })
  const intake = fetching(Layer.provide(Intake.layer, Layer.merge(originals, server)), host)
  const finders = Layer.succeed(PictureFinders, { of: () => [linked], awaits: () => [] })
  const ports = Layer.mergeAll(layer, intake, finders)
  const drain = (refusal: Refusal | null) => Effect.zipRight(refuse(refusal), drainOf("images", ports))
  return { refusals: everyRefusal, host, drain, later, state: () => state } satisfies Stage
})

const vectors = webClient(() => json({ data: [{ index: 0, embedding: [0.6, 0.8] }] }))

const embeddings = Effect.gen(function* () {
  const endpoint = { url: "http://model.example/v1", apiKey: Option.none(), model: "small" }
  const text: PendingText = { id: 1, content: "1", title: "Tides", subtitle: null, body: null, begun: false }
  let isStored = false
  let isDeferred = false
  const store = Layer.mock(EmbeddingStore, {
    claim: (_, __, ___, { begun }) => Effect.succeed(isStored || isDeferred || begun ? [] : [text]),
    release: () => Effect.void,
    dueCount: () => Effect.succeed(isStored ? 0 : 1),
    chunks: () => Effect.succeed(new Map()),
    defer: () => Effect.sync(() => void (isDeferred = true)),
    store: () => Effect.sync(() => void (isStored = true))
  })
  const modelOver = (client: HttpClient.HttpClient) =>
    Layer.effect(Embedder, Effect.provideService(openai(endpoint), HttpClient.HttpClient, client))
  return {
    refusals: everyRefusal,
    host: "model.example",
    drain: (refusal) => {
      const client = refusal === null ? vectors : refusing(vectors, 0, refusal).client
      const draining = drainOf("embeddings", Layer.merge(store, modelOver(client)))
      return Effect.map(inTime(Effect.orDie(draining)), ({ exit }) => Exit.flatten(exit))
    },
    later: Effect.sync(() => void (isDeferred = false)),
    state: () => ({ found: isStored ? 1 : 0, misses: 0 })
  } satisfies Stage
})

const stages = { articles, embeddings, images }

/** Weights are computed of what is stored: nobody is asked. */
const askNobody = ["search-weights"]

const expectRefused = (exit: Exit.Exit<unknown, unknown>, host: string, refusal: Refusal) => {
  const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : exit.value
  expect(failure, refusal).toSatisfy(isSourceFailure)
  expect(failure, refusal).toSatisfy(isRefusal)
  if (!isSourceFailure(failure)) return
  expect(withAnswer(failure), refusal).toContain(`${host} answered HTTP ${refusals[refusal].status}`)
  if (refusals[refusal].body === words) expect(withAnswer(failure), refusal).toContain(words)
}

describe("a host that refuses what a shared service asks", () => {
  it.effect("is tried for all that ask one", () =>
    Effect.gen(function* () {
      const ids = (yield* SharedEnrichments).map(({ id }) => id)
      expect(ids.toSorted()).toStrictEqual([...Object.keys(stages), ...askNobody].toSorted())
    }).pipe(Effect.provide(enrichmentsOver(Layer.empty)))
  )

  it.scoped.each(Object.entries<Effect.Effect<Stage, never, Scope.Scope>>(stages))(
    "leaves %s due, and they are found when it answers again",
    ([, make]) =>
      Effect.gen(function* () {
        for (const refusal of histories((yield* make).refusals)) {
          const { drain, host, later, state } = yield* make
          expectRefused(yield* drain(refusal), host, refusal)
          expect(state(), refusal).toStrictEqual({ found: 0, misses: 0 })
          yield* later
          expect(yield* drain(null), refusal).toMatchObject({ _tag: "Success" })
          expect(state(), refusal).toStrictEqual({ found: 1, misses: 0 })
        }
      })
  )
})

/** Finders that ask nobody: they know the address of a picture. */
const linking = ["page", "media-server", "cover-art of an album"]

const types: ReadonlyArray<EntityType> = ["album", "artist", "performer", "movie", "show", "media", "release"]

const hintsOf = (type: EntityType): ImageRequest["hints"] => ({
  ...{ artist: "The Quiet Hours", album: "Low Water", title: "Low Water", year: "2010" },
  ...{ tmdb_id: "603", tvdb_id: "9", discogs_release: "900010", apple_music_url: "https://music.apple.com/us/album/1" },
  ...(type === "artist" || type === "performer" ? { mbid: "0a1b2c3d-0000-4000-8000-000000000001" } : {})
})

const findersOf = (type: EntityType, client: HttpClient.HttpClient, config: ConfigProvider.ConfigProvider) =>
  Effect.map(PictureFinders, ({ of }) => of("listening", type)).pipe(
    Effect.provide(Finders.layer.pipe(Layer.provide(MediaServer.layer))),
    Effect.provideService(HttpClient.HttpClient, client),
    Effect.withConfigProvider(config),
    Effect.orDie
  )

describe("a catalogue of pictures that refuses", () => {
  it.effect.each(types)("leaves the picture of %s due, and is named", (type) =>
    Effect.gen(function* () {
      const { config: simulated, provider } = yield* worldUntil(Date.parse("2024-01-21T08:00:00Z"))
      const more = new Map([
        ["DAYBOOK_FANART_API_KEY", "k"],
        ["DAYBOOK_FANART_BASE_URL", "http://provider.example/fanart"]
      ])
      const config = ConfigProvider.orElse(ConfigProvider.fromMap(more), () => simulated)
      const sources = (yield* findersOf(type, provider, config)).map(({ source }) => source)
      const asking = [...sources.entries()].filter(
        ([, source]) => !linking.includes(source) && !linking.includes(`${source} of an ${type}`)
      )
      expect(asking).not.toStrictEqual([])
      for (const refusal of histories(everyRefusal))
        for (const [index, source] of asking) {
          const { client } = refusing(provider, 0, refusal)
          const finder = (yield* findersOf(type, client, config))[index]!
          const { layer, state } = makePicture(type, { urls: [], hints: hintsOf(type) })
          const ports = Layer.mergeAll(
            layer,
            Layer.mock(PictureIntake, {}),
            Layer.succeed(PictureFinders, { of: () => [finder], awaits: () => [] })
          )
          const { exit } = yield* inTime(Effect.provide(Stream.runDrain(fillImages("listening")), ports))
          expectRefused(exit, "provider.example", refusal)
          expect(state, `${source} ${refusal}`).toStrictEqual({ found: 0, misses: 0 })
        }
    })
  )
})
