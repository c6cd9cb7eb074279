import { Clock, Effect, Option, Stream } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import type { StorageFailure } from "../shared/errors.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { HallFollower } from "../sync/HallFollowers.js"
import { forbearing } from "../sync/forbearing.js"
import { leased } from "../sync/leased.js"
import type { FollowUp } from "../sync/Source.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import { isWebAddress } from "./address.js"
import { articleEntity } from "./entities.js"
import { type PageContent, PageReader } from "./PageReader.js"
import { type LookUp, ReadingLookups, type WantedArticle } from "./ReadingLookups.js"
import { ReadingRecords } from "./ReadingRecords.js"

const dayMs = 86_400_000
/** When to look again for what is not to be had; after the last of them never. */
const lastingDays = [7, 30]
/** For pages that nobody answers for, which may be our own network: sooner at first. */
const passingDays = [1 / 24, 1, 7, 30]
const batch = 20
const pagesAtOnce = 4

type Found<A> = { readonly _tag: "Found"; readonly value: A } | { readonly _tag: "Missing"; readonly passing: boolean }

/** Brings texts and page data to articles, one by one, each shown to the halls as soon as it is stored. */
export class ArticleBodies extends Effect.Service<ArticleBodies>()("@daybook/core/ArticleBodies", {
  effect: Effect.gen(function*() {
    const lookups = yield* ReadingLookups
    const records = yield* ReadingRecords
    const publisher = yield* Publisher
    const transaction = yield* Transaction
    const versions = yield* DataVersions

    const settle = <A>(wanted: WantedArticle, found: Found<A>, keep: (value: A | null, again: number | null) => Effect.Effect<boolean, StorageFailure>) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        yield* transaction.run(Effect.gen(function*() {
          const kept = yield* found._tag === "Found" ? keep(found.value, null) : keep(null, againAt(now, wanted.attempts, found.passing))
          if (!kept) return
          yield* publisher.publish("reading", (yield* records.shown([wanted.id])).map(articleEntity))
          yield* versions.bump("reading")
        }))
      })

    /** Whatever is due, a batch at a time; nothing is taken twice in a pass. */
    const drain = (lookUp: LookUp, source: string | null, atOnce: number, handle: (wanted: WantedArticle) => Effect.Effect<void, SourceFailure | StorageFailure>) =>
      Stream.unfoldEffect(new Set<number>(), (seen) =>
        leased(lookups.take(lookUp, source, batch), (taken) => Effect.gen(function*() {
          const wanted = taken.filter(({ id }) => !seen.has(id))
          if (wanted.length === 0) return Option.none()
          for (const { id } of wanted) seen.add(id)
          yield* Effect.forEach(wanted, handle, { concurrency: atOnce, discard: true })
          return Option.some([{ done: wanted.length, left: yield* lookups.left(lookUp, source) } satisfies FollowUp, seen] as const)
        }), (taken) => lookups.giveBack(lookUp, taken)))

    return {
      /** Texts of a source's articles, by its own way of getting one; none is a text that it cannot make. */
      texts: (source: string, textOf: (sourceId: number) => Effect.Effect<Option.Option<string>, SourceFailure>): Stream.Stream<FollowUp, SourceFailure | StorageFailure> =>
        Stream.suspend(() => {
          const bear = forbearing()
          return drain("text", source, 1, (wanted) =>
            Effect.gen(function*() {
              if (wanted.sourceId === null) return
              const found: Effect.Effect<Found<string>, SourceFailure> = Effect.map(textOf(wanted.sourceId), Option.match({
                onNone: () => ({ _tag: "Missing", passing: false } as const),
                onSome: (value) => ({ _tag: "Found", value } as const)
              }))
              const looked = yield* bear(found, Effect.succeed({ _tag: "Missing", passing: true } as const))
              yield* settle(wanted, looked, (value, again) => lookups.keepText(wanted, value, again))
            }))
        }),
      /** The articles' own pages. */
      pages: (reader: PageReader["Type"]): Stream.Stream<FollowUp, SourceFailure | StorageFailure> =>
        drain("page", null, pagesAtOnce, (wanted) =>
          Effect.gen(function*() {
            const found = yield* pageOf(reader, wanted.url)
            yield* settle(wanted, found, (value, again) => lookups.keepPage(wanted, value, again))
          }))
    }
  })
}) {}

const againAt = (now: number, attempts: number, passing: boolean): number | null => {
  const days = (passing ? passingDays : lastingDays)[attempts]
  return days === undefined ? null : now + days * dayMs
}

/** Mail and other private articles have no page. */
const pageOf = (reader: PageReader["Type"], url: string): Effect.Effect<Found<PageContent>> =>
  !isWebAddress(url)
    ? Effect.succeed({ _tag: "Missing", passing: false })
    : reader.read(url).pipe(
      Effect.map((value): Found<PageContent> => ({ _tag: "Found", value })),
      Effect.catchTag("PageUnreadable", ({ message, passing }) =>
        Effect.as(Effect.logDebug(`${url}: ${message}`), { _tag: "Missing" as const, passing }))
    )

/** Reads the pages of articles after every sync, whichever source or file they came from. */
export const articlePages = Effect.gen(function*() {
  const bodies = yield* ArticleBodies
  const reader = yield* PageReader
  return { id: "articles", domains: ["reading"], drain: () => bodies.pages(reader) } satisfies HallFollower
})
