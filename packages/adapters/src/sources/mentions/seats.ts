/** What sellers print where there is no seat of one's own. */
const placeholder = /^(?:-+|–|—|n\/?a|none|ga\d*|gen(?:eral)?\s*adm(?:ission)?\w*|mobile entry|standing|unassigned|open|any|tbd|\*+)$/i

/** Null for what is no section, row or seat. */
export const placeInHouse = (text: string | null | undefined): string | null => {
  const given = text?.replaceAll("\0", "").replace(/\s+/g, " ").trim() ?? ""
  return given === "" || placeholder.test(given) ? null : given.slice(0, 60)
}

const most = 60

const ranged = (from: number, to: number): ReadonlyArray<number> => {
  const length = to - from + 1
  return length > 0 && length <= most ? Array.from({ length }, (_, index) => from + index) : []
}

/** Seats of `18, 19, 20`, `18,19`, `1 - 4`, `G12-G14`, `18 & 19`, `A12`. */
export const seatsOf = (text: string | null | undefined): ReadonlyArray<string> => {
  const [, letter, first, sameLetter, last] = /^\s*([A-Z]{1,2})(\d{1,3})\s*(?:-|–|—|to)\s*([A-Z]{0,2})(\d{1,3})\s*$/i.exec(text ?? "") ?? []
  if (letter !== undefined && (sameLetter === "" || sameLetter === letter)) return ranged(Number(first), Number(last)).map((number) => `${letter}${number}`)
  const [, from, to] = /^\s*(\d{1,4})\s*(?:-|–|—|to|through)\s*(\d{1,4})\s*$/i.exec(text ?? "") ?? []
  if (from !== undefined && to !== undefined) return ranged(Number(from), Number(to)).map(String)
  const parts = (text ?? "").slice(0, 500).split(/\s*(?:,|;|&|\band\b|\s\|\s)\s*/i)
  return [...new Set(parts.flatMap((part) => placeInHouse(part) ?? []))].filter((seat) => seat.length <= 12).slice(0, most)
}
