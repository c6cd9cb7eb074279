import { Schema } from "effect"
import type { ArtistProfile, CountedAlbum, CountedTrack, SimilarArtist } from "../facts.js"
import { Link, OptionalImage, type Show, Text, Timestamp, isoOrNull } from "./shared.js"

const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.NullOr(schema)

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
  url: Link,
  apple_music_url: Link,
  genre: Text,
  playcount: Schema.Number,
  scrobble_count: Schema.Number,
  first_scrobbled_at: nullable(Timestamp),
  last_played_at: nullable(Timestamp),
  all_time_rank: nullable(Schema.Number),
  distinct_tracks: Schema.Number,
  distinct_albums: Schema.Number,
  tags: nullable(Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Number }))),
  bio_summary: Text,
  bio_content: Text,
  bio_synced_at: nullable(Timestamp),
  image: OptionalImage,
  sparkline: nullable(YearlySparkline),
  top_albums: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    playcount: Schema.Number,
    apple_music_url: Link,
    image: OptionalImage
  })),
  top_tracks: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    album_id: nullable(Schema.Number),
    album_name: Text,
    scrobble_count: Schema.Number,
    apple_music_url: Link,
    preview_url: Link,
    image: OptionalImage
  })),
  similar_artists: Schema.Array(Schema.Struct({
    id: Schema.Number,
    name: Schema.String,
    genre: Text,
    your_scrobble_count: Schema.Number,
    similarity_score: Schema.Number,
    image: OptionalImage
  }))
}).annotations({ identifier: "ArtistDetail" })
export type ArtistDetail = typeof ArtistDetail.Type

/** How many albums, tracks and similar artists a detail shows, and the tracks an album needs to be shown. */
export const shown = { albums: 10, tracks: 10, similar: 10, tracksOfAlbum: 2 }

export interface ArtistFacts {
  readonly profile: ArtistProfile
  readonly sparkline: YearlySparkline | null
  readonly albums: ReadonlyArray<CountedAlbum>
  readonly tracks: ReadonlyArray<CountedTrack>
  readonly similar: ReadonlyArray<SimilarArtist>
}

export const artistDetail = ({ albums, profile, similar, sparkline, tracks }: ArtistFacts, show: Show): ArtistDetail => ({
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
  top_albums: albums.map((album) => topAlbum(album, show)),
  top_tracks: tracks.map((track) => topTrack(track, show)),
  similar_artists: similar.map((artist) => similarArtist(artist, show))
})

const topAlbum = ({ album, plays }: CountedAlbum, show: Show): ArtistDetail["top_albums"][number] => ({
  id: album.id,
  name: album.name,
  playcount: plays,
  apple_music_url: album.appleMusicUrl,
  image: show(album.picture)
})

const topTrack = ({ album, plays, track }: CountedTrack, show: Show): ArtistDetail["top_tracks"][number] => ({
  id: track.id,
  name: track.name,
  album_id: album?.id ?? null,
  album_name: album?.name ?? null,
  scrobble_count: plays,
  apple_music_url: track.appleMusicUrl,
  preview_url: track.previewUrl,
  image: show(album?.picture ?? null)
})

const similarArtist = ({ artist, plays, similarity }: SimilarArtist, show: Show): ArtistDetail["similar_artists"][number] => ({
  id: artist.id,
  name: artist.name,
  genre: artist.genre,
  your_scrobble_count: plays,
  similarity_score: similarity,
  image: show(artist.picture)
})
