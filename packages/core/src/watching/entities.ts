import type { FeedEntry } from "../feed/FeedItem.js"
import type { Entity } from "../publishing/Entity.js"
import type { ShownTitle, ShownWatch } from "./WatchingRecords.js"

/** A film or show as search, pictures and feed get it. */
export const entityOf = (shown: ShownTitle): Entity => ({
  type: shown.kind,
  id: shown.id,
  document: {
    title: shown.title,
    subtitle: [shown.year, ...shown.directors].filter((part) => part !== null).join(" · ") || null,
    body: shown.summary,
    details: {}
  },
  image: {
    urls: shown.poster === null ? [] : [shown.poster],
    hints: {
      title: shown.title,
      ...(shown.year === null ? {} : { year: String(shown.year) }),
      ...(shown.tmdbId === null ? {} : { tmdb_id: String(shown.tmdbId) })
    }
  },
  feed: shown.watches.map((watch) => entryOf(shown, watch))
})

const entryOf = (shown: ShownTitle, watch: ShownWatch): FeedEntry => ({
  eventType: watch.episode === null ? "movie_watched" : "episode_watched",
  sourceId: watch.sourceId,
  occurredAt: watch.watchedAt,
  date: watch.date,
  title: watch.episode === null
    ? `Watched ${shown.title}${shown.year === null ? "" : ` (${shown.year})`}`
    : `Watched ${shown.title} S${watch.episode.season}E${watch.episode.number}`,
  subtitle: watch.episode?.title ?? null,
  metadata: { source: watch.source, rewatch: watch.rewatch, ...(watch.rating === null ? {} : { user_rating: watch.rating }) }
})
