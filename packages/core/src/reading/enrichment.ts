import { Clock, Context, Data, Effect, Option, Stream } from "effect"
import { Publisher, commitChange } from "../publishing/index.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Transaction } from "../shared/Transaction.js"
import { withLease } from "../sync/EnrichmentQueue.js"
import type { SharedEnrichment } from "../sync/Enrichments.js"
import type { DataVersions } from "../sync/SyncStore.js"
import type { EnrichmentProgress } from "../sync/Source.js"
import { type ProviderAnswer, SourceFailure, isRefusal, tolerateFailures } from "../sync/SourceFailure.js"
import { isWebAddress } from "./address.js"
import { ReadingRecords } from "./store.js"
import { articleEntity } from "./writer.js"

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

/**
 * The page cannot be read. `passing` means that the failure is transient. A refusal says nothing about the page: its
 * host answered, but neither with the page nor with "there is none".
 */
export class PageUnreadable extends Data.TaggedError("PageUnreadable")<{
  readonly message: string
  readonly passing: boolean
  readonly refusal?: ProviderAnswer | undefined
}> {}

/** Reads the web pages of articles. */
export class PageReader extends Context.Tag("@daybook/core/PageReader")<
  PageReader,
  { readonly read: (url: string) => Effect.Effect<PageContent, PageUnreadable> }
>() {}

/** What is added to an article: its text at its source, and its web page. */
export const articleParts = ["text", "page"] as const
export type ArticlePart = (typeof articleParts)[number]

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
    /** Schedules the next attempt (epoch milliseconds) after a refusal, which counts as no attempt. */
    readonly postpone: (part: ArticlePart, target: ArticleTarget, retryAt: number) => Answer<void>
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

const hourMs = 3_600_000
/** How long an article waits whose text, or whose page, was refused. Some hosts of pages refuse programs for good. */
const refusedWaitMs: Readonly<Record<ArticlePart, number>> = { text: hourMs, page: 6 * hourMs }

type Content<A> =
  | { readonly _tag: "Found"; readonly value: A }
  | { readonly _tag: "Missing"; readonly transient: boolean }
  | { readonly _tag: "Refused" }

/** Adds texts and page data to articles. Each article is stored and published in its own transaction. */
export class ArticleBodies extends Effect.Service<ArticleBodies>()("@daybook/core/ArticleBodies", {
  effect: Effect.gen(function* () {
    const enrichmentStore = yield* ReadingEnrichmentStore
    const records = yield* ReadingRecords
    const publisher = yield* Publisher
    const commitServices = yield* Effect.context<Transaction | DataVersions>()

    const storeContent = <A>(
      part: ArticlePart,
      target: ArticleTarget,
      content: Content<A>,
      store: (value: A | null, retryAt: number | null) => Effect.Effect<boolean, StorageFailure>
    ) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (content._tag === "Refused") return yield* enrichmentStore.postpone(part, target, now + refusedWaitMs[part])
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
          const refusals: Array<SourceFailure> = []
          const work = drain("text", source, 1, (target) =>
            Effect.gen(function* () {
              if (target.sourceId === null) return
              const fetched: Effect.Effect<Content<string>, SourceFailure> = Effect.map(
                textOf(target.sourceId),
                Option.match({
                  onNone: () => ({ _tag: "Missing", transient: false }) as const,
                  onSome: (value) => ({ _tag: "Found", value }) as const
                })
              )
              const content = yield* tolerate(
                Effect.tapError(fetched, (failure) =>
                  Effect.sync(() => void (isRefusal(failure) ? refusals.push(failure) : undefined))
                ),
                Effect.succeed<Content<string>>({ _tag: "Refused" })
              )
              yield* storeContent("text", target, content, (value, retryAt) =>
                enrichmentStore.storeText(target, value, retryAt)
              )
            })
          )
          return Stream.concat(
            work,
            failingWith(() => refusals[0])
          )
        }),
      /** Fetches the web pages of articles. Fails if hosts refused, and no page could be read. */
      pages: (reader: PageReader["Type"]): Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure> =>
        Stream.suspend(() => {
          const refusals: Array<ProviderAnswer> = []
          let hasFound = false
          const work = drain("page", null, concurrentPages, (target) =>
            Effect.gen(function* () {
              const content = yield* pageOf(reader, target.url, (answer) => refusals.push(answer))
              hasFound ||= content._tag === "Found"
              yield* storeContent("page", target, content, (value, retryAt) =>
                enrichmentStore.storePage(target, value, retryAt)
              )
            })
          )
          return Stream.concat(
            work,
            failingWith(() => (hasFound || refusals[0] === undefined ? undefined : pagesRefused(refusals[0])))
          )
        })
    }
  })
}) {}

const nextAttempt = (now: number, attempts: number, transient: boolean): number | null => {
  const days = (transient ? transientRetryDays : permanentRetryDays)[attempts]
  return days === undefined ? null : now + days * dayMs
}

/** Ends a pass with the failure that it met, if it met one. */
const failingWith = (failure: () => SourceFailure | undefined): Stream.Stream<never, SourceFailure> =>
  Stream.suspend(() => {
    const met = failure()
    return met === undefined ? Stream.empty : Stream.fail(met)
  })

const pagesRefused = (answer: ProviderAnswer) =>
  new SourceFailure({
    source: "articles",
    state: "unavailable",
    message: "the pages of articles cannot be read",
    next: "check that this host may read the web; they are read again in six hours",
    answer
  })

/** Emails and other private articles have no page. */
const pageOf = (
  reader: PageReader["Type"],
  url: string,
  onRefusal: (answer: ProviderAnswer) => void
): Effect.Effect<Content<PageContent>> =>
  !isWebAddress(url)
    ? Effect.succeed({ _tag: "Missing", transient: false })
    : reader.read(url).pipe(
        Effect.map((value): Content<PageContent> => ({ _tag: "Found", value })),
        Effect.catchTag("PageUnreadable", ({ message, passing, refusal }) => {
          if (refusal !== undefined) onRefusal(refusal)
          return Effect.as(
            Effect.logDebug(`${url}: ${message}`),
            refusal === undefined ? { _tag: "Missing" as const, transient: passing } : { _tag: "Refused" as const }
          )
        })
      )

/** Fetches the pages of articles after every sync, for all sources and files. */
export const articlePages = Effect.gen(function* () {
  const bodies = yield* ArticleBodies
  const reader = yield* PageReader
  return { id: "articles", domains: ["reading"], drain: () => bodies.pages(reader) } satisfies SharedEnrichment
})
