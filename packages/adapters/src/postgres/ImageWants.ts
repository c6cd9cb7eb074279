import { ImageWants } from "@daybook/core/images"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { withdrawFrom } from "./entities.js"
import { storage } from "./storage.js"

export const layer = Layer.effect(ImageWants, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return {
    want: (domain, wants) =>
      storage("ImageWants.want")(Effect.asVoid(sql`
        INSERT INTO images (domain, entity_type, entity_id, urls, hints)
        SELECT ${domain}, entity_type, entity_id, ARRAY(SELECT jsonb_array_elements_text(urls::jsonb)), hints::jsonb
        FROM unnest(
          ${wants.map(({ entity }) => entity.type)}::text[], ${wants.map(({ entity }) => entity.id)}::int[],
          ${wants.map(({ urls }) => JSON.stringify(urls))}::text[], ${wants.map(({ hints }) => JSON.stringify(hints))}::text[]
        ) AS want (entity_type, entity_id, urls, hints)
        ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET urls = excluded.urls, hints = excluded.hints`)),
    withdraw: (domain, entities) => storage("ImageWants.withdraw")(withdrawFrom(sql, "images")(domain, entities))
  }
}))
