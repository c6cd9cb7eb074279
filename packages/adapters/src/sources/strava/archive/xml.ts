import { instantOf as instantOfText } from "../../clocks/instantOf.js"
import { XMLParser } from "fast-xml-parser"

const repeated = new Set(["trk", "trkseg", "trkpt", "Activity", "Lap", "Track", "Trackpoint"])

/** Names without their prefixes, attributes beside elements, text as text. Entities stay as they are: nothing read here has any. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => repeated.has(name)
})

/** A node of a document: its elements and attributes by name. */
export type Node = Readonly<Record<string, unknown>>

/** Strava's TCX files begin with blanks before the declaration, which XML forbids. */
export const documentOf = (text: string): Node => nodeOf(parser.parse(text.replace(/^[\ufeff\s]+/, "")))

export const nodeOf = (value: unknown): Node => typeof value === "object" && value !== null && !Array.isArray(value) ? value as Node : {}

export const nodesOf = (value: unknown): ReadonlyArray<Node> => (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(nodeOf)

/** The text of an element, which is an object where the element has attributes. */
export const textOf = (value: unknown): string | null => {
  const text = typeof value === "object" && value !== null ? (value as Node)["#text"] : value
  return typeof text === "string" && text !== "" ? text : null
}

export const numberOf = (value: unknown): number | null => {
  const text = textOf(value)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

const naked = /[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/** A time that names no zone is meant in UTC, in whatever zone this runs. */
export const instantOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim()
  return instantOfText(text !== undefined && naked.test(text) ? `${text}Z` : text)
}
