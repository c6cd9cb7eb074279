import type { Domain } from "@daybook/core"
import type { Outcome } from "@daybook/core/images"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import type { Versions } from "../Versions.js"
import { ofEntities } from "../entities.js"

type Of<Tag extends Outcome["_tag"]> = Extract<Outcome, { readonly _tag: Tag }>

/** Writes down how looking ended. Runs in a transaction; the domain's data counts as changed where a picture did. */
export const settle = Effect.fn(function*(
  sql: SqlClient.SqlClient,
  versions: Context.Tag.Service<Versions>,
  domain: Domain,
  outcomes: ReadonlyArray<Outcome>
) {
  const of = <Tag extends Outcome["_tag"]>(tag: Tag) => outcomes.filter((outcome): outcome is Of<Tag> => outcome._tag === tag)
  const missing = of("Missing").map(({ entity }) => entity)
  const postponed = of("Postponed").map(({ entity }) => entity)
  if (missing.length > 0) {
    yield* sql`
      UPDATE images SET misses = misses + 1, failures = 0, due_at = now() + LEAST(7 * power(2, LEAST(misses, 2)), 28) * interval '1 day'
      WHERE ${ofEntities(sql, domain, missing)} AND NOT gone AND NOT is_override`
  }
  if (postponed.length > 0) {
    yield* sql`
      UPDATE images SET failures = failures + 1, due_at = now() + LEAST(5 * power(2, LEAST(failures, 9)), 1440) * interval '1 minute'
      WHERE ${ofEntities(sql, domain, postponed)} AND NOT gone AND NOT is_override`
  }
  if (yield* found(sql, domain, of("Found"))) yield* versions.bump(domain)
})

/** True where something is shown otherwise than before: the same picture found again is no change. */
const found = (sql: SqlClient.SqlClient, domain: Domain, outcomes: ReadonlyArray<Of<"Found">>) =>
  outcomes.length === 0 ? Effect.succeed(false) : Effect.map(
    sql<{ changed: boolean }>`
      WITH taken AS (
        SELECT * FROM unnest(
          ${outcomes.map(({ entity }) => entity.type)}::text[], ${outcomes.map(({ entity }) => entity.id)}::bigint[],
          ${outcomes.map(({ picture }) => picture.original)}::text[], ${outcomes.map(({ picture }) => picture.width)}::int[],
          ${outcomes.map(({ picture }) => picture.height)}::int[], ${outcomes.map(({ picture }) => picture.thumbhash)}::text[],
          ${outcomes.map(({ picture }) => picture.dominantColor)}::text[], ${outcomes.map(({ picture }) => picture.accentColor)}::text[],
          ${outcomes.map(({ picture }) => picture.source)}::text[], ${outcomes.map(({ picture }) => picture.sourceUrl)}::text[]
        ) AS taken (entity_type, entity_id, original, width, height, thumbhash, dominant_color, accent_color, source, source_url)
      ), former AS (
        SELECT entity_type, entity_id, images.original FROM images JOIN taken USING (entity_type, entity_id)
        WHERE domain = ${domain} AND NOT gone AND NOT is_override
      )
      UPDATE images SET
        version = images.version + CASE WHEN former.original IS DISTINCT FROM taken.original THEN 1 ELSE 0 END,
        original = taken.original, width = taken.width, height = taken.height, thumbhash = taken.thumbhash,
        dominant_color = taken.dominant_color, accent_color = taken.accent_color, source = taken.source, source_url = taken.source_url,
        due_at = NULL, misses = 0, failures = 0
      FROM taken JOIN former USING (entity_type, entity_id)
      WHERE images.domain = ${domain} AND images.entity_type = taken.entity_type AND images.entity_id = taken.entity_id
      RETURNING former.original IS DISTINCT FROM taken.original AS changed`,
    (rows) => rows.some(({ changed }) => changed)
  )
