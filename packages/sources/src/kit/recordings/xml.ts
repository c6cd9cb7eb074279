import { XMLParser } from "fast-xml-parser"
import { instantOf as instantOfText } from "../WallClock.js"

const repeated = new Set(["trk", "trkseg", "trkpt", "Activity", "Lap", "Track", "Trackpoint"])

/**
 * Strips namespace prefixes, merges attributes with elements, and keeps text as text. Entities are not decoded: these
 * formats use none.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => repeated.has(name)
})

/** A node: its elements and attributes by name. */
export type Node = Readonly<Record<string, unknown>>

/** Strava's TCX files have blanks before the XML declaration, which is invalid. */
export const documentOf = (text: string): Node => nodeOf(parser.parse(text.replace(/^[\ufeff\s]+/, "")))

export const nodeOf = (value: unknown): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {}

export const nodesOf = (value: unknown): ReadonlyArray<Node> =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(nodeOf)

/** Text of an element. Elements with attributes are objects. */
export const textOf = (value: unknown): string | null => {
  const text = typeof value === "object" && value !== null ? (value as Node)["#text"] : value
  return typeof text === "string" && text !== "" ? text : null
}

/** A number of an element. Some programs write the decimal separator of their language: `52,520008`. */
export const numberOf = (value: unknown): number | null => {
  const text = textOf(value)
  const number = text === null ? Number.NaN : Number(text.replace(/^([^,.]*),(?=\d+(?:[eE]|$))/, "$1."))
  return Number.isFinite(number) ? number : null
}

const naked = /[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/** A time without a zone is in UTC. */
export const instantOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim()
  return instantOfText(text !== undefined && naked.test(text) ? `${text}Z` : text)
}

const writtenOffset = /([+-])(\d{2}):?(\d{2})$/
const maxOffset = 14 * 60

/** The UTC offset of the first time that has one, in milliseconds. `+00:00` is another way to write UTC. */
export const offsetOf = (times: ReadonlyArray<unknown>): number | null => {
  for (const time of times) {
    const [, sign, hours, minutes] = writtenOffset.exec(/T.*$/.exec(textOf(time)?.trim() ?? "")?.[0] ?? "") ?? []
    const offset = Number(hours) * 60 + Number(minutes)
    if (offset > 0 && offset <= maxOffset) return (sign === "-" ? -offset : offset) * 60_000
  }
  return null
}
