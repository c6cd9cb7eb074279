import { Schema } from "effect"
import { yearOf } from "../../shared/LocalDate.js"
import type { PeriodTotals } from "../facts.js"
import { ArtistRef } from "./shared.js"

/** `GET /v1/listening/years`. */
export const Years = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    year: Schema.Number,
    total_scrobbles: Schema.Number,
    unique_artists: Schema.Number,
    unique_albums: Schema.Number,
    unique_tracks: Schema.Number,
    top_artist: Schema.NullOr(ArtistRef)
  }))
}).annotations({ identifier: "ListeningYears" })
export type Years = typeof Years.Type

export const years = (rows: ReadonlyArray<PeriodTotals & { readonly topArtist: { readonly id: number; readonly name: string } | null }>): Years => ({
  data: rows.map((row) => ({
    year: yearOf(row.start),
    total_scrobbles: row.plays,
    unique_artists: row.artists,
    unique_albums: row.albums,
    unique_tracks: row.tracks,
    top_artist: row.topArtist
  }))
})
