import type { FullList, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Clock, Effect, Stream } from "effect"
import { archiveTime } from "../archive/archiveTime.js"
import { badFile, endedBy, makeTally, pageOf } from "../archive/exportPages.js"
import * as Zip from "../archive/Zip.js"
import { recordsOf, type Tables } from "./entries.js"
import { absent, readTable } from "./tables.js"

/** Far more than the longest diary, in bytes unpacked. */
const largest = 128 * 1_048_576

/** Folders with files of the same names that do not count: what was deleted, and what lost its film. */
const others = ["deleted", "orphaned", "likes", "lists"]

/**
 * The account export: a zip with diary.csv, reviews.csv, ratings.csv and watched.csv at its root or in one folder. It is
 * a full list of what the member has logged at the time that its name tells, and so one page.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const entries = yield* Zip.entries(file, "letterboxd")
    const tally = makeTally()
    const read = (name: string, folder: string | null = null) => {
      const entry = entryOf(entries, name, folder)
      if (entry === undefined) return Effect.succeed(absent)
      return entry.size > largest ? foreign(file) : readTable(file, entry, tally)
    }
    if (["diary.csv", "ratings.csv", "watched.csv"].every((name) => entryOf(entries, name, null) === undefined)) return yield* foreign(file)
    const tables = yield* Effect.all({ diary: read("diary.csv"), reviews: read("reviews.csv"), ratings: read("ratings.csv"), watched: read("watched.csv") })
    const uncounted = makeTally()
    const deletedEntry = entryOf(entries, "diary.csv", "deleted")
    const deleted = deletedEntry === undefined ? absent : yield* readTable(file, deletedEntry, uncounted)
    const asOf = archiveTime(file.name, entries, newestDay(tables)) ?? (yield* Clock.currentTimeMillis)
    const list: FullList = { asOf, whole: wholeLists(tables), deleted: deleted.rows.flatMap(({ address }) => address ?? []) }
    return Stream.make({ ...pageOf(recordsOf(tables)), list }).pipe(endedBy(tally.tally, { source: "letterboxd", file }))
  }))

const entryOf = (entries: ReadonlyArray<Zip.ZipEntry>, name: string, within: string | null) =>
  entries.find((entry) => {
    const [last, folder = "", ...above] = entry.name.split("/").reverse()
    if (last !== name) return false
    return within === null ? above.length === 0 && !others.includes(folder) : folder === within && above.length <= 1
  })

/** What the archive says all of. Films without an entry are what all four tables together come to. */
const wholeLists = ({ diary, ratings, reviews, watched }: Tables): ReadonlyArray<string> => [
  ...(diary.isWhole ? ["viewings"] : []),
  ...(ratings.isWhole ? ["ratings"] : []),
  ...(diary.isWhole && ratings.isWhole && reviews.isWhole && watched.isWhole ? ["seen"] : [])
]

const newestDay = (tables: Tables): number | null =>
  Object.values(tables).flatMap(({ rows }) => rows).reduce<number | null>((newest, { loggedOn }) => {
    const day = loggedOn === null ? null : Date.parse(`${loggedOn}T00:00:00Z`)
    return day === null || (newest !== null && newest >= day) ? newest : day
  }, null)

const foreign = (file: ImportFile) =>
  badFile("letterboxd", `${file.name} is not a Letterboxd export`, "give the zip file that Letterboxd makes under Settings, Data, Export your data")
