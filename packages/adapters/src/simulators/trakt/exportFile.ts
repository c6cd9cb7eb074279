import { strToU8, zipSync } from "fflate"

/** The zip of an account export, from rows of the collection; other files in it are of other rooms. */
export const traktZip = (rows: ReadonlyArray<unknown>): Uint8Array =>
  zipSync({
    "user-profile.json": strToU8(JSON.stringify({ username: "somebody" })),
    "collection-movies.json": strToU8(JSON.stringify(rows)),
    "collection-shows.json": strToU8("[]"),
    "watched-movies.json": strToU8("[]")
  }, { mtime: new Date(Date.UTC(2020, 0, 1)) })
