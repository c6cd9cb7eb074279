type Json = Readonly<Record<string, unknown>>

/** Bytes of JSON that stay below 8,000 tokens: text with many numbers and ids has 2.4 bytes a token. */
const mostBytes = 19_000

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

export const isTooLarge = (value: unknown): boolean => bytesOf(value) > mostBytes

/** How many of the items fit next to the rest of an answer. At least one stays. */
export const fittingItems = (items: ReadonlyArray<unknown>, restBytes: number): number => {
  let left = mostBytes - restBytes
  const fits = items.findIndex((item) => (left -= bytesOf(item) + 1) < 0)
  return fits === -1 ? items.length : Math.max(1, fits)
}

interface ListPlace {
  readonly path: ReadonlyArray<string>
  readonly bytes: number
}

const longestList = (value: unknown, path: ReadonlyArray<string> = []): ListPlace | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const below = Object.entries(value).flatMap(([name, member]) => longestList(member, [...path, name]) ?? [])
  const own = Array.isArray(value) && value.length > 1 ? [{ path, bytes: bytesOf(value) }] : []
  return [...own, ...below].sort((a, b) => b.bytes - a.bytes)[0]
}

const changed = (value: unknown, [name, ...rest]: ReadonlyArray<string>): unknown => {
  if (name === undefined)
    return (value as ReadonlyArray<unknown>).slice(0, Math.ceil((value as ReadonlyArray<unknown>).length / 2))
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed(one, rest) : one))
  return { ...(value as Json), [name]: changed((value as Json)[name], rest) }
}

const mostCuts = 60

/** An answer with its longest lists halved until it fits. */
export const shortened = (value: Json): Json => {
  let short = value
  for (let cut = 0; cut < mostCuts && isTooLarge(short); cut++) {
    const list = longestList(short)
    if (list === undefined) return short
    short = changed(short, list.path) as Json
  }
  return short
}
