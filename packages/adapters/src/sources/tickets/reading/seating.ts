import type { Order } from "@daybook/core/attending"
import { seatsOf } from "../../kit/mentions/orders.js"
import { textOf } from "../document/document.js"
import type { Pair, LabelledDocument } from "../document/pairs.js"
import type { Meaning } from "../document/labels.js"
import { seatPart } from "./sanity.js"

type Seating = Pick<Order, "section" | "row" | "seats" | "quantity">

const rowWord = "rows?|reihe|rang(?:ée)?|fila|rij|fileira|riga"
const seatWord =
  "seats?|sitz(?:e|platz|plätze)?|platz|plätze|si[èe]ges?|places?(?! de )|asientos?|butacas?|localidades|post[oi]|poltron[ae]|stoel(?:en)?|zitplaats(?:en)?|lugar(?:es)?|assentos?|cadeiras?"
const sectionWord =
  "sec(?:tion)?|block|bloc|area|stand|bereich|sektor|secteur|tribune|sección|seccion|sector|zona|settore|vak|setor|bloco"
const end = `(?=\\s?(?:[,;•·|/()]|[-–]\\s|\\s(?:${rowWord}|${seatWord})(?![a-zÀ-ɏ])|$))`
const section = new RegExp(
  `(?<![a-zÀ-ɏ])(?:${sectionWord})(?![a-zÀ-ɏ])\\.?\\s?[:#]?\\s?([^,•·|:;()]{1,40}?)${end}`,
  "i"
)
const row = new RegExp(`(?<![a-zÀ-ɏ])(?:${rowWord})(?![a-zÀ-ɏ])\\s?[:#]?\\s?([A-Z0-9-]{1,8})(?![a-zÀ-ɏ])`, "i")
const to = "(?:-|–|—|to|bis|à|a|al|tot|t/m|até)"
const also = "(?:,|&|/|\\+|and|und|et|y|e|en)"
const seats = new RegExp(
  `(?<![a-zÀ-ɏ])(?:${seatWord})(?![a-zÀ-ɏ])(?:\\((?:s|n|es)\\))?\\s?(?:n[°º.]|nr\\.?|no\\.?)?\\s?[:#]?\\s?` +
    `([A-Z]{0,2}\\d{1,4}(?:\\s?(?:${to}|${also})\\s?[A-Z]{0,2}\\d{1,4}){0,60})(?![a-zÀ-ɏ]|\\d|\\s?[.,]\\d\\d(?!\\d)|\\s?[€$£])`,
  "i"
)
/** `1階 南東 G列 35番 36番`. */
const japanese = /^(?:指定席)?(.{0,40}?)([A-Z0-9]{1,4})[列段]\s*((?:\d{1,4}\s?番?[\s・、,~〜～-]*)+番)/iu

/** Seat parts of one line: `Sec 110, Row F, Seat 5 - 8`. */
interface Block {
  readonly section: string | null
  readonly row: string | null
  readonly seats: ReadonlyArray<string>
}

const blockOn = (whole: string): Block => {
  // `Platz 1: Parkett, Reihe 8, Platz 12` counts its tickets.
  const line = whole.replace(ticketNumber, "")
  const [, area, japaneseRow, numbers] = japanese.exec(line.replace(/^[^:：]{1,12}[:：]\s*/, "")) ?? []
  if (japaneseRow !== undefined)
    return { section: seatPart(area), row: seatPart(japaneseRow), seats: seatsOf(numbers).filter(isSeat) }
  const block = {
    section: seatPart(section.exec(line)?.[1]),
    row: seatPart(row.exec(line)?.[1]),
    seats: seatsOf(seats.exec(line)?.[1] ?? (row.test(line) ? bySign.exec(line)?.[1] : undefined))
  }
  return isBlock({ ...block, section: null }) ? { ...block, section: areaOf(line) ?? block.section } : block
}

/** `rang B, n° 41 et 43`. */
const bySign = /n[°º]s?\s?(\d{1,4}(?:\s?(?:,|et|y|e|-|à)\s?\d{1,4}){0,20})/i

