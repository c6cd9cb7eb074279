import type { Calendar, LocalDate } from "@daybook/core/shared"
import type { Context } from "effect"
import { isFiltered, keyOf, type Library, type Stored } from "./Library.js"
import { twinsOf } from "./twins.js"

/** A stored play with all that follows from the rest of the library. Ids are the database's own. */
export interface Known extends Stored {
  readonly id: number
  readonly artistId: number
  readonly trackId: number
  readonly albumId: number | null
  readonly day: LocalDate
  readonly twin: boolean
  readonly visible: boolean
}

export type Ids = Pick<Known, "id" | "artistId" | "trackId" | "albumId">

/** Judges every play; null for an id that the database does not have. */
export const judge = (
  calendar: Context.Tag.Service<Calendar>,
  library: Library,
  ids: ReadonlyMap<string, Ids>
): ReadonlyArray<Known> => {
  const twins = twinsOf(library)
  return library.stored.map((play) => {
    const twin = twins.has(play)
    const known = ids.get(keyOf(play)) ?? { id: 0, artistId: 0, trackId: 0, albumId: null }
    return { ...play, ...known, day: calendar.dateOf(play.playedAt), twin, visible: !twin && !isFiltered(library, play) }
  })
}
