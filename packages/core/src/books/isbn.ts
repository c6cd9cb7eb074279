const sum = (digits: string, weight: (place: number) => number): number =>
  Array.from(digits).reduce((total, digit, place) => total + (digit === "X" ? 10 : Number(digit)) * weight(place), 0)

/** Check digit of an ISBN-13 (ISO 2108): weights 1 and 3, modulo 10. */
const checkDigit13 = (digits: string) => String((10 - (sum(digits, (place) => (place % 2 === 0 ? 1 : 3)) % 10)) % 10)

/** Check digit of an ISBN-10: weights 10 to 2, modulo 11, with X for 10. */
const checkDigit10 = (digits: string) => {
  const digit = (11 - (sum(digits, (place) => 10 - place) % 11)) % 11
  return digit === 10 ? "X" : String(digit)
}

/**
 * The ISBN-13 in a text with an ISBN-13 or ISBN-10, with or without hyphens. Null for anything else, also for a wrong
 * check digit.
 */
export const isbn13Of = (text: string): string | null => {
  const isbn = text.toUpperCase().replace(/[\s-]/g, "")
  if (/^97[89]\d{10}$/.test(isbn)) return checkDigit13(isbn.slice(0, 12)) === isbn[12] ? isbn : null
  if (!/^\d{9}[\dX]$/.test(isbn) || checkDigit10(isbn.slice(0, 9)) !== isbn[9]) return null
  const digits = `978${isbn.slice(0, 9)}`
  return `${digits}${checkDigit13(digits)}`
}

/** The ISBN-10 of an ISBN-13. Null for one that begins with 979: it has none. */
export const isbn10Of = (isbn13: string): string | null => {
  const digits = isbn13.slice(3, 12)
  return isbn13.startsWith("978") ? `${digits}${checkDigit10(digits)}` : null
}

/** The ASIN in a text: ten letters and digits that begin with B. Those of printed books are ISBN-10. */
export const asinOf = (text: string): string | null => /^B[A-Z0-9]{9}$/.exec(text.trim().toUpperCase())?.[0] ?? null
