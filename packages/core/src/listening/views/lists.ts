import { Schema } from "effect"
import type { CountedAlbum, CountedArtist, PlayFact, NewestAlbum, AlbumFact, ArtistName } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import { Text, Timestamp, iso, withExample, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import { artistFields, catalogueFields, identityFields, linkFields, previewFields, trackFields } from "../model.js"

export const shownIdentity = viewOf(identityFields)
export const shownCatalogue = viewOf(catalogueFields)
export const shownPreview = viewOf(previewFields)
export const shownGenre = viewOf({ genre: artistFields.genre })
const shownLinks = viewOf(linkFields)
const shownTrack = viewOf(trackFields)

export const ArtistRef = Schema.Struct(shownIdentity.schemas)

export const artistRef = (artist: ArtistName): typeof ArtistRef.Type => shownIdentity.of(artist)

export const AlbumRef = Schema.Struct({
  id: publicField(Schema.NullOr(Schema.Number), "Id in this instance; stable for the lifetime of the record", 42),
  name: publicField(Text, "Name of the album", "Second Daylight"),
  image: imageField
})

export const albumRef = (album: AlbumFact | null, toImage: ToImage): typeof AlbumRef.Type => ({
  id: album?.id ?? null,
  name: album?.name ?? null,
  image: toImage(album?.picture ?? null)
})

const countedFields = {
  ...shownIdentity.schemas,
  playcount: publicField(Schema.NullOr(Schema.Number), "Number of plays in the period", 423),
  ...shownLinks.schemas,
  image: imageField
}

/** Items of `GET /v1/listening/artists` and `/albums`; `playcount` is counted from the plays. */
export const ArtistItem = Schema.Struct({ ...countedFields, ...shownGenre.schemas }).annotations({
  identifier: "Artist"
})
export const AlbumItem = Schema.Struct({
  ...countedFields,
  name: publicField(Schema.String, "Name of the album", "Second Daylight"),
  artist: publicField(ArtistRef, "Artist")
}).annotations({ identifier: "Album" })

export const artistItem =
  (toImage: ToImage) =>
  ({ artist, plays }: CountedArtist): typeof ArtistItem.Type => ({
    ...shownIdentity.of(artist),
    playcount: plays,
    ...shownGenre.of(artist),
    ...shownLinks.of(artist),
    image: toImage(artist.picture)
  })

export const albumItem =
  (toImage: ToImage) =>
  ({ album, artist, plays }: CountedAlbum): typeof AlbumItem.Type => ({
    ...shownIdentity.of(album),
    artist: artistRef(artist),
    playcount: plays,
    ...shownLinks.of(album),
    image: toImage(album.picture)
  })

/** One play in `recent` and `history`. */
export const PlayView = Schema.Struct({
  track: publicField(
    Schema.Struct({ ...shownTrack.schemas, name: publicField(Schema.String, "Name of the track", "Leaving Dusk") }),
    "Track"
  ),
  artist: publicField(ArtistRef, "Artist"),
  album: publicField(AlbumRef, "Album; its fields are null if the album is unknown"),
  scrobbled_at: classified("public", withExample(Timestamp, "2026-03-14T20:15:00.000Z"))
}).annotations({ identifier: "Play" })

export type PlayView = typeof PlayView.Type

export const playView =
  (toImage: ToImage) =>
  (play: PlayFact): PlayView => ({
    track: shownTrack.of(play.track),
    artist: artistRef(play.artist),
    album: albumRef(play.album, toImage),
    scrobbled_at: iso(play.playedAt)
  })

export const RecentAlbum = Schema.Struct({
  album: publicField(
    Schema.Struct({
      ...shownIdentity.schemas,
      name: publicField(Schema.String, "Name of the album", "Second Daylight"),
      ...shownLinks.schemas,
      image: imageField
    }),
    "Album; its fields are null if the album is unknown"
  ),
  artist: publicField(ArtistRef, "Artist"),
  last_scrobbled_at: classified("public", withExample(Timestamp, "2026-03-14T20:15:00.000Z"))
}).annotations({ identifier: "RecentAlbum" })

export type RecentAlbum = typeof RecentAlbum.Type

export const recentAlbum = ({ album, artist, lastPlayedAt }: NewestAlbum, toImage: ToImage): RecentAlbum => ({
  album: { ...shownIdentity.of(album), ...shownLinks.of(album), image: toImage(album.picture) },
  artist: artistRef(artist),
  last_scrobbled_at: iso(lastPlayedAt)
})
