import { sql, type Sql } from "./sql.js"

/** The picture of a record in a list. */
export const picture = (domain: string, type: string, id: Sql): Sql => sql`
  (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
    WHERE version IS NOT NULL AND domain = ${domain} AND entity_type = ${type} AND entity_id = ${id}) AS picture`
