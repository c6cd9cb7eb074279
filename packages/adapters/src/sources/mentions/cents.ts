/** An amount of money, in minor units. */
export interface Money {
  readonly cents: number
  /** ISO 4217; null where no sign says so. */
  readonly currency: string | null
}

const signs: Readonly<Record<string, string>> = { "$": "USD", "US$": "USD", "US $": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD", "€": "EUR", "£": "GBP", "¥": "JPY" }
/** Currencies without a minor unit. */
const whole = ["JPY", "KRW", "CLP", "ISK", "VND"]

const codes = "USD|CAD|AUD|NZD|EUR|GBP|CHF|SEK|NOK|DKK|MXN|JPY"
const sign = "US ?\\$|CA\\$|C\\$|A\\$|[$€£¥]"
const digits = "\\d{1,3}(?:[,.' ]\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?"
const pattern = new RegExp(`(?:(${codes})\\s*)?(?:(${sign})\\s*)?(${digits})(?!\\d)(?:\\s*(?:(${codes})\\b|(€)))?`)

/** The first amount in a text, with a sign or a code of its currency: by its digits, so that nothing is rounded. `Free` is 0. */
export const moneyIn = (text: string): Money | null => {
  for (let rest = text.slice(0, 400); rest !== "";) {
    const found = pattern.exec(rest)
    if (found === null) break
    const [all, before, symbol, number = "", after, euro] = found
    const currency = after ?? before ?? (symbol === undefined ? undefined : signs[symbol]) ?? (euro === undefined ? undefined : "EUR")
    if (currency !== undefined) return { cents: centsOf(number, currency) ?? 0, currency }
    rest = rest.slice(found.index + Math.max(1, all.length))
  }
  return /\bfree\b/i.test(text) ? { cents: 0, currency: null } : null
}

const most = 2_147_483_647

/** Minor units of a number as people write it: `1,234.50`, `1.234,50`, `128.5`, `128`. Null for anything else. */
export const centsOf = (text: string, currency: string | null): number | null => {
  const [, integer, fraction = ""] = /^(\d[\d,.' ]*?)(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (integer === undefined) return null
  const plain = integer.replace(/[^\d]/g, "")
  if (plain.length > 9) return null
  const isWhole = currency !== null && whole.includes(currency)
  const cents = Number(isWhole ? plain : plain + fraction.padEnd(2, "0"))
  return cents <= most ? cents : null
}
