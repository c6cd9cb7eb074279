import type { Found, Read } from "../Read.js"
import { raw, sql, type Sql } from "../sql.js"

const page = (path: string, where: Sql, limit: number): Read => ({
  path,
  sql: sql`
    SELECT item.*, (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
      WHERE version IS NOT NULL AND images.domain = item.domain AND images.entity_type = item.entity_type AND images.entity_id = item.entity_id) AS picture
    FROM (SELECT * FROM feed_items WHERE ${where} ORDER BY occurred_at DESC, id DESC LIMIT ${limit}) AS item ORDER BY occurred_at DESC, id DESC`,
  shown: (answer) => (answer as { readonly data: ReadonlyArray<Found> }).data.map(({ id }) => Number(id)),
  found: (rows) => rows.map(({ id }) => Number(id))
})

/** What happened last, everywhere and in one domain. */
export const feed = (): ReadonlyArray<Read> => [
  page("?limit=100", raw("true"), 100),
  page("/domain/watching", sql`domain = 'watching'`, 50)
]
