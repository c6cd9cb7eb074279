import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Effect, Stream } from "effect"
import { badFile, exportPages } from "../archive/exportPages.js"
import * as Zip from "../archive/Zip.js"
import { type Tables, readTables } from "./tables.js"

/** Far more than the longest diary, in bytes unpacked. */
const largest = 128 * 1_048_576

const names = ["diary.csv", "reviews.csv", "ratings.csv"] as const
/** Folders with files of the same names that do not count: what was deleted, and what lost its film. */
const others = ["deleted", "orphaned", "likes", "lists"]

/** The account export: a zip with diary.csv, reviews.csv and ratings.csv at its root or in one folder. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const entries = yield* Zip.entries(file, "letterboxd")
    const entryOf = (name: string) =>
      entries.find((entry) => {
        const [last, folder, ...above] = entry.name.split("/").reverse()
        return last === name && above.length === 0 && !others.includes(folder ?? "")
      })
    if (entryOf("diary.csv") === undefined && entryOf("ratings.csv") === undefined) return yield* foreign(file)
    const text = (name: string) => {
      const entry = entryOf(name)
      if (entry === undefined) return Effect.succeed("")
      return entry.size > largest ? foreign(file) : contentOf(file, entry)
    }
    const [diary, reviews, ratings] = yield* Effect.forEach(names, text)
    const { broken, records } = readTables({ diary: diary ?? "", reviews: reviews ?? "", ratings: ratings ?? "" } satisfies Tables)
    return exportPages(Stream.fromIterable(records), () => ({ good: Math.max(records.length, broken === 0 ? 1 : 0), broken }), { source: "letterboxd", file })
  }))

const contentOf = (file: ImportFile, entry: Zip.ZipEntry) =>
  Zip.open(file, "letterboxd", entry).pipe(
    Stream.runFoldEffect({ parts: [] as Array<Uint8Array>, size: 0 }, ({ parts, size }, part) =>
      size + part.length > largest ? foreign(file) : Effect.sync(() => {
        parts.push(part)
        return { parts, size: size + part.length }
      })),
    Effect.map(({ parts }) => Buffer.concat(parts).toString("utf8"))
  )

const foreign = (file: ImportFile) =>
  badFile("letterboxd", `${file.name} is not a Letterboxd export`, "give the zip file that Letterboxd makes under Settings, Data, Export your data")
