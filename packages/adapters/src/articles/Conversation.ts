import type { PageContent } from "@daybook/core/reading"

/** What the thread that reads pages is asked, one question at a time: a web page, or the text of a read-later service. */
export type Question = { readonly _tag: "Page"; readonly html: string; readonly url: string } | { readonly _tag: "Text"; readonly html: string }

export type Answer =
  | { readonly _tag: "Page"; readonly page: PageContent }
  | { readonly _tag: "Text"; readonly text: string | null }
  | { readonly _tag: "Failed"; readonly message: string }
