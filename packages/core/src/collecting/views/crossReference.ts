import { Schema } from "effect"
import type { HeardCopy, Share, WatchedDisc } from "../facts.js"
import { type Paged, type PageOf, Pagination, paginationOf } from "../../shared/Pagination.js"
import { BriefDisc, briefDisc } from "./disc.js"
import { BriefRecord, briefRecord } from "./record.js"
import type { ToImage } from "../../images/Picture.js"
import { Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import { rate } from "./shared.js"

/** `GET /v1/collecting/cross-reference`. The summary is of the whole collection and counts copies that are known by their album. */
export const HeardRecords = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    collection: BriefRecord,
    listening: Schema.Struct({
      album_name: Text,
      artist_name: Text,
      play_count: Schema.Number,
      last_played: Schema.NullOr(Timestamp),
      match_type: Schema.Literal("exact", "fuzzy", "artist_only", "none"),
      match_confidence: Schema.Number
    })
  })),
  summary: Schema.Struct({ total_matches: Schema.Number, listen_rate: Schema.Number, unlistened_count: Schema.Number }),
  pagination: Pagination
}).annotations({ identifier: "HeardRecords" })
export type HeardRecords = typeof HeardRecords.Type

export const heardRecords = (image: ToImage) => (page: PageOf, { rows, share, total }: Paged<HeardCopy> & { readonly share: Share }): HeardRecords => ({
  data: rows.map((row) => ({
    collection: briefRecord(image)(row.copy),
    listening: {
      album_name: row.album,
      artist_name: row.artist,
      play_count: row.plays,
      last_played: isoOrNull(row.lastPlayedAt),
      match_type: row.match,
      match_confidence: row.confidence
    }
  })),
  summary: { total_matches: share.part, listen_rate: rate(share.part, share.all), unlistened_count: share.all - share.part },
  pagination: paginationOf(page, total)
})

/** `GET /v1/collecting/media/cross-reference`. The summary counts films, however many discs there are of one. */
export const WatchedDiscs = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    collection: BriefDisc,
    watching: Schema.Struct({ watched: Schema.Boolean, watch_count: Schema.Number, last_watched: Schema.NullOr(Timestamp) })
  })),
  summary: Schema.Struct({
    total_owned: Schema.Number,
    total_watched: Schema.Number,
    total_unwatched: Schema.Number,
    watch_rate: Schema.Number
  }),
  pagination: Pagination
}).annotations({ identifier: "WatchedDiscs" })
export type WatchedDiscs = typeof WatchedDiscs.Type

export const watchedDiscs = (image: ToImage) => (page: PageOf, { rows, share, total }: Paged<WatchedDisc> & { readonly share: Share }): WatchedDiscs => ({
  data: rows.map((disc) => ({
    collection: briefDisc(image)(disc),
    watching: { watched: disc.watches > 0, watch_count: disc.watches, last_watched: isoOrNull(disc.lastWatchedAt) }
  })),
  summary: { total_owned: share.all, total_watched: share.part, total_unwatched: share.all - share.part, watch_rate: rate(share.part, share.all) },
  pagination: paginationOf(page, total)
})
