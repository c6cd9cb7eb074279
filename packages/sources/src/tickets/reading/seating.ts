import type { Order } from "@daybook/core/attending"
import { moneyIn, seatsOf } from "../../kit/mentions/orders.js"
import { textOf } from "../document/document.js"
import type { Pair, LabelledDocument } from "../document/pairs.js"
import type { Meaning } from "../document/labels.js"
import { labelAtStart, meaningOf } from "../document/vocabulary.js"
import { seatPart } from "./sanity.js"
import { areaWord, numberWords, priceKind, rowWord, seatWord, sectionWord, ticketWord } from "./words/seats.js"

type Seating = Pick<Order, "section" | "row" | "seats" | "quantity">

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
/** `1階 南東 G列 35番 36番`, `Orchestra L列 105、107`, `アリーナ C4ブロック 56番`. */
const japanese =
  /^(?:指定席)?(?:(.{0,40}?)([A-Z0-9]{1,4})[列段]|(.{0,40}?(?:ブロック|エリア|ゾーン|階|スタンド|アリーナ)))\s*((?:\d{1,4}\s?番?[\s・、,~〜～-]*)+)$/iu

/** Seat parts of one line: `Sec 110, Row F, Seat 5 - 8`. */
interface Block {
  readonly section: string | null
  readonly row: string | null
  readonly seats: ReadonlyArray<string>
}

const blockOn = (whole: string): Block => {
  // `Platz 1: Parkett, Reihe 8, Platz 12` counts its tickets.
  const line = whole.replace(ticketNumber, "")
  const [, area, japaneseRow, areaAlone, numbers] = japanese.exec(line.replace(japaneseLabel, "").trim()) ?? []
  if (numbers !== undefined)
    return {
      section: seatPart(area ?? areaAlone),
      row: seatPart(japaneseRow),
      seats: seatsOf(numbers.trim()).filter(isSeat)
    }
  const compact = compactBlock.exec(line.replace(inFront, ""))
  if (compact !== null)
    return { section: seatPart(compact[1]), row: seatPart(compact[2]), seats: seatsOf(compact[3]).filter(isSeat) }
  const block = {
    section: seatPart(sectionsOn(line)),
    row: seatPart(row.exec(line)?.[1]),
    seats: seatsOf(seats.exec(line)?.[1] ?? (row.test(line) ? bySign.exec(line)?.[1] : undefined))
  }
  return isBlock({ ...block, section: null }) ? { ...block, section: areaOf(line) ?? block.section } : block
}

const japaneseLabel = /^[■◆●◇□▼○]?\s?(?:[^:：]{1,12}[:：]|座席|お席)\s*/u

/** `Stalls F 14-15`: an area, the letter of a row and seats, without words for them. */
const compactBlock = new RegExp(
  `^((?:\\p{Lu}[\\p{L}]*\\s)?(?:${areaWord})(?:\\s\\p{L}+)?)\\s([A-Z]{1,2})\\s?(\\d{1,3}(?:\\s?(?:${to}|${also})\\s?\\d{1,3}){0,20})(?:\\s?\\(.*)?$`,
  "iu"
)

/** The value of a section's word, or all of several: `Sektor 2, Block H`. */
const sectionsOn = (line: string): string | undefined => {
  const [first, ...others] = [...line.matchAll(new RegExp(section, "gi"))]
  const last = others.at(-1)
  if (first === undefined || last === undefined) return first?.[1]
  const whole = line.slice(first.index, last.index + last[0].length)
  return whole.length <= 40 ? whole : first[1]
}

/** `rang B, n° 41 et 43`. */
const bySign = /n[°º]s?\s?(\d{1,4}(?:\s?(?:,|et|y|e|-|à)\s?\d{1,4}){0,20})/i

const ticketNumber = new RegExp(`^(?:${seatWord}|ticket)\\s?\\d{1,2}\\s?:\\s(?=.*(?:${rowWord}|${seatWord}))`, "i")

/** A count, a label or a ticket's number in front of a place. */
const inFront = new RegExp(
  `^(?:\\d{1,2}\\s?[x×]\\s|\\d{1,2} (?:entradas?|boletos?|biglietti|biglietto|billets?|tickets?|kaarten|ingressos?|bilhetes?|karten?)\\s?[-–:]\\s|(?:${seatWord})\\s?\\d*\\s?[:：]\\s*|\\p{L}[\\p{L} ]{0,20}[:：]\\s*)+`,
  "iu"
)
const named = new RegExp(`^(?:${sectionWord})(?![a-zÀ-ɏ])`, "i")
const rowStart = new RegExp(`[\\s,;·•|/–-]*(?<![a-zÀ-ɏ])(?:${rowWord})(?![a-zÀ-ɏ])`, "i")

