import type { FiledCopy, Release } from "@daybook/core/collecting"
import { instantOf } from "../clocks/instantOf.js"
import { cleanName } from "../scrobbles/index.js"
import { carrierOf, detailOf } from "./formatText.js"
import { artistName, ratingOf, textOf, withoutNumber, yearOf } from "./toRecords.js"

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

/** Where the columns stand in a file. */
export type Layout = ReadonlyMap<Column, number>

/** The layout that a header shows; null where the columns are not those of a collection. */
export const layoutOf = (header: ReadonlyArray<string>): Layout | null => {
  const names = header.map((name) => name.trim().toLowerCase())
  const layout = new Map((Object.keys(columns) as ReadonlyArray<Column>).flatMap((column) => {
    const place = names.indexOf(columns[column])
    return place === -1 ? [] : [[column, place] as const]
  }))
  return layout.has("release") && layout.has("title") && layout.has("added") ? layout : null
}

/** A row without its place among the copies of its release. */
export const toFiled = (layout: Layout, row: ReadonlyArray<string>): Omit<FiledCopy, "place"> | null => {
  const value = (column: Column): string => row[layout.get(column) ?? -1] ?? ""
  const id = Number(value("release").trim())
  if (!/^\d{1,10}$/.test(value("release").trim()) || id === 0 || id > 2_147_483_647) return null
  return {
    _tag: "FiledCopy",
    release: toRelease(id, value),
    care: {
      addedAt: addedAt(value("added")),
      rating: ratingOf(Number(value("rating").trim()) || 0),
      mediaCondition: textOf(value("media")),
      sleeveCondition: textOf(value("sleeve")),
      notes: textOf(value("notes"))
    }
  }
}

/** Names of several artists are one text here, which nobody can take apart again. */
const toRelease = (id: number, value: (column: Column) => string): Release => {
  const artist = cleanName(value("artist").split(", ").map(withoutNumber).join(", "))
  const labels = value("label").split(", ").map(withoutNumber)
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
      return name === null ? [] : [{ name, catno: cleanName(labels.length === catnos.length ? catnos[index] : value("catno")) }]
    }),
    genres: [],
    styles: [],
    picture: null
  }
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?(.*)$/

/** A time without a zone is Pacific, as all of Discogs' are. */
const addedAt = (text: string): number | null => {
  const [, year, month, day, hour, minute, second = "00", zone = ""] = pattern.exec(text.trim()) ?? []
  if (year === undefined) return instantOf(text.trim())
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return zone.trim() === "" ? pacific(instantOf(`${wall}Z`)) : instantOf(`${wall}${zone.trim()}`)
}

const clock = new Intl.DateTimeFormat("en-US", { timeZone: "America/Los_Angeles", timeZoneName: "longOffset", hour: "numeric" })

const offsetAt = (millis: number): number => {
  const [, sign = "-", hours = "8", minutes = "0"] = /GMT([+-])(\d+):?(\d*)/.exec(clock.format(millis)) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes || 0)) * 60_000
}

/** `wall` is what the clocks showed, as if it were UTC. */
const pacific = (wall: number | null): number | null => {
  if (wall === null) return null
  const guess = wall - offsetAt(wall)
  return wall - offsetAt(guess)
}
