import { lastBrackets } from "../kit/brackets.js"
import { type ClippingKind, kindIn, namesPage } from "./languages.js"
import { offsetIn, wallIn } from "./times.js"

/** A block of `My Clippings.txt`. */
export interface Clipping {
  readonly title: string
  readonly author: string | null
  /** Null in an unknown language. */
  readonly kind: ClippingKind | null
  /** Locations, or pages where the book has no locations; null without any. */
  readonly range: { readonly from: number; readonly to: number } | null
  /** Whether the range is one of pages: several highlights and notes may be on one. */
  readonly isOfPages: boolean
  /** The device's clock, as milliseconds as if it were UTC; null in an unknown language. */
  readonly wall: number | null
  /** How far that clock is ahead of UTC, in milliseconds; null where the clipping does not say. */
  readonly offset: number | null
  readonly text: string
}

/** Title and author: the author is the last pair of brackets. */
export const headingOf = (line: string): Pick<Clipping, "author" | "title"> => {
  const text = line.replace(/\ufeff/g, "").trim()
  const brackets = lastBrackets(text)
  return brackets === null
    ? { title: text, author: null }
    : { title: brackets.before, author: writtenName(brackets.inside) || null }
}

/** `Vale, Ina` as `Ina Vale`. Lists of authors stay as they are. */
const writtenName = (name: string): string => {
  const [last = "", first = "", ...rest] = name.split(",").map((part) => part.trim())
  return first === "" || rest.length > 0 || name.includes(";") ? name : `${first} ${last}`
}

/** The last range before the time: a location where there is one, else a page. `1234-36` is `1234-1236`. */
const rangeIn = (text: string): Clipping["range"] => {
  const [, fromText, toText] = [...text.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].at(-1) ?? []
  if (fromText === undefined) return null
  const [from, to] = [Number(fromText), Number(toText ?? fromText)]
  if (to >= from || toText === undefined) return { from, to }
  const whole = Number(fromText.slice(0, -toText.length) + toText)
  return { from, to: Math.max(from, whole) }
}

/**
 * A clipping of its lines; null for something else. The line below the title has fields between bars, the last one with
 * the time:
 *
 *   The Quiet Harbour (Vale, Ina)
 *   - Your Highlight on page 12 | Location 345-347 | Added on Friday, January 17, 2025 9:29:28 PM
 *
 *   Slow water keeps.
 */
export const clippingOf = (block: ReadonlyArray<string>): Clipping | null => {
  const start = block.findIndex((line) => line.replace(/\ufeff/g, "").trim() !== "")
  const [heading, line = "", ...rest] = block.slice(start)
  const [, details] = /^\s*[-–]\s*(\S.*)$/.exec(line) ?? []
  if (start === -1 || heading === undefined || details === undefined) return null
  const fields = details.split(/[|｜]/)
  // Japanese names the kind after the place: `12ページ|位置No. 345-347のハイライト |作成日: …`.
  const places = fields.slice(0, Math.max(1, fields.length - 1)).join("|")
  const kind = kindIn(places)
  const range = rangeIn(fields.length < 2 ? "" : places)
  const text = rest.join("\n").trim()
  const time = fields.length < 2 ? undefined : fields.at(-1)
  return {
    ...headingOf(heading),
    // Only highlights have a beginning and an end, in every language.
    kind: kind ?? (range !== null && range.to > range.from && text !== "" ? "highlight" : null),
    range,
    isOfPages: fields.length < 3 && namesPage(places),
    wall: time === undefined ? null : wallIn(time),
    offset: time === undefined ? null : offsetIn(time),
    text
  }
}
