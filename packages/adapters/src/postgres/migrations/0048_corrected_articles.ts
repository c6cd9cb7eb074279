import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What corrections make of articles. One with a `stand_in` is a part of that one and concealed; `article_id` of a save
 * stays as reported, that of a highlight is the article that shows it.
 */
export const correctedArticles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE reading_articles ADD COLUMN given_title text, ADD COLUMN stand_in integer,
      ADD COLUMN concealed boolean NOT NULL DEFAULT false, DROP COLUMN shown_title, DROP COLUMN sort_title`
  yield* sql`
    ALTER TABLE reading_articles
      ADD COLUMN shown_title text
        GENERATED ALWAYS AS (coalesce(given_title, nullif(title, ''), page_title, url)) STORED,
      ADD COLUMN sort_title text COLLATE "C"
        GENERATED ALWAYS AS (left(lower(coalesce(given_title, nullif(title, ''), page_title, url)), 200)) STORED`
  yield* sql`CREATE INDEX reading_articles_titles ON reading_articles (sort_title, id)`
  yield* sql`CREATE INDEX reading_articles_standing_in ON reading_articles (stand_in) WHERE stand_in IS NOT NULL`
})
