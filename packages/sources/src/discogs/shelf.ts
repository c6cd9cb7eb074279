import type { RecordShelf, ReleaseCandidate } from "@daybook/core/collecting"
import { Effect, Option, Schema } from "effect"
import type { Discogs } from "./client.js"
import { toReleaseDetail, yearOf, SearchResult } from "./wire.js"

const decode = Schema.decodeUnknownOption(SearchResult)
const maxResults = 20

/** Adds to the collection at Discogs. */
export const recordShelf = (discogs: Discogs): RecordShelf => ({
  release: (id) => Effect.map(discogs.release(id), Option.flatMapNullable(toReleaseDetail)),
  search: ({ artist, title, year }) =>
    Effect.map(
      discogs.search({
        release_title: title,
        per_page: maxResults,
        ...(artist === null ? {} : { artist }),
        ...(year === null ? {} : { year })
      }),
      (results) => results.flatMap((result) => Option.toArray(Option.map(decode(result), toCandidate)))
    ),
  add: discogs.add
})

const toCandidate = ({ country, format, id, title, year }: typeof SearchResult.Type): ReleaseCandidate => ({
  id,
  title,
  year: yearOf(Number(year ?? 0)),
  format: format?.[0] ?? null,
  country: country ?? null
})
