import type { CollectingRecord, FiledCopy, Release } from "@daybook/core/collecting"
import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { type CsvRow, csvRows, placeOf } from "../kit/exportFile/csv.js"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { decodeText } from "../kit/exportFile/text.js"
import { makeTableDays, unclearDays } from "../kit/exportFile/writtenDates.js"
import { cleanName } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"
import { carrierOf, detailOf } from "./formatText.js"
import { labelsOf } from "./labelText.js"
import { artistName, ratingOf, cleanText, withoutNumber, yearOf } from "./wire.js"

const columns = {
  catno: "catalog#",
  artist: "artist",
  title: "title",
  label: "label",
  format: "format",
  rating: "rating",
  released: "released",
  release: "release_id",
  added: "date added",
  media: "collection media condition",
  sleeve: "collection sleeve condition",
  notes: "collection notes"
} as const
type Column = keyof typeof columns

/** The position of each column. */
export type Layout = ReadonlyMap<Column, number>

/** Reads the layout from a header; null if it is not that of a collection. */
export const layoutOf = (header: ReadonlyArray<string>): Layout | null => {
  const names = header.map((name) => name.trim().toLowerCase())
  const layout = new Map(
    (Object.keys(columns) as ReadonlyArray<Column>).flatMap((column) => {
      const place = names.indexOf(columns[column])
      return place === -1 ? [] : [[column, place] as const]
    })
  )
  return layout.has("release") && layout.has("title") && layout.has("added") ? layout : null
}

type Copy = Omit<FiledCopy, "place">

const valueIn = (layout: Layout, row: ReadonlyArray<string>, column: Column): string =>
  row[layout.get(column) ?? -1] ?? ""

/** A row, without its position among the copies of its release and without its time. */
export const toFiledCopy = (layout: Layout, row: ReadonlyArray<string>): Copy | null => {
  const value = (column: Column): string => valueIn(layout, row, column)
  const id = Number(value("release").trim())
  if (!/^\d{1,10}$/.test(value("release").trim()) || id === 0 || id > 2_147_483_647) return null
  return {
    _tag: "FiledCopy",
    release: toRelease(id, value),
    care: {
      addedAt: null,
      rating: ratingOf(Number(value("rating").trim()) || 0),
      mediaCondition: cleanText(value("media")),
      sleeveCondition: cleanText(value("sleeve")),
      notes: cleanText(value("notes"))
    }
  }
}

/** Several artists are a single text here, which cannot be split reliably. */
const toRelease = (id: number, value: (column: Column) => string): Release => {
  const artist = cleanName(value("artist").split(", ").map(withoutNumber).join(", "))
  const labels = labelsOf(value("label"))
  const catnos = value("catno").split(", ")
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
        : [{ name, catno: cleanName(labels.length === catnos.length ? catnos[index] : value("catno")) }]
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

/**
 * The collection as CSV:
 *
 *   Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,…
 *   QUI073LP,Hollow Lanterns,Barn Songs,Quillon,"2xLP, Album, RE",5,2015,6794957,Uncategorized,2015-04-14 03:23:29,…
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const reader = copyReader()
      const rows = csvRows(decodeText(file.stream), { layout: reader.layout, mayBeShort: true })
      yield* Stream.runForEach(rows, (row) => (reader.read(row) ? Effect.void : notAnExport(file)))
      if (!reader.isKnown()) return yield* notAnExport(file)
      const copies = reader.copies(yield* Clock.currentTimeMillis)
      return exportPages<CollectingRecord>(Stream.fromIterable(withPlaces(copies)), reader.tally, {
        source: "discogs",
        file
      })
    })
  )

/** Recognises the columns of a collection. */
export const recognise: Recognise = ({ rows }) => rows.some((row) => layoutOf(row) !== null)

const notAnExport = (file: ImportFile): SourceFailure =>
  badFile(
    "discogs",
    `${file.name} is not a Discogs collection`,
    "give the CSV file that Discogs makes of a collection under https://www.discogs.com/users/export"
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

const copyReader = () => {
  let layout: Layout | null = null
  const tally = makeTally()
  const rows: Array<{ readonly copy: Copy; readonly added: string }> = []
  return {
    layout: (header: ReadonlyArray<string>) => {
      layout = layoutOf(header)
      return layout === null ? null : { columns: header.length, isHeader: true }
    },
    /** False if the file is not a collection. */
    read: (placed: CsvRow): boolean => {
      const { isCut, line, values } = placed
      if (layout === null) return false
      const copy = values === null ? null : toFiledCopy(layout, values)
      if (copy !== null) rows.push({ copy, added: valueIn(layout, values ?? [], "added") })
      if (isCut) tally.cutShort(`it ends within the row at line ${line}`)
      else if (copy === null)
        tally.leaveOut(
          placeOf(placed),
          values === null ? "it has another number of values than the columns" : "it has no release_id"
        )
      else tally.read()
      return rows.length <= maxCopies
    },
    isKnown: () => layout !== null,
    /** The copies with their times, which a spreadsheet may have written in the order of its language. */
    copies: (now: number): ReadonlyArray<Copy> => {
      const days = makeTableDays(
        rows.map(({ added }) => added),
        now
      )
      if (days.isUnclear) tally.remark(`${unclearDays}; the times of adding were left out`)
      return rows.map(({ added, copy }) => ({
        ...copy,
        care: { ...copy.care, addedAt: addedAt(days.dayIn(added) ?? "") }
      }))
    },
    tally: tally.tally
  }
}
