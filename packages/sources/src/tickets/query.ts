import { addDays, type Days, type LocalDate } from "@daybook/core/shared"
import { sellers } from "../kit/mentions/sellers.js"

/** Sellers' domains. */
const sellerDomains: ReadonlyArray<string> = sellers.flatMap(({ domains }) => [...domains])

/** Parts of sellers' and other senders' addresses. Sellers with many country domains are searched by name. */
export const senderParts = (senders: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...sellers.flatMap(({ domains, id }) =>
    domains.length > maxDomains
      ? [...new Set(domains.map((domain) => domain.slice(0, domain.indexOf(".") + 1)))]
      : id === "axs"
        ? ["@axs.", ".axs."]
        : [...domains]
  ),
  ...senders
]

const maxDomains = 5

/** Subjects of unknown sellers. Such mails count only with reservation markup or a pass. */
export const ticketSubjects = [
  "your tickets",
  "your e-tickets",
  "tickets for",
  "ticket confirmation",
  "ticket order",
  "booking confirmation",
  "registration confirmation"
]

const speaksOfTickets = new RegExp(ticketSubjects.join("|"), "i")
export const isTicketSubject = (subject: string): boolean => speaksOfTickets.test(subject)

/** Sellers' mails are smaller. */
const maxMailSize = "15M"

/** Subject prefixes of forwarded mails in several languages. */
export const forwardMarks = ["fwd", "fw", "wg", "tr", "rv", "enc", "doorst"]

export const always: Days = { from: null, to: null }

/**
 * Gmail search query (https://support.google.com/mail/answer/7190) for sellers' mails, also forwarded ones, of some
 * days.
 */
export const gmailQuery = ({ from: first, to }: Days, senders: ReadonlyArray<string>): string => {
  const from = `from:(${[...sellerDomains, ...senders].join(" OR ")})`
  const subjects = `subject:(${ticketSubjects.map((words) => `"${words}"`).join(" OR ")})`
  const names = sellers.map(({ name }) => (name.includes(" ") ? `"${name}"` : name)).join(" OR ")
  const after = first === null ? "" : ` after:${slashed(first)}`
  const before = to === null ? "" : ` before:${slashed(addDays(to, 1))}`
  return `{${from} ${subjects} (subject:(${forwardMarks.join(" OR ")}) {${names}})} smaller:${maxMailSize}${after}${before}`
}

const slashed = (date: LocalDate) => date.replaceAll("-", "/")
