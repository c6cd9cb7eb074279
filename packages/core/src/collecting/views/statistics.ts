import { Schema } from "effect"
import type { CopyTotals, ArtistCount } from "../facts.js"
import { Amount, Text, nameField, countField, yearField, publicField, privateField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import { LocalDate } from "../../shared/LocalDate.js"
import type { ToImage } from "../../images/Picture.js"

/** Converts cents to the currency's main unit. */
export const money = (cents: number | null): number | null => (cents === null ? null : cents / 100)

/** A share from 0 to 1; 0 if `all` is 0. */
export const rate = (part: number, all: number): number => (all === 0 ? 0 : part / all)

/** `GET /v1/collecting/stats`. `estimated_value` is Discogs' median estimate in the account's currency. */
export const CollectionStats = Schema.Struct({
  data: publicField(
    Schema.Struct({
      total_items: publicField(Schema.Number, "Number of copies in the collection", 216),
      by_format: publicField(
        Schema.Struct({
          vinyl: publicField(Schema.Number, "Number of vinyl records", 168),
          cd: publicField(Schema.Number, "Number of CDs", 33),
          cassette: publicField(Schema.Number, "Number of cassettes", 8),
          other: publicField(Schema.Number, "Number of copies in other formats", 7)
        }),
        "Number of copies by format"
      ),
      wantlist_count: publicField(Schema.Number, "Number of records on the wantlist", 31),
      unique_artists: publicField(Schema.Number, "Number of different artists", 344),
      estimated_value: privateField(
        Amount,
        "Median value of the collection at Discogs, in the account's currency",
        3039.12
      ),
      top_genre: publicField(Text, "Most frequent genre", "Drama"),
      oldest_release_year: publicField(Amount, "Year of the oldest pressing", 1961),
      newest_release_year: publicField(Amount, "Year of the newest pressing", 2025),
      most_collected_artist: publicField(
        Schema.NullOr(Schema.Struct({ name: nameField, count: countField })),
        "Artist with the most copies"
      ),
      added_this_year: publicField(Schema.Number, "Copies added this year", 64)
    }),
    "Requested data"
  )
}).annotations({ identifier: "CollectionStats" })
export type CollectionStats = typeof CollectionStats.Type

const families = { vinyl: "vinyl", cd: "cd", cassette: "cassette" } as const

export interface StatsOf {
  readonly totals: CopyTotals
  readonly formats: ReadonlyArray<{ readonly name: string | null; readonly count: number }>
  readonly addedThisYear: number
  /** Cents; null if the range covers only a part of the collection. */
  readonly value: number | null
}

export const collectionStats = ({ addedThisYear, formats, totals, value }: StatsOf): CollectionStats => {
  const copiesOf = (family: string) =>
    formats.reduce((sum, { count, name }) => (name?.toLowerCase() === family ? sum + count : sum), 0)
  const [vinyl, cd, cassette] = [copiesOf(families.vinyl), copiesOf(families.cd), copiesOf(families.cassette)]
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
      most_collected_artist:
        totals.topArtist === null ? null : { name: totals.topArtist.name, count: totals.topArtist.count },
      added_this_year: addedThisYear
    }
  }
}

/** `GET /v1/collecting/formats`, `/genres` and `/media/formats`. */
export const NamedCounts = Schema.Struct({
  data: publicField(Schema.Array(Schema.Struct({ name: nameField, count: countField })), "Requested data")
}).annotations({ identifier: "CollectionCounts" })

export type NamedCounts = typeof NamedCounts.Type

export const namedCounts = (
  counts: ReadonlyArray<{ readonly name: string | null; readonly count: number }>,
  unknown: string
): NamedCounts => ({ data: counts.map(({ count, name }) => ({ name: name ?? unknown, count })) })

/** `GET /v1/collecting/artists`. */
export const CollectedArtists = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        name: nameField,
        discogs_id: publicField(Amount, "Id at Discogs", 1074567),
        image_url: publicField(
          Text,
          "Address of the picture on this host",
          "http://127.0.0.1:8787/images/collecting/releases/42?v=2&s=qCU6PtDufcdk3MGsHiwEyA"
        ),
        release_count: publicField(Schema.Number, "Number of copies by the artist", 27)
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "CollectedArtists" })

export type CollectedArtists = typeof CollectedArtists.Type

export const collectedArtists =
  (image: ToImage) =>
  (artists: ReadonlyArray<ArtistCount>): CollectedArtists => ({
    data: artists.map(({ artistId, name, picture, releases }) => ({
      name,
      discogs_id: artistId,
      image_url: image(picture)?.url ?? null,
      release_count: releases
    }))
  })

/** `GET /v1/collecting/calendar`: only days with additions. Without any, the busiest day is "" with a count of 0. */
export const CollectionCalendar = Schema.Struct({
  year: yearField,
  days: publicField(
    Schema.Array(Schema.Struct({ date: classified("public", LocalDate), count: countField })),
    "Days with data, oldest first"
  ),
  total: publicField(Schema.Number, "Total number", 1234),
  max_day: publicField(
    Schema.Struct({ date: publicField(Schema.String, "Date", "2026-03-14"), count: countField }),
    "Day with the highest count; `date` is empty if no day has data"
  )
}).annotations({ identifier: "CollectionCalendar" })
