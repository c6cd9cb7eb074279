import { Clock, Context, Data, Duration, Effect, Option, Schema, Stream } from "effect"
import { Publisher, commitChange } from "../publishing/index.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Transaction } from "../shared/Transaction.js"
import { withLease } from "../sync/EnrichmentQueue.js"
import { Enrichments, type SharedEnrichment } from "../sync/Enrichments.js"
import type { DataVersions, JobProgress } from "../sync/SyncStore.js"
import type { EnrichmentProgress } from "../sync/Source.js"
import { type SourceFailure, tolerateFailures } from "../sync/SourceFailure.js"
import { isWebAddress } from "./address.js"
import { ReadingRecords } from "./store.js"
import { articleEntity } from "./writer.js"
import { field } from "../shared/fields.js"

/** A web page's metadata and article text. Null means that the page lacks it. */
export interface PageContent {
  readonly title: string | null
  readonly author: string | null
  readonly siteName: string | null
  readonly description: string | null
  readonly imageUrl: string | null
  /** Plain text; empty lines separate paragraphs. */
  readonly text: string | null
}

/** The page cannot be read. `passing` means that the failure is transient. */
export class PageUnreadable extends Data.TaggedError("PageUnreadable")<{
  readonly message: string
  readonly passing: boolean
}> {}

/** Reads the web pages of articles. */
export class PageReader extends Context.Tag("@daybook/core/PageReader")<
  PageReader,
  { readonly read: (url: string) => Effect.Effect<PageContent, PageUnreadable> }
>() {}

/** What is added to an article: its text at its source, and its web page. */
export const articleParts = ["text", "page"] as const
export type ArticlePart = (typeof articleParts)[number]

/** The sources that have texts of their articles. */
export const textSources: ReadonlyArray<string> = ["instapaper"]

export interface ArticleTarget {
  readonly id: number
  readonly source: string
  readonly sourceId: string | null
  readonly url: string
  /** Consecutive failed attempts. */
  readonly attempts: number
}

export const reenrichModes = ["failed", "missing-images"] as const
export type ReenrichMode = (typeof reenrichModes)[number]

type Answer<A> = Effect.Effect<A, StorageFailure>

/** Due enrichment of articles and its results. The source's text takes precedence over the page's. */
export class ReadingEnrichmentStore extends Context.Tag("@daybook/core/ReadingEnrichmentStore")<
  ReadingEnrichmentStore,
  {
    /**
     * Leases up to `limit` due articles for some minutes, newest saved first. Texts are due for articles with an id at
     * `source`, pages for every article.
     */
    readonly claim: (part: ArticlePart, source: string | null, limit: number) => Answer<ReadonlyArray<ArticleTarget>>
    /** Releases leased articles without an outcome, so that they are due again. */
    readonly release: (part: ArticlePart, leased: ReadonlyArray<ArticleTarget>) => Answer<void>
    readonly dueCount: (part: ArticlePart, source: string | null) => Answer<number>
    /**
     * Stores the text, or null if there is none, and the time of the next attempt (epoch milliseconds; null for never).
     * False if the article was deleted or its address changed.
     */
    readonly storeText: (target: ArticleTarget, text: string | null, retryAt: number | null) => Answer<boolean>
    readonly storePage: (target: ArticleTarget, page: PageContent | null, retryAt: number | null) => Answer<boolean>
    /**
     * Makes enrichment due again for articles without text, or without a picture, newest saved first. Returns their
     * ids.
     */
    readonly markDue: (mode: ReenrichMode, limit: number) => Answer<ReadonlyArray<number>>
    /** How many of these articles now have a text, or a picture, depending on the mode. */
    readonly succeeded: (mode: ReenrichMode, ids: ReadonlyArray<number>) => Answer<number>
  }
>() {}

const dayMs = 86_400_000
/** Days before each retry after a permanent failure. There is no retry after the last. */
const permanentRetryDays = [7, 30]
/** Days before each retry after a transient failure, which may be our own network's. */
const transientRetryDays = [1 / 24, 1, 7, 30]
const batch = 20
const concurrentPages = 4

type Content<A> =
  { readonly _tag: "Found"; readonly value: A } | { readonly _tag: "Missing"; readonly transient: boolean }

