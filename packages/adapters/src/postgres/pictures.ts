import type { Domain } from "@daybook/core"
import type { Picture } from "@daybook/core/images"
import type { EntityType } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"

/** A picture as one column of a row: null where there is none. */
export type PictureColumn = readonly [version: number, thumbhash: string | null, dominant: string | null, accent: string | null] | null

/** Selects the picture of the entity whose id an SQL expression names; given a name, it reads well beside other columns. */
export const pictureOf = (sql: SqlClient.SqlClient, domain: Domain, type: EntityType, id: string): Statement.Fragment => sql`
  (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
    WHERE images.domain = ${domain} AND images.entity_type = ${type} AND images.entity_id = ${sql.literal(id)} AND original IS NOT NULL)`

export const toPicture = (domain: Domain, type: EntityType, id: number, column: PictureColumn): Picture | null => {
  if (column === null) return null
  const [version, thumbhash, dominantColor, accentColor] = column
  return { domain, type, id, version, thumbhash, dominantColor, accentColor }
}
