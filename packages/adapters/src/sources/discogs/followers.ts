import { describeRelease } from "@daybook/core/collecting"
import { Effect, Option } from "effect"
import { follower } from "../lists/follower.js"
import type { Discogs } from "./Discogs.js"
import { toDescribed } from "./toRecords.js"

/** Prices and what the community holds change slowly. */
const foundDays = 30

/** What the page of each release in the collection says: tracks, country, prices. */
export const followers = (discogs: Discogs) => [
  follower({
    id: "discogs-releases",
    lookUp: "release",
    foundDays,
    find: ({ subject }) =>
      Effect.gen(function*() {
        const page = Option.flatMapNullable(yield* discogs.release(subject), toDescribed)
        if (Option.isNone(page)) return false
        yield* describeRelease(page.value.release, page.value.detail)
        return true
      })
  })
]
