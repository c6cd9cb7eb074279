/**
 * Texts of third parties: names, titles, articles. They may contain orders to an assistant, so they stand between
 * marks, and nothing in them looks like a mark.
 */

/** Characters that no person sees: marks of direction, "tags" that can spell whole sentences, zero-width spaces. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** What looks like an opening or a closing mark. */
const looksLikeMark = /<(?=\s*(?:\/\s*)?untrusted)/gi

/** A text without what looks like the marks. */
const escaped = (text: string): string => text.replaceAll(invisible, "").replaceAll(looksLikeMark, "&lt;")

/** Every text of a JSON value escaped. After it, marks in an answer are ours. */
export const escapedIn = (value: unknown): unknown => {
  if (typeof value === "string") return escaped(value)
  if (Array.isArray(value)) return value.map(escapedIn)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [escaped(name), escapedIn(member)]))
}

/** Line breaks and control characters, which make a field look like several. */
const breaks = /[\s\p{Cc}\u2028\u2029]+/gu

export const oneLine = (text: string): string => escaped(text.replaceAll(breaks, " "))

const opening = (source: string) => `<untrusted source="${source.replaceAll(/[^\w/.-]/g, "")}">`
const closing = "</untrusted>"

/** Text of third parties between marks. What looks like the marks in it is escaped. */
export const untrusted = (source: string, text: string): string => `${opening(source)}${escaped(text)}${closing}`

/** A name or a title between marks, on one line. */
export const untrustedLine = (source: string, text: string): string => untrusted(source, oneLine(text))

/** Whether a text has marks of ours around it. Those of others are escaped where answers of the API arrive. */
const isMarked = (text: string): boolean => text.startsWith("<untrusted source=") && text.endsWith(closing)

const record = opening("records")

/** Lines of records between marks. Texts in them that have marks of their own stand next to these, not inside. */
export const betweenMarks = (lines: string): string => {
  const own = lines.replaceAll(/(<untrusted source="[^"]*">)([^]*?)<\/untrusted>/g, `${closing}$1$2${closing}${record}`)
  return `${record}\n${own}\n${closing}`
}

/** Longer fields of a record are sentences, and stand between marks of their own. */
const maxNameLength = 120

const isAddress = (text: string): boolean => /^(https?|daybook):\/\/\S+$/.test(text)

const fieldOf = (source: string, text: string): string => {
  if (isMarked(text)) return text
  const line = oneLine(text)
  const isName = line === text && line.length <= maxNameLength && !line.includes("&lt;")
  return isName || (line === text && isAddress(text)) ? line : untrusted(source, line)
}

/**
 * The texts of an answer's records: each field on one line, and between marks if it is more than a name. `source` is
 * the nearest id.
 */
export const fieldsOf = (source: string, value: unknown): unknown => {
  if (typeof value === "string") return fieldOf(source, value)
  if (Array.isArray(value)) return value.map((one) => fieldsOf(source, one))
  if (typeof value !== "object" || value === null) return value
  const { id } = value as { readonly id?: unknown }
  const own = typeof id === "string" ? id : source
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [oneLine(name), fieldsOf(own, member)]))
}
