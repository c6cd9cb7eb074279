import { Schema } from "effect"
import type { AlbumProfile, ArtistProfile, ConcertFact, CountedAlbum, CountedTrack, SimilarArtist } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { LocalDate } from "../../shared/LocalDate.js"
import {
  Amount,
  Text,
  Timestamp,
  isoOrNull,
  field,
  withExample,
  countField,
  idField,
  nameField,
  urlField,
  titleField
} from "../../shared/fields.js"
import type { ArtistDetailLimits } from "../store.js"
import { ArtistRef, artistRef } from "./lists.js"
import { appleMusicUrlField, previewUrlField } from "./fields.js"

/** Unlike other sparklines, the artist's has dated points. */
export const YearlySparkline = Schema.Struct({
  granularity: field(Schema.Literal("year"), "Length of each bucket"),
  points: field(
    Schema.Array(Schema.Struct({ at: withExample(Timestamp, "2026-01-01T08:00:00.000Z"), count: countField })),
    "One point per year, oldest first; 0 if nothing was played"
  )
}).annotations({ identifier: "YearlySparkline" })
export type YearlySparkline = typeof YearlySparkline.Type

/** `GET /v1/listening/artists/{id}`. */
export const ArtistDetail = Schema.Struct({
  id: idField,
  name: nameField,
  mbid: field(Text, "MusicBrainz id if the source reports one, otherwise null", "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"),
  url: urlField,
  apple_music_url: appleMusicUrlField,
  genre: field(Text, "Genre: the first tag that names a genre", "indie rock"),
  playcount: field(Schema.Number, "Number of plays that the provider counts, which may lag behind", 423),
  scrobble_count: field(Schema.Number, "Number of stored plays", 423),
  first_scrobbled_at: field(Schema.NullOr(Timestamp), "Time of the first play", "2023-11-21T22:21:59.000Z"),
  last_played_at: field(Schema.NullOr(Timestamp), "Time of the last play", "2026-03-14T20:15:00.000Z"),
  all_time_rank: field(Amount, "Rank among all artists by plays of all time", 3),
  distinct_tracks: field(Schema.Number, "Number of different tracks played", 37),
  distinct_albums: field(Schema.Number, "Number of different albums played", 5),
  tags: field(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          name: field(Schema.String, "Tag", "indie rock"),
          count: field(Schema.Number, "Weight of the tag, at most 100", 100)
        })
      )
    ),
    "Tags"
  ),
  bio_summary: field(Text, "Short biography from Last.fm", "Velmora Tide are a band from the coast."),
  bio_content: field(
    Text,
    "Full biography from Last.fm",
    "Velmora Tide are a band from the coast. They met at school."
  ),
  bio_synced_at: field(Schema.NullOr(Timestamp), "Time the biography was fetched", "2026-03-01T04:00:00.000Z"),
  image: imageField,
  sparkline: field(Schema.NullOr(YearlySparkline), "Plays over the period; only if the request asks for sparklines"),
  top_albums: field(
    Schema.Array(
      Schema.Struct({
        id: idField,
        name: nameField,
        playcount: field(Schema.Number, "Number of plays in the period", 423),
        apple_music_url: appleMusicUrlField,
        image: imageField
      })
    ),
    "Most played albums, at most 10"
  ),
  top_tracks: field(
    Schema.Array(
      Schema.Struct({
        id: idField,
        name: nameField,
        album_id: field(Amount, "Id of the album", 42),
        album_name: field(Text, "Name of the album", "Second Daylight"),
        scrobble_count: field(Schema.Number, "Number of stored plays", 423),
        apple_music_url: appleMusicUrlField,
        preview_url: previewUrlField,
        image: imageField
      })
    ),
    "Most played tracks, at most 10"
  ),
  similar_artists: field(
    Schema.Array(
      Schema.Struct({
        id: idField,
        name: nameField,
        genre: field(Text, "Genre: the first tag that names a genre", "indie rock"),
        your_scrobble_count: field(Schema.Number, "Number of plays in this library", 96),
        similarity_score: field(Schema.Number, "Similarity, 0 to 1", 0.71),
        image: imageField
      })
    ),
    "Artists of the library that Last.fm lists as similar, at most 10"
  ),
  concerts: Schema.Array(
    Schema.Struct({
      event_id: field(Schema.Number, "Id of the event", 42),
      event_date: withExample(LocalDate, "2026-06-14"),
      title: titleField,
      venue_name: field(Text, "Name of the venue", "Tidewater Park"),
      city: field(Text, "City", "Portland"),
      attended: field(Schema.Boolean, "Whether the person attended; false for upcoming events")
    })
  ).annotations({ description: "From the attending domain, newest first. Future concerts have `attended` false" })
}).annotations({ identifier: "ArtistDetail" })
export type ArtistDetail = typeof ArtistDetail.Type

