import { ArticleBodies, type ReadingWrites } from "@daybook/core/reading"
import type { Follower } from "@daybook/core/sync"
import { Effect, Either, Option, Stream } from "effect"
import { DocumentParser } from "../../documents/DocumentParser.js"
import type { Instapaper } from "./Instapaper.js"
import { id } from "./settings.js"
import { errorCodeOf } from "./wire.js"

/** The texts that Instapaper makes of pages. One that it cannot make (a paywall, a dead link, a deleted bookmark) is none. */
export const texts = (instapaper: Instapaper): Follower<ReadingWrites | ArticleBodies | DocumentParser> => ({
  id: "instapaper-texts",
  drain: Stream.unwrap(Effect.map(Effect.all([ArticleBodies, DocumentParser]), ([bodies, parser]) =>
    bodies.texts(id, (bookmark) =>
      Effect.gen(function*() {
        const html = yield* instapaper.slowCall("/1/bookmarks/get_text", { bookmark_id: String(bookmark) }, (answer) =>
          Either.right(errorCodeOf(answer) === null ? answer.text : null))
        if (html === null) return Option.none()
        return Option.fromNullable(yield* Effect.catchAll(parser.article(html), () => Effect.succeed(null)))
      }))))
})
