import type { NewCorrection } from "../../corrections/index.js"
import { type CorrectedRow, type ReportedArtist, correctArtists } from "./artists.js"
import { type CorrectedTitle, type ReportedTitle, correctTitles } from "./titles.js"

/** The artists, albums and tracks that reports make, of all artists that the corrections connect. */
export interface ReportedLibrary {
  readonly artists: ReadonlyArray<ReportedArtist>
  readonly albums: ReadonlyArray<ReportedTitle>
  readonly tracks: ReadonlyArray<ReportedTitle>
}

/** What corrections make of each row of a library. */
export interface CorrectedLibrary {
  readonly artists: ReadonlyArray<CorrectedRow>
  readonly albums: ReadonlyArray<CorrectedTitle>
  readonly tracks: ReadonlyArray<CorrectedTitle>
}

/** Applies corrections to what was reported. The result depends on neither the order of either nor on ids. */
export const correctLibrary = (
  corrections: ReadonlyArray<NewCorrection>,
  { albums, artists, tracks }: ReportedLibrary
): CorrectedLibrary => {
  const corrected = correctArtists(corrections, artists)
  return {
    artists: corrected.corrected,
    albums: correctTitles("album", corrections, corrected, albums),
    tracks: correctTitles("track", corrections, corrected, tracks)
  }
}
