import { ArticleBodies, type ReadingWriteServices, readingRank } from "@daybook/core/reading"
import { type Enrichment, type PullRequest } from "@daybook/core/sync"
import { Effect, Either, Option, Stream } from "effect"
import { DocumentParser } from "../documents/DocumentParser.js"
import type { Answer } from "../kit/provider/Answer.js"
import { saves } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Instapaper from "./client.js"
import { format, readArticle } from "./exportFile.js"
import { connection, id, settings } from "./login.js"
import { pull } from "./pull.js"
import { errorCodeOf } from "./wire.js"

/** Articles, highlights and texts from Instapaper. */
export const instapaper = pulling({
  id,
  about: {
    title: "Instapaper",
    brings: "Saved articles with their texts, progress and highlights.",
    keys: "https://www.instapaper.com/main/request_oauth_consumer_token",
    exports: "https://www.instapaper.com/user"
  },
  // It says how far each article was read and when, and it has the texts.
  rank: readingRank({ rank: 10, hasTexts: true }),
  ...saves,
  schedule: { cron: "0 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Instapaper.make(values), (service) => ({
      pull: (request: PullRequest) => pull(service, request),
      enrichments: [texts(service)]
    })),
  format,
  read: readArticle,
  fileTitle: "an Instapaper export",
  expected: "give the CSV file of instapaper.com/user, with the columns URL, Title, Selection, Folder, Timestamp",
  connect: connection
})

/** Codes with which Instapaper says that it has no text: a deleted bookmark, a page that it cannot or may not read. */
const withoutText: ReadonlySet<number> = new Set([1220, 1221, 1241, 1550])

/** Instapaper marks the title in its pages, and puts them in a frame. Pages of others have neither. */
const ownPage = /<!-- IP:TITLE|id="(?:titlebar|story)"/

/** The text; null if Instapaper says that there is none. Any other error says nothing about it, nor do other pages. */
const readText = (answer: Answer): Either.Either<string | null, string> => {
  const code = errorCodeOf(answer)
  if (code === null) {
    if (!ownPage.test(answer.text)) return Either.left("answers with something else than a text")
    return /<\/(?:body|html)>/i.test(answer.text)
      ? Either.right(answer.text)
      : Either.left("answers with a part of a text")
  }
  return withoutText.has(code) ? Either.right(null) : Either.left(`answers with error ${code}`)
}

/**
 * The texts that Instapaper extracts from pages. None for a page it cannot extract: a paywall, a dead link, a deleted
 * bookmark.
 */
const texts = (
  instapaper: Instapaper.Instapaper
): Enrichment<ReadingWriteServices | ArticleBodies | DocumentParser> => ({
  id: "instapaper-texts",
  drain: Stream.unwrap(
    Effect.map(Effect.all([ArticleBodies, DocumentParser]), ([bodies, parser]) =>
      bodies.texts(id, (bookmark) =>
        Effect.gen(function* () {
          const html = yield* instapaper.slowCall("/1/bookmarks/get_text", { bookmark_id: String(bookmark) }, readText)
          if (html === null) return Option.none()
          return Option.fromNullable(yield* Effect.catchAll(parser.article(html), () => Effect.succeed(null)))
        })
      )
    )
  )
})
