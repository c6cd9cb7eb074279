import { Effect, Option } from "effect"
import type { FeedEntry } from "../feed/FeedStore.js"
import { type Entity, type Publisher, publishOf } from "../publishing/index.js"
import type { DomainWriter } from "../sync/Source.js"
import type { Title, TitleKind, WatchingRecord } from "./model.js"
import { listOfKey } from "./reports.js"
import { type EpisodeNumber, type PublishableTitle, type PublishableWatch, WatchingRecords } from "./store.js"

/** A film or show as it is published to search, pictures and feed. */
export const entityOf = (title: PublishableTitle): Entity => ({
  type: title.kind,
  id: title.id,
  document: {
    title: title.title,
    subtitle: [title.year, ...title.directors].filter((part) => part !== null).join(" · ") || null,
    body: title.summary,
    details: {}
  },
  image: {
    urls: title.poster === null ? [] : [title.poster],
    hints: {
      title: title.title,
      ...(title.year === null ? {} : { year: String(title.year) }),
      ...(title.tmdbId === null ? {} : { tmdb_id: String(title.tmdbId) })
    }
  },
  feed: title.watches.map((watch) => entryOf(title, watch))
})

const entryOf = (title: PublishableTitle, watch: PublishableWatch): FeedEntry => ({
  eventType: watch.episode === null ? "movie_watched" : "episode_watched",
  sourceId: watch.sourceId,
  occurredAt: watch.watchedAt,
  date: watch.date,
  title:
    watch.episode === null
      ? `Watched ${title.title}${title.year === null ? "" : ` (${title.year})`}`
      : `Watched ${title.title} S${watch.episode.season}E${watch.episode.number}`,
  subtitle: watch.episode?.title ?? null,
  metadata: {
    source: watch.source,
    rewatch: watch.rewatch,
    ...(watch.rating === null ? {} : { user_rating: watch.rating })
  }
})

/** Publishes what a write changed, within its transaction. */
export const publishChanges = publishOf("watching", entityOf)

/**
 * Writes reports of viewings. A page's `covers` is a span of times when entries were logged at the source, not of
 * viewing times: a feed lists the newest entries, whatever their day.
 */
const writerOf = (nameOf: (source: string) => string): DomainWriter<WatchingRecord, WatchingRecords | Publisher> => ({
  domain: "watching",
  apply: (source, page) =>
    Effect.gen(function* () {
      const records = yield* WatchingRecords
      const { applied, changes } = yield* records.put(
        nameOf(source),
        page.records,
        Option.getOrNull(page.covers),
        page.fullListing
      )
      yield* publishChanges(changes)
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const records = yield* WatchingRecords
      const { removed, changes } = yield* records.remove(nameOf(source), keys)
      yield* publishChanges(changes)
      return removed
    }),
  count: (source) => Effect.flatMap(WatchingRecords, (records) => records.count(nameOf(source))),
  timeOf: ({ report }) => report?.at ?? null,
  lists: {
    of: listOfKey,
    counts: (source) => Effect.flatMap(WatchingRecords, (records) => records.counts(nameOf(source)))
  },
  recount: Effect.void
})

export const watchingWriter = writerOf((source) => source)

/** The writer of a source with another id than its reports: a source of another domain has the name already. */
export const watchingWriterOf = (name: string) => writerOf(() => name)

/** Stores a metadata service's details of a film or show. The caller provides the transaction. */
export const describe = (kind: TitleKind, id: number, title: Title) =>
  Effect.gen(function* () {
    const records = yield* WatchingRecords
    yield* publishChanges(yield* records.describe(kind, id, title))
  })

/** Stores the numbers that TMDB gives episodes of one show. The caller provides the transaction. */
export const numberEpisodes = (episodes: ReadonlyArray<EpisodeNumber>, tmdbId: number) =>
  Effect.gen(function* () {
    const records = yield* WatchingRecords
    const changes = yield* records.numberEpisodes(episodes, tmdbId)
    if (changes !== null) yield* publishChanges(changes)
  })
