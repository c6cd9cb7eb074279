import type { LocalDate } from "../shared/LocalDate.js"
import type { VenueMention } from "./records.js"

/** A concert as the set-list service tells it. */
export interface Concert {
  /** The service's id of the set list. */
  readonly id: string
  readonly date: LocalDate
  readonly artist: { readonly name: string; readonly mbid: string | null }
  readonly venue: VenueMention | null
  readonly tour: string | null
  readonly url: string
  readonly songs: ReadonlyArray<{ readonly name: string; readonly cover: string | null; readonly encore: number | null; readonly tape: boolean }>
}
