import { playRank } from "@daybook/core/listening"
import type { OpenFile } from "../kit/exportFile/Format.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { type Fields, listOf, numberOf, someFieldsOf, textOf } from "../kit/jsonValues.js"
import { isoInstant } from "../kit/schemas.js"
import { type PlayRow, isPlausible, playOf, plays } from "../kit/scrobbles/playFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { cleanName, mbidOf } from "../kit/values.js"

/** The primary alias, else the first. */
const nameOf = (named: Fields): string | null => {
  const aliases = listOf(named["aliases"]).map(someFieldsOf)
  const primary = aliases.find((one) => one["is_primary"] === true) ?? aliases[0]
  return cleanName(textOf(primary?.["alias"]))
}

const idOf = (named: Fields | undefined): string | null => mbidOf(textOf(named?.["mbid"]))

/**
 * A listen of `koito_export_….json`. The duration is in seconds, 0 if it is not known:
 *
 *   {"listened_at":"2025-01-15T10:00:00Z","client":"navidrome",
 *    "track":{"mbid":null,"duration":214,"aliases":[{"alias":"Ferry Song","source":"Canonical","is_primary":true}]},
 *    "album":{"mbid":null,"aliases":[{"alias":"Tin Roof Hours","source":"Canonical","is_primary":true}]},
 *    "artists":[{"mbid":null,"is_primary":true,"aliases":[{"alias":"Hollow Lanterns","is_primary":true}]}]}
 */
const readListen = (row: Fields, { now }: OpenFile): PlayRow => {
  const at = isoInstant(textOf(row["listened_at"]))
  if (at === null || !isPlausible(at, now)) return null
  const [track, album] = [someFieldsOf(row["track"]), someFieldsOf(row["album"])]
  const artists = listOf(row["artists"]).map(someFieldsOf)
  return playOf({
    at,
    title: nameOf(track),
    artist: artists.flatMap((one) => nameOf(one) ?? []).join(", "),
    album: nameOf(album),
    duration: (numberOf(track["duration"]) ?? 0) * 1_000,
    // The identifier of one artist does not stand for several.
    mbids: { artist: artists.length === 1 ? idOf(artists[0]) : null, track: idOf(track), album: idOf(album) }
  })
}

/** Plays from the export of a Koito server. */
export const koito = fileSource({
  id: "koito",
  about: { title: "Koito", brings: "Plays, from the export of your own Koito server." },
  rank: playRank({ rank: 40 }),
  ...plays,
  format: jsonRows({ member: /^koito_export.*\.json$/, has: ["listens", "listened_at"] }),
  read: readListen,
  expected: "give the koito_export JSON file from the settings of your server"
})
