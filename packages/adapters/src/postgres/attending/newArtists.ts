import { artistKeysIn } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const setting = "attending_artists"

/** Ties of what names an artist that came into the listening library since the last time: they tell what kind of event it is. */
export const namedByNewArtists = Effect.fn("attending.namedByNewArtists")(function*(sql: SqlClient.SqlClient) {
  const [known] = yield* sql<{ value: string }>`SELECT value FROM settings WHERE name = ${setting}`
  const last = Number(known?.value ?? 0)
  const artists = yield* sql<{ id: number; matchName: string }>`
    SELECT id, match_name FROM listening_artists WHERE id > ${last} AND heard AND NOT hidden ORDER BY id`
  const newest = artists.at(-1)?.id
  if (newest === undefined) return []
  yield* sql`
    INSERT INTO settings (name, value) VALUES (${setting}, ${String(newest)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  const names = new Set(artists.map(({ matchName }) => matchName))
  const rows = yield* sql<{ tie: string; title: string }>`
    SELECT name AS tie, body ->> 'title' AS title FROM attending_mentions WHERE body ->> 'title' IS NOT NULL`
  return rows.filter(({ title }) => [...artistKeysIn(title)].some((key) => names.has(key))).map(({ tie }) => tie)
})
