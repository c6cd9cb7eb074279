import type { Domain } from "@daybook/core"
import type { EntityRef } from "@daybook/core/shared"
import { ofEntities } from "./entities.js"
import { sql } from "./kit/sql.js"

/** Removes pictures that a search found, and the requests for them. */
export const withdrawFound = (domain: Domain, entities: ReadonlyArray<EntityRef>) => sql`
  UPDATE images SET gone = true, urls = '{}', hints = '{}', due_at = NULL, original = NULL, width = NULL, height = NULL,
    thumbhash = NULL, dominant_color = NULL, accent_color = NULL, source = NULL, source_url = NULL, is_stale = false
  WHERE ${ofEntities(domain, entities)} AND NOT is_override`
