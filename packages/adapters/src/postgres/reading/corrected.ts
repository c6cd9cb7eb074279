import type { CorrectedArticle } from "@daybook/core/reading"
import { Effect } from "effect"
import { type RowOf, boolean, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** What corrections make of a stored article. */
export const flagColumns = { givenTitle: nullable(text), standIn: nullable(number), concealed: boolean }
const flagTable = table("reading_articles", { id: number, ...flagColumns })
type Flags = RowOf<typeof flagColumns>

/** An article with its id. */
export interface PlacedArticle extends CorrectedArticle {
  readonly id: number
}

const asReported: Flags = { givenTitle: null, standIn: null, concealed: false }

/** Stores what corrections make of articles. `standing` are those that were stored before. */
export const writeFlags = Effect.fn("reading.writeFlags")(function* (
  articles: ReadonlyArray<PlacedArticle>,
  standing: ReadonlyMap<number, Flags>
) {
  const idByArticle = new Map(articles.map(({ id, resolved }) => [resolved, id]))
  const changed = articles
    .map(({ givenTitle, id, isHidden, lead }) => ({
      before: standing.get(id) ?? asReported,
      after: {
        id,
        givenTitle,
        standIn: lead === null ? null : idByArticle.get(lead)!,
        concealed: isHidden || lead !== null
      }
    }))
    .filter(
      ({ after, before }) =>
        after.givenTitle !== before.givenTitle ||
        after.standIn !== before.standIn ||
        after.concealed !== before.concealed
    )
  yield* flagTable.update(
    changed.map(({ after }) => after),
    { key: ["id"], returning: {} }
  )
  const idsWhere = (holds: (change: (typeof changed)[number]) => boolean) =>
    changed.filter(holds).map(({ after }) => after.id)
  return {
    changed: idsWhere(() => true),
    renamed: idsWhere(({ after, before }) => after.givenTitle !== before.givenTitle),
    concealed: idsWhere(({ after, before }) => after.concealed && !before.concealed && standing.has(after.id))
  }
})

/** Moves the highlights of some articles to those that show them. */
export const moveHighlights = (articles: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number })`
      UPDATE reading_highlights AS highlight SET article_id = coalesce(article.stand_in, article.id)
      FROM reading_saves AS save JOIN reading_articles AS article ON article.id = save.article_id
      WHERE highlight.save_id = save.id AND article.id = ANY(${articles}::int[])
        AND highlight.article_id <> coalesce(article.stand_in, article.id)
      RETURNING highlight.id`,
    (rows) => rows.map(({ id }) => id)
  )
