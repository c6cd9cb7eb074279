import { ImageWants } from "@daybook/core/images"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { ofEntities } from "./entities.js"
import { withoutTokens } from "./images/withoutTokens.js"
import { storage } from "./storage.js"

export const layer = Layer.effect(ImageWants, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return {
    want: (domain, wants) =>
      storage("ImageWants.want")(Effect.asVoid(sql`
        INSERT INTO images (domain, entity_type, entity_id, urls, hints)
        SELECT DISTINCT ON (entity_type, entity_id) ${domain}, entity_type, entity_id, ARRAY(SELECT jsonb_array_elements_text(urls::jsonb)), hints::jsonb
        FROM unnest(
          ${wants.map(({ entity }) => entity.type)}::text[], ${wants.map(({ entity }) => entity.id)}::bigint[],
          ${wants.map(({ urls }) => JSON.stringify(urls.map(withoutTokens)))}::text[], ${wants.map(({ hints }) => JSON.stringify(hints))}::text[]
        ) WITH ORDINALITY AS want (entity_type, entity_id, urls, hints, place)
        ORDER BY entity_type, entity_id, place DESC
        ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET
          urls = excluded.urls, hints = excluded.hints, gone = false, misses = 0, failures = 0,
          due_at = CASE WHEN images.is_override THEN NULL ELSE now() END
        WHERE images.gone OR images.urls <> excluded.urls OR images.hints <> excluded.hints`)),
    withdraw: (domain, entities) =>
      storage("ImageWants.withdraw")(Effect.gen(function*() {
        const those = ofEntities(sql, domain, entities)
        yield* sql`DELETE FROM images WHERE ${those} AND version = 0`
        // What a person chose is put by: nobody else would find it, should the entity be seen again.
        yield* sql`UPDATE images SET gone = true WHERE ${those} AND is_override`
        yield* sql`
          UPDATE images SET gone = true, urls = '{}', hints = '{}', due_at = NULL, original = NULL, width = NULL, height = NULL, thumbhash = NULL,
            dominant_color = NULL, accent_color = NULL, source = NULL, source_url = NULL, is_stale = false
          WHERE ${those} AND NOT is_override`
      }))
  }
}))
