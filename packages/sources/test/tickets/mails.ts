import {
  type Draft,
  type Mention,
  type StoredMention,
  mergeMentions,
  noRules,
  venueOffsets
} from "@daybook/core/attending"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"

/** The events that mentions of mails become, without anything else that is stored. */
export const eventsOfMentions = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Draft> =>
  mergeMentions({
    mentions: mentions.map((mention, id): StoredMention => ({
      id,
      source: "tickets",
      mention,
      rejected: false,
      promotion: null,
      presence: null,
      ownNotes: null
    })),
    games: [],
    concerts: [],
    teams: [],
    artists: [],
    concertVenues: new Map(),
    apart: new Set(),
    rules: noRules,
    aheadAt: venueOffsets(() => 0)
  })

export interface MailFixture {
  readonly from: string
  readonly subject: string
  readonly body: string
  readonly date: string
  readonly html?: boolean
  readonly headers?: string
}

/** A message with one part. */
export const raw = ({ body, date, from, headers = "", html = false, subject }: MailFixture): Uint8Array =>
  Buffer.from(
    `From: Seller <${from}>\r\nTo: me@example.com\r\nSubject: ${subject}\r\nDate: ${date}\r\nMessage-ID: <one@mail.example>\r\n${headers}MIME-Version: 1.0\r\nContent-Type: text/${html ? "html" : "plain"}; charset=utf-8\r\n\r\n${body}`
  )

export const read = async (mail: MailFixture, handedIn = false): Promise<ReadonlyArray<Mention>> =>
  readTickets(await readMail(raw(mail)), handedIn)

/** Lines as cells of a table, as most sellers lay them out. */
export const table = (lines: string): string =>
  `<html><body><div style="display:none">Preheader, May 1 2001 at 1:00 PM</div><table><tr><td><table>${lines
    .split("\n")
    .map((line) => `<tr><td style="padding:4px">${line}</td></tr>`)
    .join("")}</table></td></tr></table></body></html>`
