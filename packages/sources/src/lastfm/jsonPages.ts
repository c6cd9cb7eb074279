import type { Play } from "@daybook/core/listening"
import type { SourceFailure } from "@daybook/core/sync"
import { Option, Stream } from "effect"
import type { OpenFile } from "../kit/exportFile/Format.js"
import { listedObjects } from "../kit/exportFile/json.js"
import type { Member } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { fieldsOf } from "../kit/jsonValues.js"
import { itemsOf, namesOf, readTrack, secondOf } from "./wire.js"

/** A page has up to 1,000 plays, each with four addresses of pictures. */
const maxPageLength = 8_388_608

/** Whether a text begins like answers of `user.getRecentTracks`, which lastfm.ghan.nl lists as they came. */
export const looksLikePages = (head: string): boolean =>
  /^\ufeff?\s*[[{]/.test(head) && ['"artist"', '"#text"', '"uts"', '"name"'].every((field) => head.includes(field))

interface Reading {
  readonly tally: OpenFile["tally"]
  readonly earliest: number
  readonly latest: number
  readonly isArchived: boolean
}

/**
 * The plays of a history in JSON: a list of pages as the web service gives them, or of their rows:
 *
 *   [{"track":[{"artist":{"mbid":"","#text":"Hollow Lanterns"},"mbid":"","name":"Ferry Song",
 *     "album":{"mbid":"","#text":""},"date":{"uts":"1763700000","#text":"21 Nov 2025, 04:40"}}],
 *     "@attr":{"page":"1","total":"24271"}}]
 */
export const jsonPlays = (
  { bytes, name }: Member,
  { earliest, isArchived, latest, tally }: Reading
): Stream.Stream<Play, SourceFailure> => {
  const prefix = isArchived ? `${name}, ` : ""
  const playOf = (row: unknown, place: string): ReadonlyArray<Play> => {
    const track = readTrack(row)
    if (track?.isPlaying === true) {
      tally.skip("playing", place)
      return []
    }
    const second = track === null ? null : secondOf(track.uts)
    const names = track === null ? null : namesOf(track)
    const at = second === null ? null : second * 1_000
    if (names === null || at === null) tally.leaveOut(place, "it is not a complete row of a play")
    else if (at < earliest || at > latest) tally.leaveOut(place, "its time is before October 2002 or in the future")
    else return [{ playedAt: at, precision: "second", ...names }]
    return []
  }
  return listedObjects(
    decodeText(bytes),
    () => tally.cutShort(`${isArchived ? name : "the list"} has no end`),
    undefined,
    maxPageLength
  ).pipe(
    Stream.zipWithIndex,
    Stream.mapConcat(([text, index]) => {
      const place = `${prefix}item ${index + 1}`
      const item: unknown = Option.getOrNull(Option.liftThrowable(JSON.parse)(text))
      const rows = fieldsOf(item)?.["track"]
      return rows === undefined
        ? playOf(item, place)
        : itemsOf(rows).flatMap((row, nth) => playOf(row, `${place}, row ${nth + 1}`))
    })
  )
}
