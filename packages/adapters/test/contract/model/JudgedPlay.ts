import type { Calendar, LocalDate } from "@daybook/core/shared"
import type { Context } from "effect"
import { isFiltered, keyOf, type Library, type StoredPlay } from "./Library.js"
import { titleOf } from "./spellings.js"
import { twinsOf } from "./twins.js"

/** A stored play with everything derived from the rest of the library. Ids come from the database. */
export interface JudgedPlay extends StoredPlay {
  readonly id: number
  readonly artistId: number
  readonly trackId: number
  readonly albumId: number | null
  readonly day: LocalDate
  readonly twin: boolean
  readonly visible: boolean
}

export type Ids = Pick<JudgedPlay, "id" | "artistId" | "trackId" | "albumId">

/** Derives twins, filters and days of every play; 0 for an id that is missing in the database. */
export const judge = (
  calendar: Context.Tag.Service<Calendar>,
  library: Library,
  ids: ReadonlyMap<string, Ids>
): ReadonlyArray<JudgedPlay> => {
  const twins = twinsOf(library)
  return library.stored.map((one) => {
    const { album, artist, track } = one
    const play = {
      ...one,
      track: titleOf(library, "track", artist, track),
      album: album === null ? null : titleOf(library, "album", artist, album)
    }
    const twin = twins.has(one)
    const playIds = ids.get(keyOf(play)) ?? { id: 0, artistId: 0, trackId: 0, albumId: null }
    return {
      ...play,
      ...playIds,
      day: calendar.dateOf(play.playedAt),
      twin,
      visible: !twin && !isFiltered(library, play)
    }
  })
}
