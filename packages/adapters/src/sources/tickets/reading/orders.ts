import type { Order } from "@daybook/core/attending"
import { moneyIn } from "../../mentions/cents.js"
import { order } from "../../mentions/mention.js"
import { placeInHouse, seatsOf } from "../../mentions/seats.js"
import { type Lines, matchIn, valueOf } from "./labels.js"

const id = "([A-Z0-9][A-Z0-9/-]{2,39})"
const inLine = [
  new RegExp(`\\border\\s*(?:number|no\\.?|id|#)?\\s*[:#]\\s*#?\\s*${id}(?![\\w])`, "i"),
  new RegExp(`\\bconfirmation\\s*(?:number|no\\.?|code|#)\\s*(?:is|:|#)?\\s*#?\\s*${id}(?![\\w])`, "i"),
  new RegExp(`\\border\\s*(?:number|#)\\s*${id}(?![\\w])`, "i")
]
const label = /^(?:your\s+)?(?:order|confirmation|reservation|booking)\s*(?:number|no\.?|#|id|code|reference)\s*[:#]?\s*$/i

/** The number of the order: it has a digit. */
const orderIdIn = (lines: Lines): string | null => {
  const found = inLine.map((pattern) => matchIn(lines, pattern)?.[1]).find(isId)
  if (found !== undefined) return found
  const below = new RegExp(`^#?\\s*${id}$`, "i").exec(valueOf(lines, label) ?? "")?.[1]
  return isId(below) ? below : null
}

const isId = (text: string | undefined): text is string => text !== undefined && /\d/.test(text) && !/^\d{1,2}[/-]\d{1,2}([/-]\d{2,4})?$/.test(text)

const total = /^(?:grand total|order total|total(?: (?:paid|price|charged?|amount|cost))?|amount paid|price|total \(\w+\))\b\s*/i

/** What the whole order came to. */
const totalIn = (lines: Lines) => {
  const labelled = lines.flatMap((line, index) => {
    if (!total.test(line)) return []
    const rest = line.replace(total, "").replace(/^[\s:]+/, "")
    const money = moneyIn(rest) ?? (rest === "" ? moneyIn(lines[index + 1] ?? "") : null)
    return money === null ? [] : [{ line, money }]
  })
  return (labelled.find(({ line }) => /^(grand|order)/i.test(line)) ?? labelled.find(({ line }) => /^total/i.test(line)) ?? labelled[0])?.money ?? null
}

const section = /\bsec(?:tion)?\.?\s*[:#]?\s+([^,•·|:]{1,40}?)(?=\s*(?:[,•·|]|\brow\b|\bseats?\b|$))|\bsection:\s*([^,•·|:]{1,40}?)(?=\s*(?:[,•·|]|\brow\b|\bseats?\b|$))/i
const row = /\brow\s*[:#]?\s*([A-Z0-9-]{1,8})\b/i
const seats = /\bseats?(?:\(s\))?\s*[:#]?\s*(\d{1,4}\s*(?:-|–|—|to)\s*\d{1,4}|[A-Z]{0,2}\d{1,4}(?:\s*(?:,|&|and)\s*[A-Z]{0,2}\d{1,4})*)(?!\w)/i
const quantities = [/\bqty\.?\s*[:#]?\s*(\d{1,3})\b/i, /\bquantity\s*[:#]?\s*(\d{1,3})\b/i, /(?<![\d.,$€£])\b(\d{1,3})\s+(?:x\s+)?[^.$]{0,60}\btickets?\b/i, /(?<![\d.,$€£])(\d{1,3})\s*x\s/i, /^[^$€£]*[a-z)]\s+x\s*(\d{1,2})$/i]

/** A label of its own with its value below: `Section`, then `183`. */
const below = (lines: Lines, label: RegExp) => placeInHouse(lines[lines.findIndex((line) => label.test(line)) + 1] ?? null)
const labelled = (lines: Lines, label: RegExp) => lines.some((line) => label.test(line)) ? below(lines, label) : null

const quantityIn = (lines: Lines): number | null => {
  const text = quantities.map((pattern) => matchIn(lines, pattern)?.[1]).find((found) => found !== undefined) ?? labelled(lines, /^(?:quantity|qty|tickets|no\. of tickets):?$/i)
  const count = text === null || text === undefined ? Number.NaN : Number.parseInt(text, 10)
  return count > 0 && count <= 200 ? count : null
}

const seatsOn = (line: string) => seatsOf(seats.exec(line)?.[1])

/** Of one line; or, where each seat has a line of its own, of all that lie in the same row. */
const seatsIn = (lines: Lines): ReadonlyArray<string> => {
  const whole = lines.filter((line) => section.test(line) && seats.test(line))
  const place = (line: string) => line.slice(0, seats.exec(line)?.index).toLowerCase()
  const row = whole.filter((line) => place(line) === place(whole[0]!))
  if (row.length > 1) return [...new Set(row.flatMap(seatsOn))]
  return seatsOf(matchIn(lines, seats)?.[1] ?? labelled(lines, /^seats?(?:\(s\))?:?$/i))
}

/** The order that a mail of a seller tells of. */
export const orderIn = (vendor: string, lines: Lines, purchasedAt: number | null): Order => {
  const inSection = matchIn(lines, section)
  const found = seatsIn(lines)
  const money = totalIn(lines)
  return order({
    vendor,
    orderId: orderIdIn(lines),
    section: placeInHouse(inSection?.[1] ?? inSection?.[2]) ?? labelled(lines, /^sec(?:tion)?:?$/i),
    row: placeInHouse(matchIn(lines, row)?.[1]) ?? labelled(lines, /^row:?$/i),
    seats: found,
    quantity: found.length > 0 ? found.length : quantityIn(lines),
    totalCents: money?.cents ?? null,
    currency: money?.currency ?? null,
    purchasedAt
  })
}
