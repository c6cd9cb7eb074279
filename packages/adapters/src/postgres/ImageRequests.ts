import { ImageRequests } from "@daybook/core/images"
import { Effect } from "effect"
import { lastOfEachKey, ofEntities } from "./entities.js"
import { requests } from "./imageRows.js"
import { inPortions } from "./kit/portions.js"
import { sql } from "./kit/sql.js"
import { storeLayer } from "./kit/store.js"
import { withdrawFound } from "./withdrawFound.js"

export const layer = storeLayer(ImageRequests, {
  request: (domain, wants) => {
    const upsert = (some: typeof wants) => {
      const rows = some.map(({ entity, hints, urls }) => ({
        domain,
        entityType: entity.type,
        entityId: entity.id,
        urls: urls.map(withoutTokens),
        hints
      }))
      return sql`
        INSERT INTO images (domain, entity_type, entity_id, urls, hints)
        SELECT * FROM ${requests.valuesOf(rows)}
        ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET
          urls = excluded.urls, hints = excluded.hints, gone = false, misses = 0, failures = 0,
          due_at = CASE WHEN images.is_override THEN NULL ELSE now() END
        WHERE images.gone OR images.urls <> excluded.urls OR images.hints <> excluded.hints`
    }
    return Effect.asVoid(
      inPortions(
        lastOfEachKey(wants, ({ entity }) => `${entity.type} ${entity.id}`),
        upsert
      )
    )
  },
  withdraw: (domain, entities) =>
    Effect.gen(function* () {
      const those = ofEntities(domain, entities)
      yield* sql`DELETE FROM images WHERE ${those} AND version = 0`
      // Overrides that a person chose stay stored: no search would find them again if the entity returns.
      yield* sql`UPDATE images SET gone = true WHERE ${those} AND is_override`
      yield* withdrawFound(domain, entities)
    })
})

const secretNames = /^(x-plex-token|api_?key|access_?token|token|client_?key)$/i

/** Removes access tokens from a URL: media servers put them into the URLs that they return. */
const withoutTokens = (address: string): string => {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const secrets = [...url.searchParams.keys()].filter((name) => secretNames.test(name))
  if (secrets.length === 0 && url.username === "" && url.password === "") return address
  for (const name of secrets) url.searchParams.delete(name)
  url.username = ""
  url.password = ""
  return url.href
}
