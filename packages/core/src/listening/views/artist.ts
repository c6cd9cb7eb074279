import { Schema } from "effect"
import type { ArtistProfile, ConcertFact, CountedAlbum, CountedTrack, SimilarArtist } from "../facts.js"
import type { BestOf } from "../ListeningStore.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"

/** The artist's own sparkline has dated points, unlike all others (contract §2.1). */
export const YearlySparkline = Schema.Struct({
  granularity: Schema.Literal("year"),
  points: Schema.Array(Schema.Struct({ at: Timestamp, count: Schema.Number }))
}).annotations({ identifier: "YearlySparkline" })
export type YearlySparkline = typeof YearlySparkline.Type

/** `GET /v1/listening/artists/{id}`. */
export const ArtistDetail = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  mbid: Text,
  url: Text,
  apple_music_url: Text,
  genre: Text,
  playcount: Schema.Number,
  scrobble_count: Schema.Number,
  first_scrobbled_at: Schema.NullOr(Timestamp),
  last_played_at: Schema.NullOr(Timestamp),
  all_time_rank: Amount,
  distinct_tracks: Schema.Number,
  distinct_albums: Schema.Number,
  tags: Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Number }))),
  bio_summary: Text,
  bio_content: Text,
  bio_synced_at: Schema.NullOr(Timestamp),
  image: OptionalImage,
  sparkline: Schema.NullOr(YearlySparkline),
  top_albums: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    playcount: Schema.Number,
    apple_music_url: Text,
    image: OptionalImage
  })),
  top_tracks: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    album_id: Amount,
    album_name: Text,
    scrobble_count: Schema.Number,
    apple_music_url: Text,
    preview_url: Text,
    image: OptionalImage
  })),
  similar_artists: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    genre: Text,
    your_scrobble_count: Schema.Number,
    similarity_score: Schema.Number,
    image: OptionalImage
  })),
  concerts: Schema.Array(Schema.Struct({
    event_id: Schema.Number,
    event_date: LocalDate,
    title: Schema.String,
    venue_name: Text,
    city: Text,
    attended: Schema.Boolean
  })).annotations({ description: "Of the attending room, newest first; those to come are attended by nobody yet" })
}).annotations({ identifier: "ArtistDetail" })
export type ArtistDetail = typeof ArtistDetail.Type

/** How many albums, tracks and similar artists a detail shows. */
export const shown: BestOf = { albums: 10, tracks: 10, similar: 10, tracksOfAlbum: 2 }

export interface ArtistFacts {
  readonly profile: ArtistProfile
  readonly sparkline: YearlySparkline | null
  readonly concerts: ReadonlyArray<ConcertFact>
}

export const artistDetail = ({ concerts, profile, sparkline }: ArtistFacts, show: ToImage): ArtistDetail => ({
  id: profile.artist.id,
  name: profile.artist.name,
  mbid: profile.artist.mbid,
  url: profile.artist.url,
  apple_music_url: profile.artist.appleMusicUrl,
  genre: profile.artist.genre,
  playcount: profile.providerPlays ?? profile.plays,
  scrobble_count: profile.plays,
  first_scrobbled_at: isoOrNull(profile.firstPlayedAt),
  last_played_at: isoOrNull(profile.lastPlayedAt),
  all_time_rank: profile.rank,
  distinct_tracks: profile.tracks,
  distinct_albums: profile.albums,
  tags: profile.tags.length === 0 ? null : profile.tags,
  bio_summary: profile.bioSummary,
  bio_content: profile.bioContent,
  bio_synced_at: isoOrNull(profile.bioSyncedAt),
  image: show(profile.artist.picture),
  sparkline,
  top_albums: profile.topAlbums.map((album) => topAlbum(album, show)),
  top_tracks: profile.topTracks.map((track) => topTrack(track, show)),
  similar_artists: profile.similar.map((artist) => similarArtist(artist, show)),
  concerts: concerts.map(({ attended, city, date, eventId, title, venue }) => ({ event_id: eventId, event_date: date, title, venue_name: venue, city, attended }))
})

const topAlbum = ({ album, plays }: CountedAlbum, show: ToImage): ArtistDetail["top_albums"][number] => ({
  id: album.id,
  name: album.name,
  playcount: plays,
  apple_music_url: album.appleMusicUrl,
  image: show(album.picture)
})

const topTrack = ({ album, plays, track }: CountedTrack, show: ToImage): ArtistDetail["top_tracks"][number] => ({
  id: track.id,
  name: track.name,
  album_id: album?.id ?? null,
  album_name: album?.name ?? null,
  scrobble_count: plays,
  apple_music_url: track.appleMusicUrl,
  preview_url: track.previewUrl,
  image: show(album?.picture ?? null)
})

const similarArtist = ({ artist, plays, similarity }: SimilarArtist, show: ToImage): ArtistDetail["similar_artists"][number] => ({
  id: artist.id,
  name: artist.name,
  genre: artist.genre,
  your_scrobble_count: plays,
  similarity_score: similarity,
  image: show(artist.picture)
})
