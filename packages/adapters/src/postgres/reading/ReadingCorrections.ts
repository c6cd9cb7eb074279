import type { NewCorrection } from "@daybook/core/corrections"
import { ReadingCorrections, addressKey, addressMoves, namedAddresses, nearAddresses } from "@daybook/core/reading"
import type { EntityRef } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { instant, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implementRanked } from "../kit/store.js"
import { writeArticles } from "./articles.js"
import { hideTwins } from "./passages.js"
import { changesOf } from "./ReadingRecords.js"
import { shownArticles } from "./rows.js"
import { hasAddress } from "./saves.js"

/** Which article shows each save of some addresses; null if none does. */
const shownBy = (addresses: ReadonlyArray<string>) =>
  Effect.map(
    sql({ id: number, articleId: number, shownIn: nullable(number) })`
      SELECT save.id, article.id AS article_id,
        CASE WHEN NOT article.concealed THEN article.id WHEN NOT lead.concealed THEN lead.id END AS shown_in
      FROM reading_saves AS save JOIN reading_articles AS article ON article.id = save.article_id
      LEFT JOIN reading_articles AS lead ON lead.id = article.stand_in
      WHERE ${hasAddress(addresses)} ORDER BY save.id`,
    (rows) => ({
      articles: [...new Set(rows.map(({ articleId }) => articleId))],
      shownIn: new Map(rows.map(({ id, shownIn }) => [id, shownIn]))
    })
  )

const apply = Effect.fn("reading.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const corrections = yield* correctionsOf("reading")
  const addresses = addressMoves([...corrections, ...concerned]).connectedTo(namedAddresses(concerned))
  const before = yield* shownBy(addresses)
  const articles = yield* writeArticles(addresses)
  const twins = yield* hideTwins(articles.touched)
  const after = yield* shownBy(addresses)
  return {
    changes: yield* changesOf(articles, twins, { changed: [], deleted: [] }),
    affected: [...after.shownIn].filter(([save, article]) => before.shownIn.get(save) !== article).length,
    touched: after.articles.map((id): EntityRef => ({ type: "article", id }))
  }
})

const named = { url: text, title: text, count: number, firstAt: instant }

/** Articles that have a title, with the number of their saves. */
const titledArticles = sql(named)`
  SELECT url, shown_title AS title, (SELECT count(*) FROM reading_saves WHERE article_id = article.id) AS count,
    saved_at AS first_at
  FROM ${shownArticles} AS article WHERE title <> '' ORDER BY id`

export const layer = Layer.effect(
  ReadingCorrections,
  implementRanked(ReadingCorrections, {
    has: (_, { url = "" }) =>
      Effect.map(
        sql`SELECT FROM reading_saves AS save WHERE ${hasAddress([addressKey(url)])} LIMIT 1`,
        (rows) => rows.length > 0
      ),
    apply: (concerned) => domainLock("reading")(apply(concerned)),
    size: Effect.map(
      sql({ articles: number, highlights: number })`
        SELECT (SELECT count(*) FROM ${shownArticles} AS article) AS articles,
          (SELECT count(*) FROM reading_highlights WHERE NOT hidden) AS highlights`,
      ([row]) => ({ ...row! })
    ),
    summaries: (records) =>
      Effect.map(
        sql({ id: number, title: text, saves: number })`
          SELECT id, shown_title AS title, (
            SELECT count(*) FROM reading_saves WHERE article_id IN (
              SELECT own.id FROM reading_articles AS own WHERE own.id = article.id OR own.stand_in = article.id
            )
          ) AS saves
          FROM ${shownArticles} AS article WHERE id = ANY(${records.map(({ id }) => id)}::int[]) ORDER BY id`,
        (rows) => rows.map(({ id, saves, title }) => ({ type: "article", id, name: title, of: null, count: saves }))
      ),
    pairs: Effect.map(titledArticles, nearAddresses)
  })
)
