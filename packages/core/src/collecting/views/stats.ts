import { Schema } from "effect"
import type { CopyTotals } from "../facts.js"
import { Amount, Text } from "../../shared/fields.js"
import { money } from "./shared.js"

/** `GET /v1/collecting/stats`. `estimated_value` is what Discogs takes for the median, in the account's currency. */
export const CollectionStats = Schema.Struct({
  data: Schema.Struct({
    total_items: Schema.Number,
    by_format: Schema.Struct({ vinyl: Schema.Number, cd: Schema.Number, cassette: Schema.Number, other: Schema.Number }),
    wantlist_count: Schema.Number,
    unique_artists: Schema.Number,
    estimated_value: Amount,
    top_genre: Text,
    oldest_release_year: Amount,
    newest_release_year: Amount,
    most_collected_artist: Schema.NullOr(Schema.Struct({ name: Schema.String, count: Schema.Number })),
    added_this_year: Schema.Number
  })
}).annotations({ identifier: "CollectionStats" })
export type CollectionStats = typeof CollectionStats.Type

const families = { vinyl: "vinyl", cd: "cd", cassette: "cassette" } as const

export interface StatsOf {
  readonly totals: CopyTotals
  readonly formats: ReadonlyArray<{ readonly name: string | null; readonly count: number }>
  readonly addedThisYear: number
  /** Cents; null where only a part of the collection is meant. */
  readonly value: number | null
}

export const collectionStats = ({ addedThisYear, formats, totals, value }: StatsOf): CollectionStats => {
  const of = (family: string) => formats.reduce((sum, { count, name }) => name?.toLowerCase() === family ? sum + count : sum, 0)
  const [vinyl, cd, cassette] = [of(families.vinyl), of(families.cd), of(families.cassette)]
  return {
    data: {
      total_items: totals.copies,
      by_format: { vinyl, cd, cassette, other: totals.copies - vinyl - cd - cassette },
      wantlist_count: totals.wants,
      unique_artists: totals.artists,
      estimated_value: money(value),
      top_genre: totals.topGenre,
      oldest_release_year: totals.oldestYear,
      newest_release_year: totals.newestYear,
      most_collected_artist: totals.topArtist === null ? null : { name: totals.topArtist.name, count: totals.topArtist.count },
      added_this_year: addedThisYear
    }
  }
}