/** How many albums, tracks and similar artists the artist's detail lists. */
export const detailLimits: ArtistDetailLimits = { albums: 10, tracks: 10, similar: 10, tracksOfAlbum: 2 }

export interface ArtistFacts {
  readonly profile: ArtistProfile
  readonly sparkline: YearlySparkline | null
  readonly concerts: ReadonlyArray<ConcertFact>
}

export const artistDetail = ({ concerts, profile, sparkline }: ArtistFacts, toImage: ToImage): ArtistDetail => ({
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
  image: toImage(profile.artist.picture),
  sparkline,
  top_albums: profile.topAlbums.map((album) => topAlbum(album, toImage)),
  top_tracks: profile.topTracks.map((track) => topTrack(track, toImage)),
  similar_artists: profile.similar.map((artist) => similarArtist(artist, toImage)),
  concerts: concerts.map(({ attended, city, date, eventId, title, venue }) => ({
    event_id: eventId,
    event_date: date,
    title,
    venue_name: venue,
    city,
    attended
  }))
})

const topAlbum = ({ album, plays }: CountedAlbum, toImage: ToImage): ArtistDetail["top_albums"][number] => ({
  id: album.id,
  name: album.name,
  playcount: plays,
  apple_music_url: album.appleMusicUrl,
  image: toImage(album.picture)
})

const topTrack = ({ album, plays, track }: CountedTrack, toImage: ToImage): ArtistDetail["top_tracks"][number] => ({
  id: track.id,
  name: track.name,
  album_id: album?.id ?? null,
  album_name: album?.name ?? null,
  scrobble_count: plays,
  apple_music_url: track.appleMusicUrl,
  preview_url: track.previewUrl,
  image: toImage(album?.picture ?? null)
})

const similarArtist = (
  { artist, plays, similarity }: SimilarArtist,
  toImage: ToImage
): ArtistDetail["similar_artists"][number] => ({
  id: artist.id,
  name: artist.name,
  genre: artist.genre,
  your_scrobble_count: plays,
  similarity_score: similarity,
  image: toImage(artist.picture)
})

/** `GET /v1/listening/albums/{id}`. */
export const AlbumDetail = Schema.Struct({
  id: idField,
  name: nameField,
  mbid: field(Text, "MusicBrainz id if the source reports one, otherwise null", "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"),
  url: urlField,
  apple_music_url: appleMusicUrlField,
  playcount: field(Schema.Number, "Number of plays in the period", 423),
  first_scrobbled_at: field(Schema.NullOr(Timestamp), "Time of the first play", "2023-11-21T22:21:59.000Z"),
  image: imageField,
  artist: field(ArtistRef, "Artist"),
  tracks: field(
    Schema.Array(
      Schema.Struct({
        id: idField,
        name: nameField,
        scrobble_count: field(Schema.Number, "Number of stored plays", 423),
        apple_music_url: appleMusicUrlField,
        preview_url: previewUrlField
      })
    ),
    "Played tracks, most played first"
  )
}).annotations({ identifier: "AlbumDetail" })
export type AlbumDetail = typeof AlbumDetail.Type

export const albumDetail = (profile: AlbumProfile, toImage: ToImage): AlbumDetail => ({
  id: profile.album.id,
  name: profile.album.name,
  mbid: profile.album.mbid,
  url: profile.album.url,
  apple_music_url: profile.album.appleMusicUrl,
  playcount: profile.plays,
  first_scrobbled_at: isoOrNull(profile.firstPlayedAt),
  image: toImage(profile.album.picture),
  artist: artistRef(profile.artist),
  tracks: profile.tracks.map(({ plays, track }) => ({
    id: track.id,
    name: track.name,
    scrobble_count: plays,
    apple_music_url: track.appleMusicUrl,
    preview_url: track.previewUrl
  }))
})
