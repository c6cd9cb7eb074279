import { bookRank, bookSourcesIn } from "@daybook/core/books"
import { rankedSource } from "@daybook/core/ranks"

/** What the definitions say of the services of books. */
export const bookRanks: Readonly<Record<string, number>> = {
  storygraph: 10,
  hardcover: 20,
  goodreads: 30,
  "koreader-statistics": 40,
  "open-library": 50
}

export const bookSources = bookSourcesIn(
  Object.entries(bookRanks).map(([source, rank]) => rankedSource(source, bookRank({ rank })))
)
