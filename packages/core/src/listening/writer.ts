import { type Context, Effect, Option } from "effect"
import type { FeedEntry } from "../feed/FeedStore.js"
import type { ImageRequest } from "../images/ports.js"
import { type Entity, Publisher } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { DomainWriter } from "../sync/Source.js"
import type { Play } from "./model.js"
import { type Discovery, type ListeningChanges, ListeningRecords } from "./store.js"

/**
 * The published form of artists, albums and tracks. The feed gets only new discoveries: first played after `newSince`,
 * not imported from an old history.
 */
export const entityOf =
  (calendar: Context.Tag.Service<Calendar>, newSince: number | undefined) =>
  (appeared: Discovery): Entity => {
    const { artist, firstPlayedAt, id, kind, name, url } = appeared
    const isNews = newSince !== undefined && firstPlayedAt > newSince
    return {
      type: kind,
      id,
      document: { title: name, subtitle: kind === "artist" ? null : artist, body: null, details: { url } },
      image: imageRequest(appeared),
      feed: isNews && kind !== "track" ? [discovery(calendar, appeared)] : []
    }
  }

/** A record that the owner identified is found by its id alone: its name finds others. */
const imageRequest = ({ artist, givenMbid, kind, mbid, name }: Discovery): ImageRequest | null => {
  if (givenMbid !== null) return kind === "track" || mbid === null ? null : { urls: [], hints: { mbid } }
  const ids: Record<string, string> = mbid === null ? {} : { mbid }
  switch (kind) {
    case "artist":
      return { urls: [], hints: { ...ids, artist: name } }
    case "album":
      return { urls: [], hints: { ...ids, artist, album: name } }
    case "track":
      return null
  }
}

const discovery = (
  calendar: Context.Tag.Service<Calendar>,
  { artist, firstPlayedAt, id, kind, name }: Discovery
): FeedEntry => ({
  eventType: `new_${kind}`,
  sourceId: `${kind}:${id}`,
  occurredAt: firstPlayedAt,
  date: calendar.dateOf(firstPlayedAt),
  title: kind === "artist" ? `Discovered ${name}` : `New album: ${name}`,
  subtitle: kind === "artist" ? null : artist,
  metadata: null
})

/** Publishes additions to feed, search and images, and withdraws removals from them. */
export const publishChanges = Effect.fn("listening.publishChanges")(function* (
  { upserted, deleted }: ListeningChanges,
  newSince?: number
) {
  if (upserted.length === 0 && deleted.length === 0) return
  const publisher = yield* Publisher
  yield* publisher.publish("listening", upserted.map(entityOf(yield* Calendar, newSince)))
  yield* publisher.withdraw("listening", deleted)
})

/** The services that writes of listening records need. */
export type ListeningWriteServices = ListeningRecords | Publisher | Calendar

/** Writes plays. Listening sources never report single removals: a play is missing if its span lacks it. */
export const listeningWriter: DomainWriter<Play, ListeningWriteServices> = {
  domain: "listening",
  apply: (source, page) =>
    Effect.gen(function* () {
      const records = yield* ListeningRecords
      const { changes, ...applied } = yield* records.put(source, page.records, Option.getOrNull(page.covers))
      yield* publishChanges(changes, page.newSince)
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const records = yield* ListeningRecords
      const { changes, removed } = yield* records.remove(source, keys)
      yield* publishChanges(changes)
      return removed
    }),
  recount: Effect.flatMap(ListeningRecords, (records) => records.completeCounts),
  count: (source) => Effect.flatMap(ListeningRecords, (records) => records.count(source)),
  timeOf: ({ playedAt }) => playedAt
}