const ticketNumber = new RegExp(`^(?:${seatWord}|ticket)\\s?\\d{1,2}\\s?:\\s(?=.*(?:${rowWord}|${seatWord}))`, "i")

/** A count, a label or a ticket's number in front of a place. */
const inFront = new RegExp(
  `^(?:\\d{1,2}\\s?[x×]\\s|\\d{1,2} (?:entradas?|boletos?|biglietti|biglietto|billets?|tickets?|kaarten|ingressos?|bilhetes?|karten?)\\s?[-–:]\\s|(?:${seatWord})\\s?\\d*\\s?[:：]\\s*|\\p{L}[\\p{L} ]{1,20}[:：]\\s*)+`,
  "iu"
)
const named = new RegExp(`^(?:${sectionWord})(?![a-zÀ-ɏ])`, "i")
const rowStart = new RegExp(`[\\s,;·•|/–-]*(?<![a-zÀ-ɏ])(?:${rowWord})(?![a-zÀ-ɏ])`, "i")

/** The area in front of the row: `Virage Sud, bloc 133, rang 20`. Of a lone `Block 133` the section is 133. */
const areaOf = (line: string): string | null => {
  const bare = line.replace(inFront, "")
  const end = bare.search(rowStart)
  const part = end < 2 ? "" : bare.slice(0, end).trim()
  const isOneWord = named.test(part) || /(?:^|[\s,])(?:sec(?:tion)?|new seats)\b/i.test(part)
  return part === "" || part.length > 40 || isOneWord || !/\p{L}/u.test(part) || /[$€£]|\d{4}/.test(part)
    ? null
    : seatPart(part)
}

const isBlock = ({ row, seats, section }: Block) =>
  [section !== null, row !== null, seats.length > 0].filter(Boolean).length > 1

/** The first of some lines with several parts of a seat: `Reihe D, Plätze 16 bis 17`. */
export const seatingOn = (lines: ReadonlyArray<string>): Block | undefined => lines.map(blockOn).find(isBlock)

const longestLine = 160

const anyWord = new RegExp(`(?<![a-zÀ-ɏ])(?:${sectionWord}|${rowWord}|${seatWord})|列|番`, "i")

/** Seats of an order and their number; each seat may have its own line or table row. */
export const seatingIn = ({ document, pairs }: LabelledDocument): Seating => {
  const lines = textOf(document).filter((line) => line.length <= longestLine && /\d/.test(line) && anyWord.test(line))
  const blocks = lines.map(blockOn)
  const whole = blocks.filter(isBlock)
  const of = (meaning: Meaning) => pairs.filter((pair) => pair.meaning === meaning && isShort(pair))
  const inBlock = whole[0] ?? slashed(pairs)
  // A value with words of its own is a block: `Door 12, Section 9, Row P, Seats 14 to 16`.
  const labelled = of("seats").map(({ value }) =>
    isBlock(blockOn(value[0] ?? ""))
      ? null
      : /^(?:(\p{L}[\p{L} .-]{1,28}?)\s(?:-\s)?)?([A-Z]{0,2}\d.{0,120})$/u.exec(value[0] ?? "")
  )
  const place = {
    section:
      inBlock?.section ??
      valueOf(of("section")) ??
      labelled.flatMap((match) => seatPart(match?.[1]) ?? [])[0] ??
      blocks.find(({ section }) => section !== null)?.section ??
      null,
    row: inBlock?.row ?? valueOf(of("row")) ?? blocks.find(({ row }) => row !== null)?.row ?? null
  }
  const same = whole.filter((block) => block.section === inBlock?.section && block.row === inBlock.row)
  const listed = [
    ...same.flatMap(({ seats }) => seats),
    ...of("seats").flatMap(({ value }, index) =>
      isBlock(blockOn(value[0] ?? "")) ? [] : seatsOf(labelled[index]?.[2] ?? value[0]).filter(isSeat)
    )
  ]
  const seatLabels =
    listed.length > 0 ? listed : ([inBlock, ...blocks].find((one) => (one?.seats.length ?? 0) > 0)?.seats ?? [])
  const all = [...new Set(seatLabels)]
  return { ...place, seats: all, quantity: all.length > 0 ? all.length : quantityIn(textOf(document), pairs) }
}

