import { type Correction, sentenceOf } from "@daybook/core/corrections"
import type { Explanation } from "@daybook/core/explain"
import {
  addressMoves,
  explainArticle,
  explainHighlight,
  explainSavedDay,
  namedAddresses,
  readingSources
} from "@daybook/core/reading"
import { Array, Effect, Option } from "effect"
import { boolean, instant, nullable, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { countsOf } from "../explain/countsOf.js"
import { saveTable } from "./saves.js"

const highlightColumns = {
  source: text,
  sourceId: text,
  createdAt: instant,
  text,
  note: nullable(text),
  hidden: boolean,
  address: text
}

/** The corrections that name some addresses, or those that they connect with them. */
const correctionsNaming = (addresses: ReadonlyArray<string>) =>
  Effect.map(correctionsOf("reading"), (corrections) => {
    const connected = addressMoves(corrections).connectedTo(addresses)
    return corrections.filter((one) => namedAddresses([one]).some((named) => connected.includes(named)))
  })

const linesOf = (corrections: ReadonlyArray<Correction>) =>
  corrections.map((one) => ({ id: one.id, says: sentenceOf(one) }))

const article = Effect.fn("reading.explainArticle")(function* (id: number) {
  const saves = yield* sql(saveTable.columns)`
    SELECT ${saveTable.select("save")} FROM reading_saves AS save WHERE article_id IN (
      SELECT id FROM reading_articles WHERE id = ${id} OR stand_in = ${id}
    ) ORDER BY id`
  const [own, others] = Array.partition(saves, ({ articleId }) => articleId === id).toReversed()
  if (!Array.isNonEmptyReadonlyArray(own!)) return Option.none<Explanation>()
  const corrections = linesOf(yield* correctionsNaming([own[0].address]))
  return Option.some({ ...explainArticle(yield* readingSources, own, others), corrections })
})

const highlight = Effect.fn("reading.explainHighlight")(function* (id: number) {
  const [row] = yield* sql(highlightColumns)`
    SELECT highlight.source, highlight.source_id, created_at, text, note, hidden AND NOT concealed AS hidden, address
    FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
    WHERE highlight.id = ${id}`
  if (row === undefined) return Option.none<Explanation>()
  const corrections = linesOf(yield* correctionsNaming([row.address]))
  return Option.some({ ...explainHighlight(row), corrections })
})

/** Saves with the article that shows them. The earliest save of an article is the one that counts. */
const savesWithFates = sql`(
  SELECT save.source, save.saved_on, lead.address, CASE WHEN lead.concealed THEN 'hidden'
    WHEN row_number() OVER (PARTITION BY lead.id ORDER BY save.saved_at, save.id) = 1 THEN 'counted'
    ELSE 'duplicate' END AS fate
  FROM reading_saves AS save JOIN reading_articles AS article ON article.id = save.article_id
  JOIN reading_articles AS lead ON lead.id = coalesce(article.stand_in, article.id)
)`

/** What was saved on a day. */
const day = Effect.fn("reading.explainDay")(function* (date: string) {
  const ofDay = sql`${savesWithFates} AS save WHERE saved_on = ${date}::date`
  const counts = yield* countsOf(sql`SELECT source, fate FROM ${ofDay}`)
  const hidden = yield* sql({ address: text })`SELECT DISTINCT address FROM ${ofDay} AND fate = 'hidden'`
  const named = hidden.length === 0 ? [] : yield* correctionsNaming(hidden.map(({ address }) => address))
  return Option.fromNullable(explainSavedDay(counts, linesOf(named.filter(({ kind }) => kind === "hide"))))
})

/** Explains articles, highlights and days. */
export const explainReading = { records: { article, highlight }, day }
