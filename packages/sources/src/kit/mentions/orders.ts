/** An amount of money, in minor units. */
export interface Money {
  readonly cents: number
  /** ISO 4217; null without a sign or code. */
  readonly currency: string | null
}

const signs: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  "US $": "USD",
  CA$: "CAD",
  C$: "CAD",
  A$: "AUD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "￥": "JPY",
  円: "JPY",
  "$ CA": "CAD",
  AR$: "ARS",
  MX$: "MXN",
  R$: "BRL",
  NZ$: "NZD",
  S$: "SGD",
  "₹": "INR",
  Rs: "INR",
  "Rs.": "INR",
  Kč: "CZK",
  zł: "PLN"
}
/** Currencies without a minor unit. */
const whole = ["JPY", "KRW", "CLP", "ISK", "VND"]

const codes = "USD|CAD|AUD|NZD|EUR|GBP|CHF|SEK|NOK|DKK|MXN|JPY|BRL|SGD|HKD|INR|PLN|CZK|ARS|CLP|COP"
const sign = "US ?\\$|CA\\$|C\\$|A\\$|MX\\$|AR\\$|NZ\\$|R\\$|S\\$|Rs\\.?|[$€£¥￥₹]"
const signBehind = "€|\\$ CA|円|Kč|zł"
const digits = "\\d{1,3}(?:[,.' ]\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?"
const pattern = new RegExp(
  `(?:(${codes})\\s*)?(?:(${sign})\\s*)?(${digits})(?!\\d)(?:\\s*(?:(${codes})\\b|(${signBehind})))?`
)

/** The first amount with a currency in a text, computed from digits without rounding. `Free` is 0. */
export const moneyIn = (text: string): Money | null => {
  for (let rest = text.slice(0, 400); rest !== "";) {
    const match = pattern.exec(rest)
    if (match === null) break
    const [all, before, symbol, number = "", after, behind] = match
    const currency =
      after ??
      before ??
      (symbol === undefined ? undefined : signs[symbol]) ??
      (behind === undefined ? undefined : signs[behind])
    if (currency !== undefined) return { cents: centsOf(number, currency) ?? 0, currency }
    rest = rest.slice(match.index + Math.max(1, all.length))
  }
  return /\b(?:free|gratis|gratuito|gratuit|kostenlos|kostenfrei)\b|無料/i.test(text)
    ? { cents: 0, currency: null }
    : null
}

const maxAmount = 2_147_483_647

/** Minor units of a written number: `1,234.50`, `1.234,50`, `128.5`, `128`. Null for anything else. */
export const centsOf = (text: string, currency: string | null): number | null => {
  const [, integer, fraction = ""] = /^(\d[\d,.' ]*?)(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (integer === undefined) return null
  const plain = integer.replace(/[^\d]/g, "")
  if (plain.length > 9) return null
  const isWhole = currency !== null && whole.includes(currency)
  const cents = Number(isWhole ? plain : plain + fraction.padEnd(2, "0"))
  return cents <= maxAmount ? cents : null
}

/** Placeholders of sellers for tickets without a seat. */
const placeholder =
  /^(?:-+|–|—|n\/?a|none|ga\d*|gen(?:eral)?\s*adm(?:ission)?\w*|mobile entry|standing|unassigned|open|any|tbd|\*+|freie (?:platzwahl|sitzplatzwahl)|keine?|placement libre|sans|sin numerar|no numerada|posto unico|vrije plaatskeuze|não numerado|自由席|自由)$/i

/** Null for anything but a section, row or seat. */
export const placeInHouse = (text: string | null | undefined): string | null => {
  const value = text?.replaceAll("\0", "").replace(/\s+/g, " ").trim() ?? ""
  return value === "" || placeholder.test(value) ? null : value.slice(0, 60)
}

const maxSeats = 60

const ranged = (from: number, to: number): ReadonlyArray<number> => {
  const length = to - from + 1
  return length > 0 && length <= maxSeats ? Array.from({ length }, (_, index) => from + index) : []
}

const between = "(?:-|–|—|〜|~|～|to|through|bis|à|a|al|tot|t/m|até|から)"
const letterRange = new RegExp(`^\\s*([A-Z]{1,2})(\\d{1,3})\\s*${between}\\s*([A-Z]{0,2})(\\d{1,3})\\s*$`, "i")
const numberRange = new RegExp(`^\\s*(\\d{1,4})\\s*${between}\\s*(\\d{1,4})\\s*$`, "i")

const oneRange = (text: string): ReadonlyArray<string> | null => {
  const [, letter, first, sameLetter, last] = letterRange.exec(text) ?? []
  if (letter !== undefined && (sameLetter === "" || sameLetter === letter))
    return ranged(Number(first), Number(last)).map((number) => `${letter}${number}`)
  const [, from, to] = numberRange.exec(text) ?? []
  return from === undefined || to === undefined ? null : ranged(Number(from), Number(to)).map(String)
}

/**
 * Parses seats of `18, 19, 20`, `18,19`, `1 - 4`, `G12-G14`, `14 to 16`, `3 bis 5`, `18 & 19`, `12 und 13`, `A12`,
 * `1-2, 5`, `35番 36番`.
 */
export const seatsOf = (text: string | null | undefined): ReadonlyArray<string> => {
  const plain = (text ?? "")
    .slice(0, 500)
    .replace(/(\d)\s?番?\s?[〜~～-]\s?(\d{1,4})\s?番/g, "$1-$2, ")
    .replace(/(\d)\s?番(?!号)\s*(?:[・、,]\s*)?/g, "$1, ")
    // `J-17 J-18`
    .replace(/([A-Z]{1,2}-?\d{1,3})\s(?=[A-Z]{1,2}-?\d{1,3}(?:\s|$))/g, "$1, ")
    .replace(/,\s*$/, "")
  const whole = oneRange(plain)
  if (whole !== null) return whole
  const parts = plain.split(/\s*(?:,|;|、|・|\/|&|\+|\band\b|\bund\b|\bet\b|\s[yeE]\s|\ben\b|\s\|\s)\s*/i)
  return [...new Set(parts.flatMap((part) => oneRange(part) ?? placeInHouse(part) ?? []))]
    .filter((seat) => seat.length <= 12)
    .slice(0, maxSeats)
}
