import type { Context } from "effect"
import type { FeedEntry } from "../feed/FeedItem.js"
import type { ImageWant } from "../images/ImageWant.js"
import type { Entity } from "../publishing/Entity.js"
import type { Calendar } from "../shared/Calendar.js"
import type { Appeared } from "./Presence.js"

/**
 * What the halls show of artists, albums and tracks. Discoveries go into the feed only when they are news: heard first
 * after `newSince`, not found in an old history (contract §8).
 */
export const entityOf = (calendar: Context.Tag.Service<Calendar>, newSince: number | undefined) => (appeared: Appeared): Entity => {
  const { artist, firstPlayedAt, id, kind, name, url } = appeared
  const isNews = newSince !== undefined && firstPlayedAt > newSince
  return {
    type: kind,
    id,
    document: { title: name, subtitle: kind === "artist" ? null : artist, body: null, details: { url } },
    image: wantOf(appeared),
    feed: isNews && kind !== "track" ? [discovery(calendar, appeared)] : []
  }
}

const wantOf = ({ artist, kind, mbid, name }: Appeared): ImageWant | null => {
  const known: Record<string, string> = mbid === null ? {} : { mbid }
  switch (kind) {
    case "artist":
      return { urls: [], hints: { ...known, artist: name } }
    case "album":
      return { urls: [], hints: { ...known, artist, album: name } }
    case "track":
      return null
  }
}

const discovery = (calendar: Context.Tag.Service<Calendar>, { artist, firstPlayedAt, id, kind, name }: Appeared): FeedEntry => ({
  eventType: `new_${kind}`,
  sourceId: `${kind}:${id}`,
  occurredAt: firstPlayedAt,
  date: calendar.dateOf(firstPlayedAt),
  title: kind === "artist" ? `Discovered ${name}` : `New album: ${name}`,
  subtitle: kind === "artist" ? null : artist,
  metadata: null
})
