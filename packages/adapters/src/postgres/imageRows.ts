import { domains } from "@daybook/core"
import type { EntityImageRequest, ImageRecord } from "@daybook/core/images"
import { entityTypes } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type RowOf, bigint, boolean, json, nullable, number, oneOf, text, texts } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { table } from "./kit/table.js"

/** Columns of a search for an image. */
export const wantColumns = {
  entityType: oneOf(entityTypes),
  entityId: bigint,
  urls: texts,
  hints: json<Readonly<Record<string, string>>>(),
  catalogueUrl: nullable(text),
  albumMbid: nullable(text)
}

/** The columns of a stored image, null where there is none yet. */
const pictureColumns = {
  original: nullable(text),
  width: nullable(number),
  height: nullable(number),
  thumbhash: nullable(text),
  dominantColor: nullable(text),
  accentColor: nullable(text),
  source: nullable(text),
  sourceUrl: nullable(text)
}

const images = table("images", { domain: oneOf(domains), version: number, ...pictureColumns, isOverride: boolean })

export const imageColumns = { ...wantColumns, ...images.columns }

/** Searches for images to enter. */
export const requests = table("images", {
  domain: oneOf(domains),
  entityType: wantColumns.entityType,
  entityId: wantColumns.entityId,
  urls: wantColumns.urls,
  hints: wantColumns.hints
})

/** Images that searches found. */
export const foundImages = table("images", {
  entityType: wantColumns.entityType,
  entityId: wantColumns.entityId,
  ...pictureColumns
})

/**
 * The search for an image, with the music catalogue link that was found since. For a record it adds the MusicBrainz ID
 * from the owner's scrobbles of the same album.
 */
export const selectWant: Statement.Fragment = sql`
  entity_type, entity_id, urls, hints,
  CASE
    WHEN domain = 'listening' AND entity_type = 'album' THEN (SELECT apple_music_url FROM listening_albums WHERE id = entity_id)
    WHEN domain = 'listening' AND entity_type = 'artist' THEN (SELECT apple_music_url FROM listening_artists WHERE id = entity_id)
  END AS catalogue_url,
  CASE WHEN domain = 'collecting' AND entity_type = 'release' THEN (
    SELECT album.mbid FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id
    WHERE album.mbid IS NOT NULL AND lower(album.name) = lower(hints ->> 'album') AND lower(artist.name) = lower(hints ->> 'artist')
    ORDER BY album.id LIMIT 1
  ) END AS album_mbid`

export const selectImage: Statement.Fragment = sql`${selectWant}, ${images.select("images")}`

export const toWant = ({
  albumMbid,
  catalogueUrl,
  entityId,
  entityType,
  hints,
  urls
}: RowOf<typeof wantColumns>): EntityImageRequest => ({
  entity: { type: entityType, id: entityId },
  urls,
  hints: {
    ...(catalogueUrl === null ? {} : { apple_music_url: catalogueUrl }),
    ...(albumMbid === null ? {} : { mbid: albumMbid }),
    ...hints
  }
})

export const toRecord = (row: RowOf<typeof imageColumns>): ImageRecord => ({
  domain: row.domain,
  request: toWant(row),
  version: row.version,
  picture:
    row.original === null
      ? null
      : {
          original: row.original,
          width: row.width ?? 0,
          height: row.height ?? 0,
          thumbhash: row.thumbhash,
          dominantColor: row.dominantColor,
          accentColor: row.accentColor,
          source: row.source ?? "",
          sourceUrl: row.sourceUrl
        },
  isOverride: row.isOverride
})
