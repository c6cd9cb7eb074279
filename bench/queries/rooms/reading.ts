import { picture } from "../picture.js"
import type { Read } from "../Read.js"
import { sql } from "../sql.js"
import { counted, paged } from "./paged.js"

/** A page deep in what was saved, and what articles have in common. */
export const reading = (): ReadonlyArray<Read> => [
  paged("/articles?limit=50&page=3", sql`
    SELECT article.*, ${picture("reading", "article", sql`article.id`)}, (SELECT count(*) FROM reading_highlights WHERE article_id = article.id) AS highlights
    FROM (SELECT * FROM reading_articles ORDER BY saved_at DESC, id DESC LIMIT 50 OFFSET 100) AS article ORDER BY saved_at DESC, id DESC`,
    sql`SELECT count(*) FROM reading_articles`),
  counted("/tags", sql`SELECT tag AS name, count(*) AS count FROM reading_articles, unnest(tags) AS tag GROUP BY tag ORDER BY count DESC, tag COLLATE "C"`, "tag", "count")
]
