import { Feed, type FeedItem, FeedStore } from "@daybook/core/feed"
import { Effect, Layer } from "effect"

const day = 86_400_000
const items = (now: number): ReadonlyArray<FeedItem> =>
  Array.from({ length: 5 }, (_, index) => ({
    id: 5 - index,
    domain: "listening",
    eventType: "new_artist",
    sourceId: `artist:${index}`,
    occurredAt: now - index * day,
    date: new Date(now - index * day).toISOString().slice(0, 10),
    title: `Discovered Artist ${index}`,
    subtitle: null,
    entity: { type: "artist", id: index + 1 },
    metadata: null,
    createdAt: now,
    picture: null
  }))

/** A feed of a few discoveries, one per day. */
export const feed = (now: number) =>
  Feed.Default.pipe(
    Layer.provide(
      Layer.mock(FeedStore, {
        page: ({ after, domain, limit, range, types }) =>
          Effect.succeed(
            items(now)
              .filter((item) => after === null || item.id < after.id)
              .filter((item) => domain === null || item.domain === domain)
              .filter((item) => types === undefined || types.includes(item.entity.type))
              .filter((item) => range.to === null || item.occurredAt < range.to)
              .slice(0, limit)
          ),
        items: (ids) => Effect.succeed(items(now).filter(({ id }) => ids.includes(id))),
        onThisDay: () => Effect.succeed(items(now))
      })
    )
  )
