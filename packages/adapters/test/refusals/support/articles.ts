import {
  ArticleBodies,
  type ArticlePart,
  type ArticleTarget,
  ReadingEnrichmentStore,
  ReadingRecords
} from "@daybook/core/reading"
import { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { DataVersions, type EnrichmentProgress } from "@daybook/core/sync"
import { Clock, Effect, Layer, Stream } from "effect"

/** Articles in memory that wait for their texts or their pages. */
export const makeArticles = (articles: ReadonlyArray<Pick<ArticleTarget, "sourceId" | "url">>) => {
  const readable = new Set<number>()
  const missed = new Set<number>()
  const nextTimes = new Map<number, number>()
  const targets = articles.map((article, id): ArticleTarget => ({ ...article, id, source: "instapaper", attempts: 0 }))
  const due = Effect.map(Clock.currentTimeMillis, (now) => targets.filter(({ id }) => (nextTimes.get(id) ?? 0) <= now))
  const store = ({ id }: ArticleTarget, content: unknown, retryAt: number | null) =>
    Effect.sync(() => {
      ;(content === null ? missed : readable).add(id)
      nextTimes.set(id, retryAt ?? Number.POSITIVE_INFINITY)
      return true
    })
  const stores = Layer.mergeAll(
    Layer.mock(ReadingEnrichmentStore, {
      claim: () => due,
      release: () => Effect.void,
      dueCount: () => Effect.map(due, ({ length }) => length),
      storeText: store,
      storePage: store,
      postpone: (_: ArticlePart, { id }, until) => Effect.sync(() => void nextTimes.set(id, until))
    }),
    Layer.mock(ReadingRecords, { publishable: () => Effect.succeed([]) }),
    Layer.succeed(Publisher, { publish: () => Effect.void } as never),
    Layer.mock(Transaction, { run: (effect) => effect }),
    Layer.mock(DataVersions, { latest: () => 0, bump: () => Effect.void })
  )
  const layer = Layer.fresh(Layer.provide(ArticleBodies.Default, stores))
  return {
    layer,
    found: () => readable.size,
    misses: () => missed.size,
    drain: <E, R>(drain: Stream.Stream<EnrichmentProgress, E, R>) => Effect.provide(Stream.runDrain(drain), layer)
  }
}
