import { type ExplainedItem, explainItem } from "@daybook/core/collecting"
import type { Explanation } from "@daybook/core/explain"
import type { Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { type ColumnsOf, instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

const columns: ColumnsOf<ExplainedItem> = {
  source: text,
  key: nullable(text),
  addedAt: nullable(instant),
  title: text,
  year: nullable(number)
}

const item = (query: Statement.Fragment) =>
  Effect.map(sql(columns)`${query}`, ([row]): Option.Option<Explanation> =>
    Option.map(Option.fromNullable(row), explainItem)
  )

/** Records have no source of their own: one service lists them, and the owner adds others by hand. */
const service = sql.literal("'discogs'")

const release = (id: number) =>
  item(sql`
    SELECT CASE WHEN copy.instance IS NULL THEN 'manual' ELSE ${service} END AS source, copy.instance::text AS key,
      copy.added_at, release.title, release.year
    FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id
    WHERE copy.id = ${id}`)

const want = (id: number) =>
  item(sql`
    SELECT ${service} AS source, want.release_id::text AS key, want.added_at, release.title, release.year
    FROM collecting_wants AS want JOIN collecting_releases AS release ON release.id = want.release_id
    WHERE want.id = ${id}`)

const disc = (id: number) =>
  item(sql`
    SELECT disc.source, film.trakt_id::text AS key, disc.collected_at AS added_at, film.title, film.year
    FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id WHERE disc.id = ${id}`)

/** Explains copies, wants and discs; feed and search call discs media. */
export const explainCollecting = { records: { release, want, disc, media: disc } }
