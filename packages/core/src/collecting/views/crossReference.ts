import { Schema } from "effect"
import type { CopyPlays, PlayedCopy, Share, WatchedDisc } from "../facts.js"
import { BriefDisc, briefDisc } from "./discs.js"
import type { ToImage } from "../../images/Picture.js"
import {
  type PageOf,
  type Paged,
  paginationField,
  Text,
  Timestamp,
  isoOrNull,
  paginationOf,
  publicField
} from "../../shared/fields.js"
import { BriefRecord, briefRecord } from "./records.js"
import { rate } from "./statistics.js"

const playsFields = {
  album_name: publicField(Text, "Name of the album", "Second Daylight"),
  artist_name: publicField(Text, "Matched artist of the library", "Velmora Tide"),
  play_count: publicField(Schema.Number, "Number of plays", 37),
  last_played: publicField(Schema.NullOr(Timestamp), "Time of the last play", "2026-03-14T20:15:00.000Z"),
  match_type: publicField(
    Schema.Literal("exact", "fuzzy", "artist_only", "none"),
    "Kind of match: the exact album, a similar album, only the artist, or none"
  ),
  match_confidence: publicField(Schema.Number, "Confidence of the match, 0 to 1", 1)
}

const playsView = (of: CopyPlays) => ({
  album_name: of.album,
  artist_name: of.artist,
  play_count: of.plays,
  last_played: isoOrNull(of.lastPlayedAt),
  match_type: of.match,
  match_confidence: of.confidence
})

/** `GET /v1/collecting/vinyl/{id}/plays`. */
export const RecordPlays = Schema.Struct({
  artist_id: publicField(Schema.NullOr(Schema.Number), "Id of the matched artist in the listening domain", 42),
  album_id: publicField(Schema.NullOr(Schema.Number), "Id of the matched album in the listening domain", 42),
  ...playsFields
}).annotations({ identifier: "RecordPlays" })

export const recordPlays = (of: CopyPlays): typeof RecordPlays.Type => ({
  artist_id: of.artistId,
  album_id: of.albumId,
  ...playsView(of)
})

/**
 * `GET /v1/collecting/cross-reference`. The summary covers the whole collection and counts copies whose album has
 * plays.
 */
export const PlayedRecords = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        collection: publicField(BriefRecord, "Copy in the collection"),
        listening: publicField(Schema.Struct(playsFields), "Plays of the album")
      })
    ),
    "Requested data"
  ),
  summary: publicField(
    Schema.Struct({
      total_matches: publicField(Schema.Number, "Number of copies whose album was played", 141),
      listen_rate: publicField(Schema.Number, "Share of the collection that was played, 0 to 1", 0.65),
      unlistened_count: publicField(Schema.Number, "Number of copies whose album was never played", 75)
    }),
    "Totals of the whole collection"
  ),
  pagination: paginationField
}).annotations({ identifier: "HeardRecords" })
export type PlayedRecords = typeof PlayedRecords.Type

export const playedRecords =
  (image: ToImage) =>
  (page: PageOf, { rows, share, total }: Paged<PlayedCopy> & { readonly share: Share }): PlayedRecords => ({
    data: rows.map((row) => ({ collection: briefRecord(image)(row.copy), listening: playsView(row) })),
    summary: {
      total_matches: share.part,
      listen_rate: rate(share.part, share.all),
      unlistened_count: share.all - share.part
    },
    pagination: paginationOf(page, total)
  })

/** `GET /v1/collecting/media/cross-reference`. The summary counts films; several discs of a film count once. */
export const WatchedDiscs = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        collection: publicField(BriefDisc, "Copy in the collection"),
        watching: publicField(
          Schema.Struct({
            watched: publicField(Schema.Boolean, "Whether the film was watched"),
            watch_count: publicField(Schema.Number, "Number of viewings", 2),
            last_watched: publicField(Schema.NullOr(Timestamp), "Time of the last viewing", "2026-03-14T12:00:00.000Z")
          }),
          "Viewings of the film"
        )
      })
    ),
    "Requested data"
  ),
  summary: publicField(
    Schema.Struct({
      total_owned: publicField(Schema.Number, "Number of films on disc", 83),
      total_watched: publicField(Schema.Number, "Number of them that were watched", 52),
      total_unwatched: publicField(Schema.Number, "Number of them that were not watched", 31),
      watch_rate: publicField(Schema.Number, "Share of them that was watched, 0 to 1", 0.63)
    }),
    "Totals of the whole collection"
  ),
  pagination: paginationField
}).annotations({ identifier: "WatchedDiscs" })
export type WatchedDiscs = typeof WatchedDiscs.Type

export const watchedDiscs =
  (image: ToImage) =>
  (page: PageOf, { rows, share, total }: Paged<WatchedDisc> & { readonly share: Share }): WatchedDiscs => ({
    data: rows.map((disc) => ({
      collection: briefDisc(image)(disc),
      watching: { watched: disc.watches > 0, watch_count: disc.watches, last_watched: isoOrNull(disc.lastWatchedAt) }
    })),
    summary: {
      total_owned: share.all,
      total_watched: share.part,
      total_unwatched: share.all - share.part,
      watch_rate: rate(share.part, share.all)
    },
    pagination: paginationOf(page, total)
  })