/** The area in front of the row: `Virage Sud, bloc 133, rang 20`. Of a lone `Block 133` the section is 133. */
const areaOf = (line: string): string | null => {
  const bare = line.replace(inFront, "")
  const end = bare.search(rowStart)
  const part = end < 2 ? "" : withoutPriceKind(bare.slice(0, end).trim())
  const isOneWord = named.test(part) || /(?:^|[\s,])(?:sec(?:tion)?|new seats)\b/i.test(part)
  return part === "" || part.length > 40 || isOneWord || !/\p{L}/u.test(part) || /[$€£]|\d{4}/.test(part)
    ? null
    : seatPart(part)
}

/** `Plateia I - Inteira` is the section `Plateia I`. */
const withoutPriceKind = (part: string): string => part.replace(priced, "")
const priced = new RegExp(`\\s?[-–,/(]\\s?(?:${priceKind})\\)?$`, "i")

/** The area in front of seats without a row, in a value that is a seat: `Frisa 6, cadeiras 1 e 2`. */
const seatedArea = new RegExp(`^(\\p{L}[^,;:|$€£]{1,38}?)\\s?[,;–-]\\s?(?=(?:${seatWord})(?![a-zÀ-ɏ])\\s?\\d)`, "iu")

const valueBlock = (text: string): Block => {
  const block = blockOn(text)
  const area = isBlock(block) || block.seats.length === 0 ? null : seatPart(seatedArea.exec(text)?.[1])
  return area === null ? block : { ...block, section: area }
}

/** Rows of a table with an area, a row with its seat and a price: `Stalls | L 22 | Adult | $176.00`. */
const rowBlocks = ({ lines, rows }: LabelledDocument["document"]): ReadonlyArray<Block> =>
  rows.flatMap(({ cells }): ReadonlyArray<Block> => {
    const texts = cells.map(({ from, to: end }) => (end - from === 1 ? lines[from]!.text : ""))
    const index = texts.findIndex((text, at) => at > 0 && rowAndSeat.test(text) && anArea.test(texts[at - 1]!))
    const isPriced = texts.slice(index + 1).some((text) => moneyIn(text) !== null)
    const [, inRow, seat] = rowAndSeat.exec(texts[index] ?? "") ?? []
    return index === -1 || !isPriced || inRow === undefined
      ? []
      : [{ section: seatPart(texts[index - 1]), row: seatPart(inRow), seats: seatsOf(seat).filter(isSeat) }]
  })
const rowAndSeat = /^([A-Z]{1,2})\s?(\d{1,3}(?:\s?(?:-|–|,)\s?\d{1,3}){0,20})$/
const anArea = new RegExp(`(?<![\\p{L}])(?:${areaWord}|${sectionWord})(?![\\p{L}])`, "iu")

const isBlock = ({ row, seats, section }: Block) =>
  [section !== null, row !== null, seats.length > 0].filter(Boolean).length > 1

/** The first of some lines with several parts of a seat: `Reihe D, Plätze 16 bis 17`. */
export const seatingOn = (lines: ReadonlyArray<string>): Block | undefined => lines.map(blockOn).find(isBlock)

const maxLineLength = 160

const anyWord = new RegExp(`(?<![a-zÀ-ɏ])(?:${sectionWord}|${rowWord}|${seatWord}|${areaWord})|列|番`, "i")

