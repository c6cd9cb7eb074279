import { sql } from "../kit/sql.js"

/**
 * Ranks of new documents are inserted in the order of two of their three indexes, which takes half the time. A new
 * document has no rank yet, so only a changed one can have a conflict.
 */
export const searchRanks = sql`
  CREATE OR REPLACE FUNCTION search_ranks_put() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO search_ranks (domain, entity_type, entity_id, title_key, weight)
      SELECT domain, entity_type, entity_id, title_key, search_kind_weight(entity_type) FROM touched
      ORDER BY title_key, entity_id;
    ELSE
      INSERT INTO search_ranks (domain, entity_type, entity_id, title_key, weight)
      SELECT domain, entity_type, entity_id, title_key, search_kind_weight(entity_type) FROM touched
      ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET title_key = excluded.title_key
      WHERE search_ranks.title_key <> excluded.title_key;
    END IF;
    RETURN NULL;
  END $$`
