import { labels, type Meaning } from "./labels.js"

const meanings = new Map<string, Meaning>(
  (Object.entries(labels) as ReadonlyArray<readonly [Meaning, string]>)
    .flatMap(([meaning, list]) => list.split("|").map((label) => [label, meaning] as const))
    .toReversed()
)

const maxLabelLength = 45

/** A label without decoration: `Order #:`, `*Section*`, `Seat(s)`. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/^[\s*•·–—>■◆●□▼◇○【\[-]+/, "")
    .replace(/[\s:：*•·–—?.】\]-]+$/, "")
    .trim()

const possessive = /^(?:your|ihre?|deine?|votre|vos|tus?|sus?|il tuo|i tuoi|jouw|je|uw|o seu|os seus|seus?|suas?) /
/** What stands behind a total: `(inc. GST)`, `inkl. MwSt.`, `TTC`, `(税込)`. */
const appended =
  /\s?(?:[(（][^()（）]{1,24}[)）]|(?:incl?\.?|inkl\.?|including|inclusive|con|com|met|mit|par|by|via|avec|per|toutes|dont|iva|ttc)(?: [^\d:：]{0,24})?)$/

/** Meaning of a text that is a label and nothing else. */
export const meaningOf = (text: string): Meaning | null => {
  if (text.length > maxLabelLength) return null
  const label = bare(text)
  const withoutOwner = label.replace(possessive, "")
  // `Your tickets` is a heading, `tickets` a number of them.
  const isHeading = withoutOwner !== label && meanings.get(withoutOwner) === "quantity"
  const shorter = withoutOwner.replace(appended, "").trim()
  return (
    meanings.get(label) ??
    meanings.get(`${label}.`) ??
    (isHeading
      ? "other"
      : shorter === label || shorter === ""
        ? combinedMeaning(label)
        : (meanings.get(shorter) ?? combinedMeaning(label)))
  )
}

/** Meanings of a label for several values, such as `Einlass/Beginn`; null unless each part is a label. */
export const partMeanings = (label: string): ReadonlyArray<Meaning> | null => {
  const parts = bare(label).split(/\s?[/／]\s?/)
  const all = parts.flatMap((part) => meanings.get(part) ?? [])
  return parts.length > 1 && parts.length < 4 && all.length === parts.length ? all : null
}

/** One meaning for all values of a label with several: a date and a time are a `when`. */
const combinedMeaning = (label: string): Meaning | null => {
  const all = partMeanings(label)
  if (all === null) return null
  if (all.every((meaning) => meaning === all[0])) return all[0]!
  if (all.includes("date") || all.includes("when")) return "when"
  if (all.includes("time")) return "time"
  return all.every((meaning) => seated.has(meaning)) ? "seating" : null
}

const seated = new Set<Meaning>(["section", "row", "seats"])

/** Whether a text has the form of a label: few words with a colon behind them. */
export const isUnknownLabel = (text: string): boolean => /^\p{L}[\p{L}\d .'/()-]{1,34}[:：]$/u.test(text.trim())

/** Whether a line has the form of an unknown label and its value: `Zahlungsart: Kreditkarte`. */
export const hasUnknownLabel = (line: string): boolean => {
  const [, label = ""] = /^(\p{L}[\p{L}\d .'/()-]{1,34}[:：])\s?\S/u.exec(line) ?? []
  return label !== "" && meaningOf(label) === null
}

/** Maximum number of words of a label without a colon, such as `Row 12`. */
const maxWords = 5

/** The longest label at the start of a line, and the rest of the line. */
export const labelAtStart = (
  text: string
): { readonly meaning: Meaning; readonly label: string; readonly rest: string } | null => {
  const ends = [...text.slice(0, maxLabelLength + 1).matchAll(/[\s:：#]+/g)].slice(0, maxWords).toReversed()
  for (const { 0: between, index } of ends) {
    const label = text.slice(0, index)
    const rest = text.slice(index + between.length).trim()
    const meaning = rest === "" ? null : ((between.includes("#") ? meaningOf(`${label} #`) : null) ?? meaningOf(label))
    if (meaning !== null) return { meaning, label: label + between, rest }
  }
  return null
}