/** Whether a text is one seat: `12`, `A4`, `AA`. */
export const isSeat = (text: string): boolean =>
  /^[A-Z]{0,3}\d{0,4}[A-Z]?$/i.test(text) && /\d|^[A-Z]{1,2}$/i.test(text)

/** After a label without a colon only short forms count. */
const isShort = ({ form, value }: Pair): boolean =>
  form !== "loose" || /^[\w-]{1,8}(?:\s?[,&-]\s?\w{1,6}){0,40}$/.test(value[0] ?? "")

const valueOf = (pairs: ReadonlyArray<Pair>): string | null =>
  pairs.flatMap(({ value }) => seatPart(value[0]) ?? [])[0] ?? null

/** `Section/Row/Seat`: `101 / B / 12`. */
const slashed = (pairs: ReadonlyArray<Pair>): Block | undefined => {
  const [value = ""] =
    pairs.find(({ meaning, value }) => meaning === "seating" && (value[0] ?? "").split(/\s*[/|]\s*/).length === 3)
      ?.value ?? []
  const [inSection, inRow, seat] = value.split(/\s*[/|]\s*/)
  return seat === undefined ? undefined : { section: seatPart(inSection), row: seatPart(inRow), seats: seatsOf(seat) }
}

const most = 200
const counts = [
  /(?<![\d.,$€£/#-])\b(\d{1,3})\s?[x×]\s(?!\$|€|£|\d)/i,
  /(?<![\d.,$€£/#-])\b(\d{1,3})\s(?:[\p{L}-]{1,20}\s){0,4}(?:e-?)?(?:tickets?|karten?|eintrittskarten?|billets?|places|entradas?|boletos?|biglietti|biglietto|kaarten|kaartjes|ingressos?|bilhetes?)(?!\p{L})(?!\s(?:left|remaining|limit|max))/iu,
  /(?<![\d.,])(\d{1,3})\s?枚/u,
  /^(\d{1,2})\s?[x×]$/i,
  /^[^$€£]{0,80}[a-z)]\s[x×]\s?(\d{1,2})$/i,
  /[$€£]\s?[\d.,]{1,10}\s?[x×]\s?(\d{1,2})$/i
]

const quantityIn = (lines: ReadonlyArray<string>, pairs: ReadonlyArray<Pair>): number | null => {
  const labelled = pairs.filter(
    ({ meaning, value }) => meaning === "quantity" && /^\s?\d{1,3}(?!\d)(?![.,:/-]\d)/.test(value[0] ?? "")
  )
  const [column, others] = [
    labelled.filter(({ form }) => form === "column"),
    labelled.filter(({ form }) => form !== "column")
  ]
  const sum = column.reduce((total, { value }) => total + Number.parseInt(value[0]!, 10), 0)
  const labelledCount =
    others[0] === undefined ? (sum > 0 ? sum : itemsIn(lines)) : Number.parseInt(others[0].value[0]!, 10)
  const quantity =
    labelledCount > 0
      ? labelledCount
      : Number(
          counts.flatMap((pattern) =>
            lines.flatMap((line) => pattern.exec(line.slice(0, longestLine))?.[1] ?? [])
          )[0] ?? 0
        )
  return quantity > 0 && quantity <= most ? quantity : null
}

const item = /^(\d{1,2})\s?[x×]\s(?!.{0,60}\b(?:fee|parking|shipping|insurance|donation|voucher)\b)\p{L}/iu

/** Ticket types on separate lines: `2 x Adult`, `1 x Child`. */
const itemsIn = (lines: ReadonlyArray<string>): number => {
  const items = new Set(lines.filter((line) => line.length <= longestLine && item.test(line)))
  return [...items].reduce((total, line) => total + Number.parseInt(line, 10), 0)
}
