import type { PersonRecord } from "../persona/collecting.js"
import type { Pressing } from "../persona/pressing.js"
import { dateFiled } from "./wire.js"

const header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes"

/** How the export shortens what a release is. */
const short: Readonly<Record<string, string>> = { Reissue: "RE", Remastered: "RM", Compilation: "Comp", "Limited Edition": "Ltd" }
const carriers: Readonly<Record<string, string>> = { Cassette: "Cass", "Lathe Cut": "Lathe", "Box Set": "Box" }

const formatOf = (formats: Pressing["formats"]) =>
  formats.map(({ descriptions = [], name, qty }) => {
    const words = descriptions.map((word) => short[word] ?? word)
    // What is on vinyl is told by its size alone.
    const first = name === "Vinyl" ? [] : [carriers[name] ?? name]
    const [carrier = name, ...rest] = [...first, ...words]
    return [qty === "1" ? carrier : `${qty}x${carrier}`, ...rest].join(", ")
  }).join(" + ")

/** The collection as Discogs' site exports it. Takes records oldest first. */
export const discogsCsv = (records: ReadonlyArray<PersonRecord>): string =>
  [header, ...records.toReversed().map((record) => valuesOf(record).map(quotedWhereNeeded).join(",")), ""].join("\r\n")

const valuesOf = ({ addedAt, media, note, pressing, rating, sleeve }: PersonRecord) => [
  pressing.label.catno,
  pressing.artists.map(({ join, name }) => `${name}${join === "" ? "" : ` ${join} `}`).join(""),
  pressing.title,
  pressing.label.name,
  formatOf(pressing.formats),
  rating === 0 ? "" : String(rating),
  pressing.year === 0 ? "" : String(pressing.year),
  String(pressing.id),
  "Uncategorized",
  dateFiled(addedAt),
  media ?? "",
  sleeve ?? "",
  note ?? ""
]

const quotedWhereNeeded = (value: string) => /[",\n\r]/.test(value) ? `"${value.replaceAll("\"", "\"\"")}"` : value
