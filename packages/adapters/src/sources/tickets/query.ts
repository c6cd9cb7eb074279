import { addDays, type Days, type LocalDate } from "@daybook/core/shared"
import { sellers } from "../mentions/sellers.js"

/** Domains that sellers write from. */
export const sellerDomains: ReadonlyArray<string> = sellers.flatMap(({ domains }) => [...domains])

/** Larger mails are not sellers'. */
const largest = "15M"

/** What programs put before the subject of what they forward, in several languages. */
export const forwardMarks = ["fwd", "fw", "wg", "tr", "rv"]

export const always: Days = { from: null, to: null }

/** Mails of sellers, and those of theirs that somebody forwarded, that came on some days, in Gmail's words (https://support.google.com/mail/answer/7190). */
export const gmailQuery = ({ from: first, to }: Days): string => {
  const from = `from:(${sellerDomains.join(" OR ")})`
  const names = sellers.map(({ name }) => name.includes(" ") ? `"${name}"` : name).join(" OR ")
  const after = first === null ? "" : ` after:${slashed(first)}`
  const before = to === null ? "" : ` before:${slashed(addDays(to, 1))}`
  return `{${from} (subject:(${forwardMarks.join(" OR ")}) {${names}})} smaller:${largest}${after}${before}`
}

const slashed = (date: LocalDate) => date.replaceAll("-", "/")
