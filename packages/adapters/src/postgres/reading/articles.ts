import type { FeedKey } from "@daybook/core/feed"
import {
  type CorrectedArticle,
  type LedArticle,
  type StandingArticle,
  addressMoves,
  correctArticles,
  isMoved,
  isRenamed,
  isSameLed,
  readingSources,
  resolveArticles,
  retractedEntries,
  stateFields,
  workOf
} from "@daybook/core/reading"
import { Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { columnList, table } from "../kit/table.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type PlacedArticle, flagColumns, moveHighlights, writeFlags } from "./corrected.js"
import { hasAddress, saveTable } from "./saves.js"

const ledColumns = { source: text, ...columnsOf(stateFields) }
const ledTable = table("reading_articles", ledColumns)
const standingTable = table("reading_articles", { id: number, ...ledColumns })
const standingColumns = { ...standingTable.columns, ...flagColumns }
const authorTable = table("reading_articles", { id: number, author: nullable(text) })
const linkTable = table("reading_saves", { id: number, articleId: number })

/** The result of resolving articles: their ids, and the feed entries to retract. */
export interface ArticleChanges {
  readonly added: ReadonlyArray<number>
  readonly changed: ReadonlyArray<number>
  /** Changed articles with another title or URL. */
  readonly renamed: ReadonlyArray<number>
  readonly deleted: ReadonlyArray<number>
  /** Articles that corrections hide, or make a part of another one, from now on. */
  readonly concealed: ReadonlyArray<number>
  /** Articles whose highlights may be others. */
  readonly touched: ReadonlyArray<number>
  /** Highlights that another article shows now. */
  readonly movedHighlights: ReadonlyArray<number>
  readonly retracted: ReadonlyArray<FeedKey>
}

const nothing: ArticleChanges = {
  ...{ added: [], changed: [], renamed: [], deleted: [], concealed: [] },
  ...{ touched: [], movedHighlights: [], retracted: [] }
}

const standingOf = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.succeed([])
    : sql(standingColumns)`
        SELECT ${columnList(standingColumns, "article")} FROM reading_articles AS article WHERE id = ANY(${ids}::int[])`

/** Stores the articles that the saves of some addresses make. `former` are articles that lost a save. */
export const writeArticles = Effect.fn("reading.writeArticles")(function* (
  addresses: ReadonlyArray<string>,
  former: ReadonlyArray<number> = []
) {
  if (addresses.length === 0 && former.length === 0) return nothing
  const sources = yield* readingSources
  const corrections = yield* correctionsOf("reading")
  const saves = yield* sql(saveTable.columns)`
    SELECT ${saveTable.select("save")} FROM reading_saves AS save
    WHERE ${hasAddress(addressMoves(corrections).connectedTo(addresses))} ORDER BY id`
  const ids = [...new Set([...former, ...saves.flatMap(({ articleId }) => articleId ?? [])])]
  const standing = new Map((yield* standingOf(ids)).map((article) => [article.id, article]))
  const corrected = correctArticles(sources, resolveArticles(sources, saves, [...standing.values()]), corrections)
  const { added, changed, placed } = yield* writeLed(corrected, standing)
  const moved = yield* link(placed)
  const flags = yield* writeFlags(placed, standing)
  const movedHighlights = yield* moveHighlights(placed.map(({ id }) => id))
  const continued = new Set(placed.map(({ id }) => id))
  const deleted = ids.filter((id) => standing.has(id) && !continued.has(id))
  yield* remove(deleted)
  return {
    added,
    changed: [...new Set([...changed.map(({ before }) => before.id), ...flags.changed])],
    renamed: [...new Set([...changed.filter(isRenamed).map(({ before }) => before.id), ...flags.renamed])],
    deleted,
    concealed: flags.concealed,
    touched: moved || movedHighlights.length > 0 || flags.changed.length > 0 ? [...continued] : [],
    movedHighlights,
    retracted: changed.flatMap(({ after, before }) => retractedEntries(before, after))
  } satisfies ArticleChanges
})

/** Stores what saves say of articles, and answers these with their ids. */
const writeLed = Effect.fn("reading.writeLed")(function* (
  corrected: ReadonlyArray<CorrectedArticle>,
  standing: ReadonlyMap<number, StandingArticle>
) {
  const fresh = corrected
    .filter(({ resolved }) => resolved.id === null)
    .toSorted((one, other) => one.after.savedAt - other.after.savedAt)
  const added = yield* insert(fresh.map(({ after }) => after))
  const changed = corrected.flatMap(({ after, resolved: { id } }) => {
    const before = id === null ? undefined : standing.get(id)
    return before === undefined || isSameLed(before, after) ? [] : [{ before, after }]
  })
  yield* update(changed.map(({ after, before }) => ({ ...after, id: before.id })))
  yield* forgetTexts(changed.filter(isMoved).map(({ before }) => before.id))
  yield* describeWorks([
    ...fresh.map(({ after }, index) => ({ id: added[index]!, url: after.url })),
    ...changed.map(({ after, before }) => ({ id: before.id, url: after.url }))
  ])
  const placed = [
    ...corrected.flatMap((one) => (one.resolved.id === null ? [] : [{ ...one, id: one.resolved.id }])),
    ...fresh.map((one, index) => ({ ...one, id: added[index]! }))
  ]
  return { added, changed, placed }
})

/** Ids follow the order of the articles. */
const insert = (articles: ReadonlyArray<LedArticle>) =>
  articles.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number })`
          INSERT INTO reading_articles (${ledTable.names})
          SELECT ${ledTable.names} FROM ${ledTable.valuesOf(articles)} RETURNING id`,
        (inserted) => inserted.map(({ id }) => id)
      )

const update = (articles: ReadonlyArray<StandingArticle>) =>
  Effect.asVoid(standingTable.update(articles, { key: ["id"], returning: {} }))

/** A work has no page, so that its address gives its author. */
const describeWorks = (articles: ReadonlyArray<{ readonly id: number; readonly url: string }>) =>
  Effect.asVoid(
    authorTable.update(
      articles.flatMap(({ id, url }) => {
        const work = workOf(url)
        return work === null ? [] : [{ id, author: work.author }]
      }),
      { key: ["id"], returning: {} }
    )
  )

/** Links saves with their articles. Answers whether any moved. */
const link = Effect.fn("reading.linkSaves")(function* (articles: ReadonlyArray<PlacedArticle>) {
  const moved = articles.flatMap(({ id, resolved: { saves } }) =>
    saves.flatMap((save) => (save.articleId === id ? [] : [{ id: save.id, articleId: id }]))
  )
  yield* linkTable.update(moved, { key: ["id"], returning: {} })
  return moved.length > 0
})

const remove = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.void
    : Effect.gen(function* () {
        yield* sql`DELETE FROM reading_articles WHERE id = ANY(${ids}::int[])`
        yield* forget("reading", "article", ids)
      })

/** Deletes the text of articles whose URL changed. */
const forgetTexts = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.void
    : Effect.gen(function* () {
        yield* sql`DELETE FROM reading_texts WHERE article_id = ANY(${ids}::int[])`
        yield* forget("reading", "article", ids)
        yield* sql`
          UPDATE reading_articles SET body = 'awaited', word_count = NULL, page_title = NULL, author = NULL,
            site_name = NULL, page_description = NULL, image_url = NULL
          WHERE id = ANY(${ids}::int[])`
      })
