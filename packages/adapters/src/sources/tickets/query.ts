import { addDays, type Days, type LocalDate } from "@daybook/core/shared"
import { sellers } from "../mentions/sellers.js"

/** Domains that sellers write from. */
const sellerDomains: ReadonlyArray<string> = sellers.flatMap(({ domains }) => [...domains])

/** What the addresses of sellers and of other senders hold: a seller with domains in many countries by its name. */
export const senderParts = (senders: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...sellers.flatMap(({ domains, id }) => domains.length > mostDomains ? [...new Set(domains.map((domain) => domain.slice(0, domain.indexOf(".") + 1)))] : id === "axs" ? ["@axs.", ".axs."] : [...domains]),
  ...senders
]

const mostDomains = 5

/** Subjects of sellers that nobody named: of such mails only those with markup of a reservation or with a pass count. */
export const ticketSubjects = ["your tickets", "your e-tickets", "tickets for", "ticket confirmation", "ticket order", "booking confirmation", "registration confirmation"]

const speaksOfTickets = new RegExp(ticketSubjects.join("|"), "i")
export const isTicketSubject = (subject: string): boolean => speaksOfTickets.test(subject)

/** Larger mails are not sellers'. */
const largest = "15M"

/** What programs put before the subject of what they forward, in several languages. */
export const forwardMarks = ["fwd", "fw", "wg", "tr", "rv"]

export const always: Days = { from: null, to: null }

/** Mails of sellers, and those of theirs that somebody forwarded, that came on some days, in Gmail's words (https://support.google.com/mail/answer/7190). */
export const gmailQuery = ({ from: first, to }: Days, senders: ReadonlyArray<string>): string => {
  const from = `from:(${[...sellerDomains, ...senders].join(" OR ")})`
  const subjects = `subject:(${ticketSubjects.map((words) => `"${words}"`).join(" OR ")})`
  const names = sellers.map(({ name }) => name.includes(" ") ? `"${name}"` : name).join(" OR ")
  const after = first === null ? "" : ` after:${slashed(first)}`
  const before = to === null ? "" : ` before:${slashed(addDays(to, 1))}`
  return `{${from} ${subjects} (subject:(${forwardMarks.join(" OR ")}) {${names}})} smaller:${largest}${after}${before}`
}

const slashed = (date: LocalDate) => date.replaceAll("-", "/")
