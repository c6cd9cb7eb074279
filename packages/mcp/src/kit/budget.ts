type Json = Readonly<Record<string, unknown>>

/** Bytes of JSON that stay below 8,000 tokens: text with many numbers and ids has 2.4 bytes a token. */
const maxAnswerBytes = 19_000

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

export const isTooLarge = (value: unknown): boolean => bytesOf(value) > maxAnswerBytes

/** How many of the items fit next to the rest of an answer. At least one stays. */
export const fittingItems = (items: ReadonlyArray<unknown>, restBytes: number): number => {
  let left = maxAnswerBytes - restBytes
  const fits = items.findIndex((item) => (left -= bytesOf(item) + 1) < 0)
  return fits === -1 ? items.length : Math.max(1, fits)
}

interface Place {
  readonly path: ReadonlyArray<string>
  readonly bytes: number
  readonly isText: boolean
}

/** The lists with several members, and the texts, at any depth. */
const placesIn = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Place> => {
  if (typeof value === "string") return [{ path, bytes: bytesOf(value), isText: true }]
  if (typeof value !== "object" || value === null) return []
  const below = Object.entries(value).flatMap(([name, member]) => placesIn(member, [...path, name]))
  return Array.isArray(value) && value.length > 1 ? [...below, { path, bytes: bytesOf(value), isText: false }] : below
}

const largest = (places: ReadonlyArray<Place>) => places.toSorted((a, b) => b.bytes - a.bytes)[0]

const closingMark = "</untrusted>"

/** The first half of a text. The mark at the end of what others wrote stays. */
const halfOf = (text: string): string => {
  const mark = text.endsWith(closingMark) ? closingMark : ""
  const own = text.slice(0, text.length - mark.length)
  return `${own.slice(0, Math.ceil(own.length / 2)).replace(/[\ud800-\udbff]$/, "")}…${mark}`
}

const changed = (value: unknown, [name, ...rest]: ReadonlyArray<string>): unknown => {
  if (name === undefined)
    return typeof value === "string"
      ? halfOf(value)
      : (value as ReadonlyArray<unknown>).slice(0, Math.ceil((value as ReadonlyArray<unknown>).length / 2))
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed(one, rest) : one))
  return { ...(value as Json), [name]: changed((value as Json)[name], rest) }
}

const maxCuts = 60

/** An answer with its longest texts and lists halved until it fits: a text first if it has a quarter of the bytes. */
export const shortened = (value: Json, maxBytes = maxAnswerBytes): Json => {
  let short = value
  for (let cut = 0; cut < maxCuts && bytesOf(short) > maxBytes; cut++) {
    const places = placesIn(short)
    const text = largest(places.filter(({ bytes, isText }) => isText && bytes > maxBytes / 4))
    const place = text ?? largest(places.filter(({ isText }) => !isText))
    if (place === undefined) return short
    short = changed(short, place.path) as Json
  }
  return short
}

/** Rows that alone would fill an answer are shortened. `fetch` has their texts whole. */
export const shortRows = (rows: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  rows.map((row) => shortened(row, maxAnswerBytes / 2))
