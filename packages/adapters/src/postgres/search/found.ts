import type { Domain } from "@daybook/core"
import type { Found } from "@daybook/core/search"
import type { EntityType } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type PictureColumn, toPicture } from "../pictures.js"

interface Row {
  readonly domain: Domain
  readonly entityType: EntityType
  readonly entityId: number
  readonly title: string
  readonly subtitle: string | null
  readonly details: Found["details"]
  readonly picture: PictureColumn
}

/** Of `search_documents AS item`. */
export const columns = (sql: SqlClient.SqlClient) => sql`
  domain, entity_type, entity_id, title, subtitle, details,
  (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
    WHERE original IS NOT NULL AND images.domain = item.domain AND images.entity_type = item.entity_type AND images.entity_id = item.entity_id) AS picture`

export const toFound = ({ details, domain, entityId, entityType, picture, subtitle, title }: Row): Found => ({
  domain,
  entity: { type: entityType, id: entityId },
  title,
  subtitle,
  details,
  picture: toPicture(domain, entityType, entityId, picture)
})
