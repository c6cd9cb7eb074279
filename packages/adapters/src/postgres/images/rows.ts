import type { Domain } from "@daybook/core"
import type { EntityWant, ImageRecord } from "@daybook/core/images"
import type { EntityType } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"

export interface WantRow {
  readonly entityType: EntityType
  readonly entityId: number
  readonly urls: ReadonlyArray<string>
  readonly hints: Readonly<Record<string, string>>
  readonly catalogueUrl: string | null
  readonly albumMbid: string | null
}

export interface ImageRow extends WantRow {
  readonly domain: Domain
  readonly version: number
  readonly original: string | null
  readonly width: number | null
  readonly height: number | null
  readonly thumbhash: string | null
  readonly dominantColor: string | null
  readonly accentColor: string | null
  readonly source: string | null
  readonly sourceUrl: string | null
  readonly isOverride: boolean
}

/**
 * The want, the link into the music catalogue that was found since it was noted, and of a record the MusicBrainz
 * identifier that the owner's scrobbles of the same album carry.
 */
export const wantColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
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

export const imageColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  domain, ${wantColumns(sql)}, version, original, width, height, thumbhash, dominant_color, accent_color, source, source_url, is_override`

export const toWant = ({ albumMbid, catalogueUrl, entityId, entityType, hints, urls }: WantRow): EntityWant => ({
  entity: { type: entityType, id: entityId },
  urls,
  hints: {
    ...(catalogueUrl === null ? {} : { apple_music_url: catalogueUrl }),
    ...(albumMbid === null ? {} : { mbid: albumMbid }),
    ...hints
  }
})

export const toRecord = (row: ImageRow): ImageRecord => ({
  domain: row.domain,
  want: toWant(row),
  version: row.version,
  picture: row.original === null ? null : {
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
