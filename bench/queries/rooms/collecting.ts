import { picture } from "../picture.js"
import type { Read } from "../Read.js"
import { sql } from "../sql.js"
import { counted, paged } from "./paged.js"

/** A page deep in the collection, and who is on most records. */
export const collecting = (): ReadonlyArray<Read> => [
  paged("/vinyl?limit=100&page=3", sql`
    SELECT release.*, copy.*, ${picture("collecting", "release", sql`copy.id`)}
    FROM (SELECT * FROM collecting_copies ORDER BY added_at DESC NULLS LAST, id DESC LIMIT 100 OFFSET 200) AS copy
    JOIN (SELECT id AS release_id, title, artists, year, format, format_detail, labels, genres, styles FROM collecting_releases) AS release USING (release_id)
    ORDER BY copy.added_at DESC NULLS LAST, copy.id DESC`, sql`SELECT count(*) FROM collecting_copies`),
  counted("/genres", sql`
    SELECT genre AS name, count(*) AS count FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id, unnest(release.genres) AS genre
    GROUP BY genre ORDER BY count DESC, name`, "name", "count")
]
