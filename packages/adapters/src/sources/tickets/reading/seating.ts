import type { Order } from "@daybook/core/attending"
import { seatsOf } from "../../kit/mentions/orders.js"
import { textOf } from "../document/document.js"
import type { Pair, LabelledDocument } from "../document/pairs.js"
import type { Meaning } from "../document/vocabulary.js"
import { seatPart } from "./sanity.js"

type Seating = Pick<Order, "section" | "row" | "seats" | "quantity">

const end = "(?=\\s?(?:[,;•·|/()]|-\\s|\\brow\\b|\\bseats?\\b|\\breihe\\b|\\bplatz\\b|\\bsitz\\b|$))"
const section = new RegExp(
  `\\b(?:sec(?:tion)?|block|bloc|area|stand)\\b\\.?\\s?[:#]?\\s?([^,•·|:;()]{1,40}?)${end}`,
  "i"
)
const row = /\b(?:row|reihe|rang|fila)\b\s?[:#]?\s?([A-Z0-9-]{1,8})\b/i
const seats =
  /\b(?:seats?|sitz|platz|plätze|asientos?|posto)\b(?:\(s\))?\s?[:#]?\s?(\d{1,4}\s?(?:-|–|—|to)\s?\d{1,4}|[A-Z]{0,2}\d{1,4}(?:\s?(?:,|&|and)\s?[A-Z]{0,2}\d{1,4}){0,60})(?!\w)/i

/** Seat parts of one line: `Sec 110, Row F, Seat 5 - 8`. */
interface Block {
  readonly section: string | null
  readonly row: string | null
  readonly seats: ReadonlyArray<string>
}

const blockOn = (line: string): Block => ({
  section: seatPart(section.exec(line)?.[1]),
  row: seatPart(row.exec(line)?.[1]),
  seats: seatsOf(seats.exec(line)?.[1])
})

const isBlock = ({ row, seats, section }: Block) =>
  [section !== null, row !== null, seats.length > 0].filter(Boolean).length > 1

const longestLine = 160

/** Seats of an order and their number; each seat may have its own line or table row. */
export const seatingIn = ({ document, pairs }: LabelledDocument): Seating => {
  const lines = textOf(document).filter(
    (line) => line.length <= longestLine && /\b(?:sec|row|seat|block|reihe|platz|sitz|fila|rang)/i.test(line)
  )
  const blocks = lines.map(blockOn)
  const whole = blocks.filter(isBlock)
  const of = (meaning: Meaning) => pairs.filter((pair) => pair.meaning === meaning && isShort(pair))
  const inBlock = whole[0] ?? slashed(pairs)
  const labelled = of("seats").map(({ value }) =>
    /^(?:(\p{L}[\p{L} .-]{1,28})\s)?([A-Z]{0,2}\d.{0,120})$/u.exec(value[0] ?? "")
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
    ...of("seats").flatMap(({ value }, index) => seatsOf(labelled[index]?.[2] ?? value[0]).filter(isSeat))
  ]
  const seatLabels =
    listed.length > 0 ? listed : (inBlock?.seats ?? blocks.find(({ seats }) => seats.length > 0)?.seats ?? [])
  const all = [...new Set(seatLabels)]
  return { ...place, seats: all, quantity: all.length > 0 ? all.length : quantityIn(textOf(document), pairs) }
}

const isSeat = (text: string): boolean => /^[A-Z]{0,3}\d{0,4}[A-Z]?$/i.test(text) && /\d|^[A-Z]{1,2}$/i.test(text)

/** After a label without a colon only short forms count. */
const isShort = ({ form, value }: Pair): boolean =>
  form !== "loose" || /^[\w-]{1,8}(?:\s?[,&-]\s?\w{1,6}){0,40}$/.test(value[0] ?? "")

const valueOf = (pairs: ReadonlyArray<Pair>): string | null =>
  pairs.flatMap(({ value }) => seatPart(value[0]) ?? [])[0] ?? null

/** `Section/Row/Seat`: `101 / B / 12`. */
const slashed = (pairs: ReadonlyArray<Pair>): Block | undefined => {
  const [value = ""] =
    pairs.find(({ meaning, value }) => meaning === "seating" && (value[0] ?? "").split("/").length === 3)?.value ?? []
  const [inSection, inRow, seat] = value.split("/")
  return seat === undefined ? undefined : { section: seatPart(inSection), row: seatPart(inRow), seats: seatsOf(seat) }
}

const most = 200
const counts = [
  /(?<![\d.,$€£/#-])\b(\d{1,3})\s?[x×]\s(?!\$|€|£|\d)/i,
  /(?<![\d.,$€£/#-])\b(\d{1,3})\s(?:[\p{L}-]{1,20}\s){0,4}(?:e-?)?tickets?\b(?!\s(?:left|remaining|limit))/iu,
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
