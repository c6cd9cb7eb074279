import { Context, Data, type Effect } from "effect"

/** What a web page says of itself, and the article on it; null for what it does not say. */
export interface PageContent {
  readonly title: string | null
  readonly author: string | null
  readonly siteName: string | null
  readonly description: string | null
  readonly imageUrl: string | null
  /** Plain text, paragraphs parted by empty lines. */
  readonly text: string | null
}

/** The page cannot be read. `passing` says that it may go better soon. */
export class PageUnreadable extends Data.TaggedError("PageUnreadable")<{ readonly message: string; readonly passing: boolean }> {}

/** Reads the pages that articles are saved from. */
export class PageReader extends Context.Tag("@daybook/core/PageReader")<PageReader, {
  readonly read: (url: string) => Effect.Effect<PageContent, PageUnreadable>
}>() {}
