import { DateTime, Schema } from "effect"
import { Image } from "../../images/Image.js"
import type { Picture } from "../../images/Picture.js"
import type { AlbumFact, ArtistFact } from "../facts.js"

export const Text = Schema.NullOr(Schema.String)
export const Link = Schema.NullOr(Schema.String)
export const Timestamp = Schema.String.annotations({ description: "ISO 8601, UTC" })
export const OptionalImage = Schema.NullOr(Image)

/** Makes image objects of stored pictures: `Pictures.image`. */
export type Show = (picture: Picture | null) => Image | null

/** ISO 8601 in UTC. */
export const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))
export const isoOrNull = (instant: number | null): string | null => instant === null ? null : iso(instant)

export const ArtistRef = Schema.Struct({ id: Schema.Number, name: Schema.String })
export const artistRef = (artist: ArtistFact): typeof ArtistRef.Type => ({ id: artist.id, name: artist.name })

export const AlbumRef = Schema.Struct({
  id: Schema.NullOr(Schema.Number),
  name: Text,
  image: OptionalImage
})
export const albumRef = (album: AlbumFact | null, show: Show): typeof AlbumRef.Type => ({
  id: album?.id ?? null,
  name: album?.name ?? null,
  image: show(album?.picture ?? null)
})
