import type { Explanation } from "@daybook/core/explain"
import { explainArticle, explainHighlight } from "@daybook/core/reading"
import { Array, Effect, Option } from "effect"
import { boolean, instant, nullable, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { saveTable } from "./saves.js"

const highlightColumns = {
  source: text,
  sourceId: text,
  createdAt: instant,
  text,
  note: nullable(text),
  hidden: boolean
}

/** Explains articles and highlights. */
export const explainReading = {
  records: {
    article: (id: number) =>
      Effect.map(
        sql(saveTable.columns)`
          SELECT ${saveTable.select("save")} FROM reading_saves AS save WHERE article_id = ${id} ORDER BY id`,
        (saves): Option.Option<Explanation> =>
          Array.isNonEmptyReadonlyArray(saves) ? Option.some(explainArticle(saves)) : Option.none()
      ),
    highlight: (id: number) =>
      Effect.map(
        sql(highlightColumns)`
          SELECT source, source_id, created_at, text, note, hidden FROM reading_highlights WHERE id = ${id}`,
        ([highlight]) => Option.map(Option.fromNullable(highlight), explainHighlight)
      )
  }
}
