/** Within these, every zone's day has a year of four digits. */
const first = Date.parse("0001-01-03T00:00:00Z")
const last = Date.parse("9999-12-29T00:00:00Z")

/** Epoch milliseconds of a time as services write it; null where it is none, or of no year from 1 to 9999. */
export const instantOf = (text: string | null | undefined): number | null => {
  const at = Date.parse(text ?? "")
  return at >= first && at <= last ? at : null
}
