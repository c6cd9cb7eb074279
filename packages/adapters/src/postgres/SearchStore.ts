import { SearchStore } from "@daybook/core/search"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { withdrawFrom } from "./entities.js"
import { storage } from "./storage.js"

export const layer = Layer.effect(SearchStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return {
    put: (domain, documents) =>
      storage("SearchStore.put")(Effect.asVoid(sql`
        INSERT INTO search_documents (domain, entity_type, entity_id, title, subtitle, body, details)
        SELECT ${domain}, entity_type, entity_id, title, subtitle, body, details::jsonb
        FROM unnest(
          ${documents.map(({ entity }) => entity.type)}::text[], ${documents.map(({ entity }) => entity.id)}::int[],
          ${documents.map(({ title }) => title)}::text[], ${documents.map(({ subtitle }) => subtitle)}::text[],
          ${documents.map(({ body }) => body)}::text[], ${documents.map(({ details }) => JSON.stringify(details))}::text[]
        ) AS document (entity_type, entity_id, title, subtitle, body, details)
        ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET
          title = excluded.title, subtitle = excluded.subtitle, body = excluded.body, details = excluded.details`)),
    withdraw: (domain, entities) => storage("SearchStore.withdraw")(withdrawFrom(sql, "search_documents")(domain, entities))
  }
}))