/** Adds texts and page data to articles. Each article is stored and published in its own transaction. */
export class ArticleBodies extends Effect.Service<ArticleBodies>()("@daybook/core/ArticleBodies", {
  effect: Effect.gen(function* () {
    const enrichmentStore = yield* ReadingEnrichmentStore
    const records = yield* ReadingRecords
    const publisher = yield* Publisher
    const commitServices = yield* Effect.context<Transaction | DataVersions>()

    const storeContent = <A>(
      target: ArticleTarget,
      content: Content<A>,
      store: (value: A | null, retryAt: number | null) => Effect.Effect<boolean, StorageFailure>
    ) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const write =
          content._tag === "Found"
            ? store(content.value, null)
            : store(null, nextAttempt(now, target.attempts, content.transient))
        yield* commitChange(
          "reading",
          write,
          (stillExists) => stillExists,
          () =>
            Effect.flatMap(records.publishable([target.id]), (articles) =>
              publisher.publish("reading", articles.map(articleEntity))
            )
        )
      }).pipe(Effect.provide(commitServices))

    /** Handles all due articles in batches. Each article is handled at most once. */
    const drain = (
      part: ArticlePart,
      source: string | null,
      concurrency: number,
      handle: (target: ArticleTarget) => Effect.Effect<void, SourceFailure | StorageFailure>
    ) =>
      Stream.unfoldEffect(new Set<number>(), (seen) =>
        withLease(
          enrichmentStore.claim(part, source, batch),
          (lease) =>
            Effect.gen(function* () {
              const targets = lease.filter(({ id }) => !seen.has(id))
              if (targets.length === 0) return Option.none()
              for (const { id } of targets) seen.add(id)
              yield* Effect.forEach(targets, handle, { concurrency, discard: true })
              return Option.some([
                {
                  done: targets.length,
                  left: yield* enrichmentStore.dueCount(part, source)
                } satisfies EnrichmentProgress,
                seen
              ] as const)
            }),
          (lease) => enrichmentStore.release(part, lease)
        )
      )

    return {
      /** Fetches the texts of a source's articles with `textOf`, which returns none if it has no text. */
      texts: (
        source: string,
        textOf: (sourceId: string) => Effect.Effect<Option.Option<string>, SourceFailure>
      ): Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure> =>
        Stream.suspend(() => {
          const tolerate = tolerateFailures()
          return drain("text", source, 1, (target) =>
            Effect.gen(function* () {
              if (target.sourceId === null) return
              const fetched: Effect.Effect<Content<string>, SourceFailure> = Effect.map(
                textOf(target.sourceId),
                Option.match({
                  onNone: () => ({ _tag: "Missing", transient: false }) as const,
                  onSome: (value) => ({ _tag: "Found", value }) as const
                })
              )
              const content = yield* tolerate(fetched, Effect.succeed({ _tag: "Missing", transient: true } as const))
              yield* storeContent(target, content, (value, retryAt) =>
                enrichmentStore.storeText(target, value, retryAt)
              )
            })
          )
        }),
      /** Fetches the web pages of articles. */
      pages: (reader: PageReader["Type"]): Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure> =>
        drain("page", null, concurrentPages, (target) =>
          Effect.gen(function* () {
            const content = yield* pageOf(reader, target.url)
            yield* storeContent(target, content, (value, retryAt) => enrichmentStore.storePage(target, value, retryAt))
          })
        )
    }
  })
}) {}

const nextAttempt = (now: number, attempts: number, transient: boolean): number | null => {
  const days = (transient ? transientRetryDays : permanentRetryDays)[attempts]
  return days === undefined ? null : now + days * dayMs
}

/** Emails and other private articles have no page. */
const pageOf = (reader: PageReader["Type"], url: string): Effect.Effect<Content<PageContent>> =>
  !isWebAddress(url)
    ? Effect.succeed({ _tag: "Missing", transient: false })
    : reader.read(url).pipe(
        Effect.map((value): Content<PageContent> => ({ _tag: "Found", value })),
        Effect.catchTag("PageUnreadable", ({ message, passing }) =>
          Effect.as(Effect.logDebug(`${url}: ${message}`), { _tag: "Missing" as const, transient: passing })
        )
      )

/** Fetches the pages of articles after every sync, for all sources and files. */
export const articlePages = Effect.gen(function* () {
  const bodies = yield* ArticleBodies
  const reader = yield* PageReader
  return { id: "articles", domains: ["reading"], drain: () => bodies.pages(reader) } satisfies SharedEnrichment
})

/** The longest that one request may run. Remaining articles are done after the next sync. */
const budget = Duration.hours(6)

/** The result of `POST /v1/admin/reenrich-reading`. */
export const Reenriched = Schema.Struct({
  retried: field(Schema.Number, "Number of articles fetched again", 20),
  succeeded: field(Schema.Number, "Number of them that succeeded", 12),
  still_failed: field(Schema.Number, "Number of them that failed again", 8),
  took_ms: field(Schema.Number, "Duration in milliseconds", 840)
}).annotations({ identifier: "ReenrichedReading" })
export type Reenriched = typeof Reenriched.Type

/** Retries failed enrichment now, without waiting for the next scheduled attempt. */
export class Reenrichment extends Effect.Service<Reenrichment>()("@daybook/core/Reenrichment", {
  effect: Effect.gen(function* () {
    const enrichmentStore = yield* ReadingEnrichmentStore
    const bodies = yield* ArticleBodies
    const reader = yield* PageReader
    const enrichments = yield* Enrichments
    return {
      run: Effect.fn("Reenrichment.run")(function* (
        mode: ReenrichMode,
        limit: number,
        progress: (progress: JobProgress) => Effect.Effect<void>
      ) {
        const start = yield* Clock.currentTimeMillis
        const ids = yield* enrichmentStore.markDue(mode, limit)
        yield* progress({ done: 0, total: ids.length })
        const texts = enrichments.drainSources("reading", { budget, onProgress: () => Effect.void })
        const pages = Effect.timeoutOption(Effect.ignoreLogged(Stream.runDrain(bodies.pages(reader))), budget)
        if (ids.length > 0) yield* Effect.all([texts, pages], { concurrency: 2, discard: true })
        if (ids.length > 0 && mode === "missing-images")
          yield* enrichments.drainShared("images", "reading", { budget, onProgress: () => Effect.void })
        const succeeded = yield* enrichmentStore.succeeded(mode, ids)
        const end = yield* Clock.currentTimeMillis
        yield* progress({ done: ids.length, total: ids.length })
        return {
          retried: ids.length,
          succeeded,
          still_failed: ids.length - succeeded,
          took_ms: end - start
        } satisfies Reenriched
      })
    }
  })
}) {}