/** Seats of an order and their number; each seat may have its own line or table row. */
export const seatingIn = ({ document, pairs }: LabelledDocument): Seating => {
  const lines = textOf(document).filter(
    (line) =>
      line.length <= maxLineLength &&
      /\d/.test(line) &&
      anyWord.test(line) &&
      // `Old seats: Stalls L 22-23`
      labelAtStart(line)?.meaning !== "other"
  )
  const blocks = lines.map(blockOn)
  const values = pairs.filter(({ meaning }) => meaning === "seats" || meaning === "seating")
  const whole = [
    ...blocks.filter(isBlock),
    ...rowBlocks(document),
    ...values.map(({ value }) => valueBlock(value[0] ?? "")).filter(isBlock)
  ]
  const of = (meaning: Meaning) => pairs.filter((pair) => pair.meaning === meaning && isShort(pair))
  const inBlock = whole[0] ?? slashed(pairs)
  // A value with words of its own is a block: `Door 12, Section 9, Row P, Seats 14 to 16`.
  const labelled = of("seats").map(({ value }) =>
    isBlock(valueBlock(value[0] ?? ""))
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
      isBlock(valueBlock(value[0] ?? "")) ? [] : seatsOf(labelled[index]?.[2] ?? value[0]).filter(isSeat)
    )
  ]
  const seatLabels =
    listed.length > 0
      ? listed
      : ([inBlock, ...blocks].find((one) => (one?.seats.length ?? 0) > 0)?.seats ??
        values.flatMap(({ value: [text = ""] }) => (onlySeats.test(text) ? seatsOf(text) : [])))
  const all = [...new Set(seatLabels)]
  return { ...place, seats: all, quantity: all.length > 0 ? all.length : quantityIn(textOf(document), pairs) }
}

/** A place that is seats alone, as in cinemas: `J-17 J-18`. */
const onlySeats = /^[A-Z]{1,2}-?\d{1,3}(?:[\s,、・]{1,3}[A-Z]{1,2}-?\d{1,3}){0,20}$/

/** Whether a text is one seat: `12`, `A4`, `AA`. */
export const isSeat = (text: string): boolean =>
  /^(?:[A-Z]{1,3}-?)?\d{0,4}[A-Z]?$/i.test(text) && /\d|^[A-Z]{1,2}$/i.test(text)

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

const maxQuantity = 200
const counts = [
  /(?<![\d.,$€£/#-])\b(\d{1,3})\s?[x×]\s(?!\$|€|£|\d)/i,
  new RegExp(
    `(?<![\\d.,$€£/#-])\\b(\\d{1,3})\\s(?:[\\p{L}-]{1,20}\\s){0,4}(?:${ticketWord})(?!\\p{L})(?!\\s(?:left|remaining|limit|max))`,
    "iu"
  ),
  /(?<![\d.,])(\d{1,3})\s?枚/u,
  /^(\d{1,2})\s?[x×]$/i,
  /^[^$€£]{0,80}(?:\p{L}\s[x×]|\p{L}×|[)）]\s?[x×])\s?(\d{1,2})$/iu,
  /[$€£]\s?[\d.,]{1,10}\s?[x×]\s?(\d{1,2})$/i
]

const quantityIn = (lines: ReadonlyArray<string>, pairs: ReadonlyArray<Pair>): number | null => {
  const labelled = pairs.filter(
    ({ meaning, value }) => meaning === "quantity" && /^\s?\d{1,3}(?!\d)(?![.,:/-]\d)/.test(value[0] ?? "")
  )
  const [column, others] = [
    labelled.filter((pair) => pair.form === "column" && !isFee(pair)),
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
            lines.flatMap((line) => pattern.exec(line.slice(0, maxLineLength))?.[1] ?? [])
          )[0] ??
            inWords(lines) ??
            0
        )
  return quantity > 0 && quantity <= maxQuantity ? quantity : null
}

/** `Un billet vous a été transféré`, `Two tickets were sent to you`. */
const inWords = (lines: ReadonlyArray<string>): number | undefined =>
  lines.flatMap((line) => spelled.filter(({ pattern }) => pattern.test(line.slice(0, maxLineLength))))[0]?.count
const spelled = Object.entries(numberWords).map(([count, wordsFor]) => ({
  count: Number(count),
  pattern: new RegExp(`^(?:${wordsFor})\\s(?:${ticketWord})(?!\\p{L})`, "iu")
}))

/** Whether a number in a column counts fees, by the first cell of its row. */
const isFee = ({ item: name = "" }: Pair): boolean => (meaningOf(name) ?? labelAtStart(name)?.meaning) === "otherMoney"

const item = /^(\d{1,2})\s?[x×]\s(?!.{0,60}\b(?:fee|parking|shipping|insurance|donation|voucher)\b)\p{L}/iu

/** Ticket types on separate lines: `2 x Adult`, `1 x Child`. */
const itemsIn = (lines: ReadonlyArray<string>): number => {
  const items = new Set(lines.filter((line) => line.length <= maxLineLength && item.test(line)))
  return [...items].reduce((total, line) => total + Number.parseInt(line, 10), 0)
}
