import { type ClippingKind, folded, kindIn, months } from "./languages.js"

/** A block of `My Clippings.txt`. */
export interface Clipping {
  readonly title: string
  readonly author: string | null
  /** Null in an unknown language. */
  readonly kind: ClippingKind | null
  /** Locations, or pages where the book has no locations; null without any. */
  readonly range: { readonly from: number; readonly to: number } | null
  /** The device's clock, as milliseconds as if it were UTC; null in an unknown language. */
  readonly wall: number | null
  readonly text: string
}

/** Title and author: the author is the last pair of brackets. */
export const headingOf = (line: string): Pick<Clipping, "author" | "title"> => {
  const text = line.replace(/\ufeff/g, "").trim()
  const close = text.length - 1
  if (text[close] !== ")" && text[close] !== "）") return { title: text, author: null }
  let depth = 0
  for (let at = close; at > 0; at--) {
    if (/[)）]/.test(text[at]!)) depth++
    else if (/[(（]/.test(text[at]!) && --depth === 0)
      return { title: text.slice(0, at).trim(), author: writtenName(text.slice(at + 1, close).trim()) || null }
  }
  return { title: text, author: null }
}

/** `Vale, Ina` as `Ina Vale`. Lists of authors stay as they are. */
const writtenName = (name: string): string => {
  const [last = "", first = "", ...rest] = name.split(",").map((part) => part.trim())
  return first === "" || rest.length > 0 || name.includes(";") ? name : `${first} ${last}`
}

const afternoon = /(?:^|[^\p{L}])p\.?\s?m\.?(?![\p{L}])|下午|午後|晚上/iu
const morning = /(?:^|[^\p{L}])a\.?\s?m\.?(?![\p{L}])|上午|午前|凌晨|早上/iu

const clockIn = (text: string): readonly [number, number, number] | null => {
  const [, hourText, minute, second = "0"] = /(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? []
  if (hourText === undefined) return null
  const hour = Number(hourText)
  const isTwelve = hour >= 1 && hour <= 12
  const shifted =
    isTwelve && afternoon.test(text) ? (hour % 12) + 12 : isTwelve && morning.test(text) ? hour % 12 : hour
  const all = [shifted, Number(minute), Number(second)] as const
  return shifted < 24 && all[1] < 60 && all[2] < 60 ? all : null
}

const dayIn = (text: string): readonly [number, number, number] | null => {
  const asian = /(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/.exec(text)
  if (asian !== null) return [Number(asian[1]), Number(asian[2]) - 1, Number(asian[3])]
  const rest = text.replace(/\d{1,2}:\d{2}(?::\d{2})?/, " ")
  const year = /(?<!\d)(\d{4})(?!\d)/.exec(rest)?.[1]
  const day = /(?<!\d)(\d{1,2})(?!\d)/.exec(rest)?.[1]
  const words = folded(rest).match(/[\p{L}\p{M}]+/gu) ?? []
  const month = words.flatMap((word) => months.get(word) ?? [])[0]
  return year === undefined || day === undefined || month === undefined ? null : [Number(year), month, Number(day)]
}

/** The time in the words of a device's language: `Added on Friday, January 17, 2025 9:29:28 PM`. */
export const wallIn = (text: string): number | null => {
  const [clock, date] = [clockIn(text), dayIn(text)]
  if (clock === null || date === null) return null
  const wall = Date.UTC(date[0], date[1], date[2], ...clock)
  return new Date(wall).getUTCDate() === date[2] ? wall : null
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
  return {
    ...headingOf(heading),
    // Only highlights have a beginning and an end, in every language.
    kind: kind ?? (range !== null && range.to > range.from && text !== "" ? "highlight" : null),
    range,
    wall: fields.length < 2 ? null : wallIn(fields.at(-1)!),
    text
  }
}
