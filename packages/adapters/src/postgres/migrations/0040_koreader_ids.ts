import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { createHash } from "node:crypto"

/** Rows of a statement. */
const portion = 1_000

/** The ids of KOReader's highlights get their time: equal texts of one book are several highlights. */
export const koreaderIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: number; readonly article: string; readonly text: string; readonly at: string }>`
    SELECT highlight.id, save.source_id AS article, highlight.text,
      (extract(epoch FROM highlight.created_at) * 1000)::bigint::text AS at
    FROM reading_highlights AS highlight JOIN reading_saves AS save ON save.id = highlight.save_id
    WHERE highlight.source = 'koreader' AND save.source_id IS NOT NULL ORDER BY highlight.id`
  for (let from = 0; from < rows.length; from += portion) {
    const some = rows.slice(from, from + portion)
    const ids = some.map(({ article, at, text }) =>
      createHash("sha256")
        .update(JSON.stringify([article, text, Number(at)]))
        .digest("base64url")
        .slice(0, 22)
    )
    yield* sql`
      UPDATE reading_highlights AS highlight SET source_id = incoming.source_id
      FROM unnest(${some.map(({ id }) => id)}::int[], ${ids}::text[]) AS incoming (id, source_id)
      WHERE highlight.id = incoming.id`
  }
})
