import { Schema } from "effect"
import type {
  AlbumProfile,
  ArtistProfile,
  ConcertFact,
  CountedAlbum,
  CountedTrack,
  SimilarArtist,
  TrackProfile
} from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import { albumFields, artistFields, biographyFields, playCountFields } from "../model.js"
import { LocalDate } from "../../shared/LocalDate.js"
import {
  Amount,
  Text,
  Timestamp,
  iso,
  isoOrNull,
  field,
  withExample,
  countField,
  titleField,
  publicField
} from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import type { ArtistDetailLimits } from "../store.js"
import {
  AlbumRef,
  ArtistRef,
  albumRef,
  artistRef,
  shownCatalogue,
  shownGenre,
  shownIdentity,
  shownPreview
} from "./lists.js"

const shownArtist = viewOf(artistFields)
const shownAlbum = viewOf(albumFields)
const shownPlays = viewOf(playCountFields)
const shownBiography = viewOf(biographyFields)

/** Unlike other sparklines, the artist's has dated points. */
export const YearlySparkline = Schema.Struct({
  granularity: publicField(Schema.Literal("year"), "Length of each bucket"),
  points: publicField(
    Schema.Array(
      Schema.Struct({ at: classified("public", withExample(Timestamp, "2026-01-01T08:00:00.000Z")), count: countField })
    ),
    "One point per year, oldest first; 0 if nothing was played"
  )
}).annotations({ identifier: "YearlySparkline" })
export type YearlySparkline = typeof YearlySparkline.Type

/** `GET /v1/listening/artists/{id}`. */
export const ArtistDetail = Schema.Struct({
  ...shownArtist.schemas,
  playcount: publicField(Schema.Number, "Number of plays that the provider counts, which may lag behind", 423),
  ...shownPlays.schemas,
  tags: publicField(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          name: publicField(Schema.String, "Tag", "indie rock"),
          count: publicField(Schema.Number, "Weight of the tag, at most 100", 100)
        })
      )
    ),
    "Tags"
  ),
  ...shownBiography.schemas,
  image: imageField,
  sparkline: publicField(
    Schema.NullOr(YearlySparkline),
    "Plays over the period; only if the request asks for sparklines"
  ),
  top_albums: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownIdentity.schemas,
        playcount: publicField(Schema.Number, "Number of plays in the period", 423),
        ...shownCatalogue.schemas,
        image: imageField
      })
    ),
    "Most played albums, at most 10"
  ),
  top_tracks: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownIdentity.schemas,
        album_id: publicField(Amount, "Id of the album", 42),
        album_name: publicField(Text, "Name of the album", "Second Daylight"),
        scrobble_count: publicField(Schema.Number, "Number of stored plays", 423),
        ...shownPreview.schemas,
        image: imageField
      })
    ),
    "Most played tracks, at most 10"
  ),
  similar_artists: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownIdentity.schemas,
        ...shownGenre.schemas,
        your_scrobble_count: publicField(Schema.Number, "Number of plays in this library", 96),
        similarity_score: publicField(Schema.Number, "Similarity, 0 to 1", 0.71),
        image: imageField
      })
    ),
    "Artists of the library that Last.fm lists as similar, at most 10"
  ),
  concerts: classified(
    "private",
    Schema.Array(
      Schema.Struct({
        event_id: publicField(Schema.Number, "Id of the event", 42),
        event_date: classified("public", withExample(LocalDate, "2026-06-14")),
        title: titleField,
        venue_name: publicField(Text, "Name of the venue", "Tidewater Park"),
        city: classified("city", field(Text, "City", "Portland")),
        attended: publicField(Schema.Boolean, "Whether the person attended; false for upcoming events")
      })
    ).annotations({ description: "From the attending domain, newest first. Future concerts have `attended` false" })
  )
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
  ...shownArtist.of(profile.artist),
  playcount: profile.providerPlays ?? profile.plays,
  ...shownPlays.of(profile),
  tags: profile.tags.length === 0 ? null : profile.tags,
  ...shownBiography.of(profile),
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
  ...shownIdentity.of(album),
  playcount: plays,
  ...shownCatalogue.of(album),
  image: toImage(album.picture)
})

const topTrack = ({ album, plays, track }: CountedTrack, toImage: ToImage): ArtistDetail["top_tracks"][number] => ({
  ...shownIdentity.of(track),
  album_id: album?.id ?? null,
  album_name: album?.name ?? null,
  scrobble_count: plays,
  ...shownPreview.of(track),
  image: toImage(album?.picture ?? null)
})

const similarArtist = (
  { artist, plays, similarity }: SimilarArtist,
  toImage: ToImage
): ArtistDetail["similar_artists"][number] => ({
  ...shownIdentity.of(artist),
  ...shownGenre.of(artist),
  your_scrobble_count: plays,
  similarity_score: similarity,
  image: toImage(artist.picture)
})

/** `GET /v1/listening/albums/{id}`. */
export const AlbumDetail = Schema.Struct({
  ...shownAlbum.schemas,
  playcount: publicField(Schema.Number, "Number of plays in the period", 423),
  first_scrobbled_at: shownPlays.schemas.first_scrobbled_at,
  image: imageField,
  artist: publicField(ArtistRef, "Artist"),
  tracks: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownIdentity.schemas,
        scrobble_count: publicField(Schema.Number, "Number of stored plays", 423),
        ...shownPreview.schemas
      })
    ),
    "Played tracks, most played first"
  )
}).annotations({ identifier: "AlbumDetail" })
export type AlbumDetail = typeof AlbumDetail.Type

export const albumDetail = (profile: AlbumProfile, toImage: ToImage): AlbumDetail => ({
  ...shownAlbum.of(profile.album),
  playcount: profile.plays,
  first_scrobbled_at: isoOrNull(profile.firstPlayedAt),
  image: toImage(profile.album.picture),
  artist: artistRef(profile.artist),
  tracks: profile.tracks.map(({ plays, track }) => ({
    ...shownIdentity.of(track),
    scrobble_count: plays,
    ...shownPreview.of(track)
  }))
})

/** `GET /v1/listening/tracks/{id}`. */
export const TrackDetail = Schema.Struct({
  ...shownIdentity.schemas,
  name: publicField(Schema.String, "Name of the track", "Leaving Dusk"),
  artist: publicField(ArtistRef, "Artist"),
  album: publicField(AlbumRef, "Album; its fields are null if the album is unknown"),
  playcount: publicField(Schema.Number, "Number of stored plays", 423),
  first_scrobbled_at: classified("public", withExample(Timestamp, "2019-03-14T20:15:00.000Z")),
  last_scrobbled_at: classified("public", withExample(Timestamp, "2026-03-14T20:15:00.000Z")),
  ...shownPreview.schemas
}).annotations({ identifier: "TrackDetail" })
export type TrackDetail = typeof TrackDetail.Type

export const trackDetail = (
  { album, artist, firstPlayedAt, lastPlayedAt, plays, track }: TrackProfile,
  toImage: ToImage
): TrackDetail => ({
  ...shownIdentity.of(track),
  artist: artistRef(artist),
  album: albumRef(album, toImage),
  playcount: plays,
  first_scrobbled_at: iso(firstPlayedAt),
  last_scrobbled_at: iso(lastPlayedAt),
  ...shownPreview.of(track)
})
