/** Words in a title that name an edition of the same recording. */
const edition =
  /\bre-?mast|\b(?:deluxe|edition|expanded|anniversary|bonus track|single version|album version|original mix|explicit|mono|stereo)\b/i
const guestsInBrackets = /[([]\s*(?:feat\.?|ft\.?|featuring|with|w\/|con|com|avec|mit)\s[^)\]]*[)\]]/gi
const guestsAtEnd = /\s(?:feat\.?|ft\.?|featuring)\s.*$/gi
const brackets = /[([][^)\]]*[)\]]/g
/** The part after the last dash that stands alone. */
const suffix = /\s[-–—]\s((?:(?!\s[-–—]\s).)*)$/
const guestsAfterDash = /^(?:feat|ft|featuring|with)\b/i

/** A name without the guests that it lists in brackets or at its end. */
export const withoutGuests = (name: string): string => name.replace(guestsInBrackets, " ").replace(guestsAtEnd, " ")

/** A title without its edition and guests, or unchanged if nothing else is left. */
export const bareTitle = (title: string): string => {
  const bare = withoutSuffixes(
    withoutGuests(title)
      .replace(brackets, (part) => (edition.test(part) ? " " : part))
      .replace(/ - (single|ep)$/i, "")
  )
  return bare === "" ? title : bare
}

const withoutSuffixes = (title: string): string => {
  const text = title.trim()
  const [all = "", last = ""] = suffix.exec(text) ?? []
  return all !== "" && (edition.test(last) || guestsAfterDash.test(last))
    ? withoutSuffixes(text.slice(0, -all.length))
    : text
}

const isInOneCase = (name: string) => name === name.toLowerCase() || name === name.toUpperCase()

/**
 * Of two spellings of one title, the one that is shown, in any order of the reports: composed letters before others,
 * then both cases before one, then the smaller text.
 */
export const betterSpelling = (a: string, b: string): string => {
  const [first, second] = [a.normalize("NFC"), b.normalize("NFC")]
  if (isInOneCase(first) !== isInOneCase(second)) return isInOneCase(first) ? second : first
  return second < first ? second : first
}
