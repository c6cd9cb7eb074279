import { type ReadingRecord, articleKey, highlightKey } from "@daybook/core/reading"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import type { ListRow, Part } from "../fullListing.js"
import type { SaveList } from "../saves/pull.js"
import { type Mark, type MarkedDocument, documentsOf } from "./documents.js"

/** All highlights of an account, as one reading of its API found them. */
export interface MarkListing {
  readonly marks: ReadonlyArray<Mark>
  /** How many rows could not be read, or were counted by the service and not listed. */
  readonly missing: number
}

/** Rows of a transaction. */
const perPart = 500

const rowsOf = (documents: ReadonlyArray<MarkedDocument>): ReadonlyArray<ListRow<ReadingRecord>> =>
  documents.flatMap(({ article, passages }) => {
    const articleId = article.sourceId!
    const key = articleKey(articleId)
    return [
      { name: key, key, records: [{ _tag: "Article" as const, article }] },
      ...passages.map((passage) => {
        const passageKey = highlightKey(passage.sourceId)
        const marked = { _tag: "Highlights" as const, articleId, passages: [passage], whole: false }
        return { name: passageKey, key: passageKey, records: [marked] }
      })
    ]
  })

/**
 * The highlights of an account as a list of documents and passages. The first part reads everything, since the
 * highlights of one document stand apart.
 */
export const markList = (name: string, readAll: Effect.Effect<MarkListing, SourceFailure>): SaveList => {
  let rows: ReadonlyArray<ListRow<ReadingRecord>> = []
  let total = 0
  const refresh = Effect.gen(function* () {
    const { marks, missing } = yield* readAll
    rows = rowsOf(yield* documentsOf(marks))
    total = rows.length + missing
  })
  return {
    name,
    part: (page) =>
      Effect.map(page === 1 ? refresh : Effect.void, (): Part => ({
        rows: rows.slice((page - 1) * perPart, page * perPart),
        total,
        pages: null
      })),
    read: (row) => row as ListRow<ReadingRecord>
  }
}
