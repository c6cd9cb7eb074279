import type { CollectingRecord, FiledCopy, Release } from "@daybook/core/collecting"
import { Effect, Stream } from "effect"
import { badFile, exportPages } from "../kit/exportFile/exportPages.js"
import { Unreadable } from "../kit/exportFile/Format.js"
import { type Cells, csv } from "../kit/exportFile/formats.js"
import type { ToPages } from "../kit/exportFile/importer.js"
import { cleanName } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"
import { carrierOf, detailOf } from "./formatText.js"
import { labelsOf } from "./labelText.js"
import { artistName, ratingOf, cleanText, withoutNumber, yearOf } from "./wire.js"

/**
 * The collection as CSV:
 *
 *   Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,…
 *   QUI073LP,Hollow Lanterns,Barn Songs,Quillon,"2xLP, Album, RE",5,2015,6794957,Uncategorized,2015-04-14 03:23:29,…
 */
export const format = csv({ columns: ["release_id", "title", "date added"], days: () => ["date added"] })

type Copy = Omit<FiledCopy, "place">

/** A copy, without its position among the copies of its release. */
export const readCopy = (value: Cells): Copy | Unreadable => {
  const id = Number(value("release_id").trim())
  if (!/^\d{1,10}$/.test(value("release_id").trim()) || id === 0 || id > 2_147_483_647)
    return new Unreadable({ reason: "it has no release_id" })
  return {
    _tag: "FiledCopy",
    release: toRelease(id, value),
    care: {
      addedAt: addedAt(value("date added")),
      rating: ratingOf(Number(value("rating").trim()) || 0),
      mediaCondition: cleanText(value("collection media condition")),
      sleeveCondition: cleanText(value("collection sleeve condition")),
      notes: cleanText(value("collection notes"))
    }
  }
}

/** Several artists are a single text here, which cannot be split reliably. */
const toRelease = (id: number, value: Cells): Release => {
  const artist = cleanName(value("artist").split(", ").map(withoutNumber).join(", "))
  const labels = labelsOf(value("label"))
  const catnos = value("catalog#").split(", ")
  return {
    id,
    title: cleanName(value("title")) ?? "Untitled",
    year: yearOf(Number(/^\d{4}/.exec(value("released").trim())?.[0] ?? 0)),
    artists: artist === null ? [] : [{ id: null, name: artistName(artist), shown: artistName(artist), join: "" }],
    format: carrierOf(value("format")),
    formatDetail: detailOf(value("format")),
    labels: labels.flatMap((label, index) => {
      const name = cleanName(label)
      return name === null
        ? []
        : [{ name, catno: cleanName(labels.length === catnos.length ? catnos[index] : value("catalog#")) }]
    }),
    genres: [],
    styles: [],
    picture: null
  }
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?(.*)$/

/** A time without a zone is Pacific time, as all times of Discogs are. */
const addedAt = (text: string): number | null => {
  const [, year, month, day, hour, minute, second = "00", zone = ""] = pattern.exec(text.trim()) ?? []
  if (year === undefined) return instantOf(text.trim())
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return zone.trim() === "" ? pacific(instantOf(`${wall}Z`)) : instantOf(`${wall}${zone.trim()}`)
}

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  timeZoneName: "longOffset",
  hour: "numeric"
})

const offsetAt = (millis: number): number => {
  const [, sign = "-", hours = "8", minutes = "0"] = /GMT([+-])(\d+):?(\d*)/.exec(clock.format(millis)) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes || 0)) * 60_000
}

/** `wall` is the local time as if it were UTC. */
const pacific = (wall: number | null): number | null => {
  if (wall === null) return null
  const guess = wall - offsetAt(wall)
  return wall - offsetAt(guess)
}

/** Maximum number of copies: more than anyone owns. */
const maxCopies = 1_000_000

/** The copies in pages, once all of them are known. */
export const copyPages: ToPages<Copy, CollectingRecord> = (rows, { file, source, tally }) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const copies: Array<Copy> = []
      yield* Stream.runForEach(rows, ({ place, row }) =>
        Effect.suspend(() => {
          if (copies.length >= maxCopies)
            return badFile(source, `${file.name} has more than ${maxCopies} copies`, "split the file")
          if (row === null) tally.leaveOut(place, "it has another number of values than the columns")
          else {
            tally.read()
            copies.push(row)
          }
          return Effect.void
        })
      )
      const records: ReadonlyArray<CollectingRecord> = withPlaces(copies)
      return exportPages(Stream.fromIterable(records), tally.tally, { source, file })
    })
  )

/** Numbers the copies of each release in the order in which they were added. */
const withPlaces = (copies: ReadonlyArray<Copy>): ReadonlyArray<FiledCopy> => {
  const places = new Map<number, number>()
  return copies
    .toSorted((a, b) => (a.care.addedAt ?? Infinity) - (b.care.addedAt ?? Infinity))
    .map((copy) => {
      const place = places.get(copy.release.id) ?? 0
      places.set(copy.release.id, place + 1)
      return { ...copy, place }
    })
}
