/** What sellers print where there is no seat of one's own. */
const placeholder = /^(?:-+|–|—|n\/?a|none|ga\d*|gen(?:eral)?\s*adm(?:ission)?\w*|mobile entry|standing|unassigned|open|any|tbd|\*+)$/i

/** Null for what is no section, row or seat. */
export const placeInHouse = (text: string | null | undefined): string | null => {
  const given = text?.replaceAll("\0", "").replace(/\s+/g, " ").trim() ?? ""
  return given === "" || placeholder.test(given) ? null : given.slice(0, 60)
}

const most = 60

/** Seats of `18, 19, 20`, `18,19`, `1 - 4`, `18 & 19`, `A12`. */
export const seatsOf = (text: string | null | undefined): ReadonlyArray<string> => {
  const [, from, to] = /^\s*(\d{1,4})\s*(?:-|–|—|to|through)\s*(\d{1,4})\s*$/i.exec(text ?? "") ?? []
  if (from !== undefined && to !== undefined) {
    const length = Number(to) - Number(from) + 1
    return length > 0 && length <= most ? Array.from({ length }, (_, index) => String(Number(from) + index)) : []
  }
  const parts = (text ?? "").slice(0, 500).split(/\s*(?:,|;|&|\band\b|\s\|\s)\s*/i)
  return [...new Set(parts.flatMap((part) => placeInHouse(part) ?? []))].filter((seat) => seat.length <= 12).slice(0, most)
}
