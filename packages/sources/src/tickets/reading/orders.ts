import { type Order, order } from "@daybook/core/attending"
import { moneyIn, type Money } from "../../kit/mentions/orders.js"
import { textOf } from "../document/document.js"
import type { Pair, LabelledDocument } from "../document/pairs.js"
import type { Meaning } from "../document/labels.js"
import { isOrderId } from "./sanity.js"
import { seatingIn } from "./seating.js"
import { freeWord } from "./words/seats.js"

/** Labels in order of precedence. */
const idLabels: ReadonlyArray<Meaning> = ["order", "booking", "reference"]
const token =
  /^(?:[\s:：#(№]|is\b|n[°º.o]\.?|nr\.?|no\.?|number\b){0,6}([A-Z0-9][A-Z0-9/_-]{2,39})(?=$|[\s.,;:)）|!、。])/i
/** Digits in groups: `48120 9931`. */
const grouped = /^(\d{3,6}(?: \d{3,6}){1,3})$/

const idIn = (text: string): string | null => {
  const id = grouped.exec(text.trim())?.[1] ?? token.exec(text)?.[1]
  if (id !== undefined && grouped.test(id)) return id
  return id !== undefined && isOrderId(id) ? id : null
}

/** Sentences that name an order: `Your confirmation number is 40000000`, `Outside Lands Receipt - Order #100000000`. */
const inSentence = [
  /\border\s?(?:number|no\.?|id)?\s?[:#]{1,2}\s?#?([A-Z0-9][A-Z0-9/_-]{2,39})(?![\w/])/i,
  /\b(?:confirmation|booking|order)\s(?:number|no\.?|code|reference|id|#)\s(?:is:?|:|#)\s?#?\*?([A-Z0-9][A-Z0-9/_-]{2,39})(?![\w/])/i,
  /\b(?:order|booking)\s?\(?#([A-Z0-9][A-Z0-9/_-]{2,39})(?![\w/])/i,
  /(?:bestell|auftrags|buchungs|order|boekings|bestel)(?:nummer|nr\.?|-nr\.?)\s?(?:ist|lautet|is|:)?:?\s?#?([A-Z0-9][A-Z0-9/_-]{2,39})(?![\w/])/i,
  /(?:commande|réservation|pedido|compra|orden|reserva|ordine|prenotazione|acquisto|encomenda|bestelling|boeking|bestellung|buchung|auftrag)\s(?:n[°ºo.]\.?\s?|nr\.?\s?|número\s|numero\s|#\s?|es\s|:\s?)?#?((?=[A-Z/_-]*\d)[A-Z0-9][A-Z0-9/_-]{3,39})(?![\w/])/i,
  /(?:localizador|dossier|vorgang|transazione|operación)\s?(?:n[°ºo.]\.?|nr\.?|:|de compra)?\s?:?\s?((?=[A-Z/_-]*\d)[A-Z0-9][A-Z0-9/_-]{3,39})(?![\w/])/i,
  /(?:注文|申込み?|予約|受付|購入)番号(?:は|[:：])?\s?「?([A-Z0-9][A-Z0-9/_-]{2,39})/i,
  /\b(?:order|booking)\s((?=[A-Z/_-]*\d)[A-Z0-9][A-Z0-9/_-]{4,39})(?![\w/])/i
]

/** Order number: an order's before a booking's before a reference. */
export const orderIdIn = ({ document, pairs }: LabelledDocument, subject: string): string | null => {
  const labelled = (meaning: Meaning) =>
    pairs.filter((pair) => pair.meaning === meaning).flatMap(({ value }) => idIn(value[0] ?? "") ?? [])[0]
  const lines = [...textOf(document), subject]
  const inText = () =>
    inSentence.flatMap((pattern) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])).find(isOrderId)
  return labelled(idLabels[0]!) ?? labelled(idLabels[1]!) ?? inText() ?? labelled(idLabels[2]!) ?? null
}

const rank = (label: string): number =>
  /^\W*(?:grand|order total|total (?:paid|charged?|pagado|pago|payé|pagato)|you paid|amount (?:paid|charged)|gesamt|total général|montant total|importe total|monto total|totale (?:ordine|pagato|complessivo)|totaalbedrag|valor total|total de la|total do|total da|合計|お支払|総)/i.test(
    label
  )
    ? 0
    : /^\W*(?:order )?total|summe|betrag|montant|importe|totale|totaal|bezahlt/i.test(label)
      ? 1
      : 2

/** Amount of a label; `$32.50 x 2` is the price of each. */
const amountOf = (text: string): Money | null => {
  const money = moneyIn(text)
  const each = /^\D{0,6}[\d.,]+\s?[x×]\s?(\d{1,2})\s*$/i.exec(text)?.[1]
  return money === null || each === undefined ? money : { ...money, cents: money.cents * Number(each) }
}

/** A total within a line: `VISA — 0925 Total: $199.60`. */
const inLine =
  /(?<!\bsub[\s-]?)\b(?:grand |order )?total(?: paid| charged)?\s?:?\s?((?:US ?|CA ?|MX|R|A)?[$€£]\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?€)/i

const totalIn = ({ document, pairs }: LabelledDocument): Money | null => {
  const of = (meaning: Meaning, inColumn = false) =>
    pairs
      .filter((pair) => pair.meaning === meaning && (pair.form === "column") === inColumn)
      .flatMap(({ label, value }) => {
        const money = amountOf(value[0] ?? "")
        return money === null ? [] : [{ rank: rank(label), money }]
      })
      .toSorted((a, b) => a.rank - b.rank)[0]?.money
  const inSentence = () => document.lines.flatMap(({ text }) => moneyIn(inLine.exec(text)?.[1] ?? "") ?? [])[0]
  // Columns hold prices of single tickets, unless there is only one row.
  const isAlone = pairs.filter(({ form, meaning }) => form === "column" && meaning === "total").length === 1
  return (
    of("total") ??
    summaryIn(pairs) ??
    inSentence() ??
    (isAlone ? of("total", true) : undefined) ??
    of("price") ??
    freeIn(document) ??
    null
  )
}

/** A line that says only that tickets cost nothing: `Gratis`, `1 x General Admission — Free`. */
const freeIn = ({ lines }: LabelledDocument["document"]): Money | undefined =>
  lines.some(({ text }) => free.test(text)) ? { cents: 0, currency: null } : undefined
const free = new RegExp(`^(?:\\d{1,2}\\s?[x×]\\s\\D{1,60}?\\s[-–—:(]\\s?)?(?:${freeWord})\\)?[.!]?$`, "iu")

/** The single amount below the heading of a receipt. */
const summaryIn = (pairs: ReadonlyArray<Pair>): Money | undefined =>
  pairs.flatMap(({ label, value }) => {
    const [first = ""] = value
    const money =
      /^\W*(?:order|purchase|payment) summary/i.test(label) && /^\W{0,3}[\d.,]+\W{0,3}$/.test(first)
        ? moneyIn(first)
        : null
    return money ?? []
  })[0]

/** The order of a seller's mail. */
export const orderIn = (
  vendor: string,
  source: LabelledDocument,
  subject: string,
  purchasedAt: number | null
): Order => {
  const money = totalIn(source)
  return order({
    vendor,
    orderId: orderIdIn(source, subject),
    ...seatingIn(source),
    totalCents: money?.cents ?? null,
    currency: money?.currency ?? null,
    purchasedAt
  })
}
