import { type Context, Effect } from "effect"
import type { DateRange } from "../shared/DateRange.js"
import { offsetOf, type PageOf } from "../shared/Pagination.js"
import type { ListeningStore } from "./ListeningStore.js"

/** The newest plays hold the albums of the first pages; further pages look at more of them. */
const firstWindow = 200
const growth = 8

/** A page of the albums of a range by their newest play, from as few plays as hold it. */
export const newestAlbums = Effect.fn("Listening.newestAlbums")(function*(
  store: Context.Tag.Service<ListeningStore>,
  range: DateRange,
  page: PageOf,
  total: { readonly albums: number; readonly plays: number }
) {
  const expected = Math.min(page.limit, total.albums - offsetOf(page))
  if (expected <= 0) return []
  let window = firstWindow
  for (;;) {
    const rows = yield* store.newestAlbums(range, page, window)
    if (rows.length >= expected || window >= total.plays) return rows
    window *= growth
  }
})
