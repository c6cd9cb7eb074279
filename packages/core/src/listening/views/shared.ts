import { Schema } from "effect"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text } from "../../shared/fields.js"
import type { AlbumFact, ArtistName } from "../facts.js"

export const ArtistRef = Schema.Struct({ id: Schema.Number, name: Schema.String })
export const artistRef = (artist: ArtistName): typeof ArtistRef.Type => ({ id: artist.id, name: artist.name })

export const AlbumRef = Schema.Struct({
  id: Schema.NullOr(Schema.Number),
  name: Text,
  image: OptionalImage
})
export const albumRef = (album: AlbumFact | null, show: ToImage): typeof AlbumRef.Type => ({
  id: album?.id ?? null,
  name: album?.name ?? null,
  image: show(album?.picture ?? null)
})
