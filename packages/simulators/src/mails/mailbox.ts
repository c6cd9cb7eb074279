import { Effect } from "effect"
import type { Outing } from "../sampleOwner/attending/index.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { hash } from "../sampleOwner/dice.js"
import type { SimulatedClock } from "../shared/Simulator.js"
import { type Letter, mime } from "./mime.js"
import { clock12, page, sellers, wordsOf } from "./sellers.js"

/** A mail as it lies in the mailbox. */
export interface StoredMail {
  /** Gmail's id, hexadecimal. */
  readonly id: string
  readonly from: string
  readonly subject: string
  /** Epoch milliseconds. */
  readonly at: number
  /** As it travelled, every character one byte. */
  readonly raw: string
}

const owner = "Sample Person <me@example.com>"

const storedMail = (letter: Letter): StoredMail => ({
  id: (BigInt(hash("mail", letter.id)) * 4_294_967_296n + BigInt(hash("low", letter.id)))
    .toString(16)
    .padStart(16, "0"),
  from: letter.from,
  subject: letter.subject,
  at: letter.at,
  raw: Buffer.from(mime(letter), "utf8").toString("latin1")
})

const letter = (
  seed: number,
  key: string,
  at: number,
  body: Pick<Letter, "from" | "subject" | "text"> & Partial<Letter>
): Letter => ({
  to: owner,
  at: Math.floor(at / 1_000) * 1_000,
  id: `${hash(seed, "letter", key).toString(16)}.${key.replace(/[^\w-]/g, "")}@mail.example.com`,
  ...body
})

/** What sellers write of an outing: confirmations, a reminder, and what became of it. */
const ofOuting = (seed: number, outing: Outing): ReadonlyArray<Letter> => [
  ...outing.purchases.map((purchase, index) =>
    letter(seed, `${outing.key}-order-${index}`, purchase.at, sellers[purchase.vendor](outing, purchase))
  ),
  ...outing.purchases.slice(0, 1).flatMap((purchase) => {
    const { from } = sellers[purchase.vendor](outing, purchase)
    const about = (key: string, at: number, subject: string, lines: ReadonlyArray<string>) =>
      letter(seed, `${outing.key}-${key}`, at, { from, subject, text: lines.join("\n"), html: page(lines) })
    const { month, day, weekday, year } = wordsOf(outing.date)
    const number = `Order # ${purchase.orderId}`
    return [
      ...(outing.cancelledAt === null
        ? [
            about("reminder", outing.at - 86_400_000, `Reminder: ${outing.title} is tomorrow`, [
              number,
              "See you there"
            ])
          ]
        : []),
      ...(outing.cancelledAt === null
        ? []
        : [
            about("cancelled", outing.cancelledAt, `Event Canceled: ${outing.title}`, [
              number,
              `Unfortunately, the organizer has had to cancel ${outing.title}.`
            ])
          ]),
      ...(outing.moved === null
        ? []
        : [
            about("moved", outing.moved.at, `Event Update: ${outing.title} has been rescheduled`, [
              number,
              outing.title,
              `${weekday}, ${month} ${day}, ${year}${outing.time === null ? "" : ` at ${clock12(outing.time)}`}`,
              `${outing.place.name}, ${outing.place.city}, ${outing.place.state}`,
              "Your tickets will be honored on the new date."
            ])
          ])
    ]
  })
]

const weekMs = 7 * 86_400_000

/** What else is in a mailbox: sellers' newsletters, mails of friends. */
const others = ({ seed, startsAt }: SampleOwner, now: number): ReadonlyArray<Letter> =>
  Array.from({ length: Math.max(0, Math.floor((now - startsAt) / (4 * weekMs))) }, (_, index) => {
    const at = startsAt + index * 4 * weekMs + 61_200_000
    return index % 3 === 0
      ? letter(seed, `friend-${index}`, at, {
          from: "Ivy <ivy@example.org>",
          subject: "Saturday?",
          text: "Shall we go to a concert on Saturday, May 2 at 8:00 PM?"
        })
      : letter(seed, `offers-${index}`, at, {
          from: "Ticketmaster <newsletter@email.ticketmaster.com>",
          subject: index % 2 === 0 ? "Just announced: shows near you" : "Shows near Seattle",
          text: "New shows this month. Buy tickets now.",
          headers: { "List-Unsubscribe": "<mailto:unsubscribe@example.com>" }
        })
  })

/** The person's mails up to an instant, oldest first. */
const mailsAt = (sampleOwner: SampleOwner, now: number): ReadonlyArray<StoredMail> =>
  [
    ...sampleOwner.attending.knownAt(now).flatMap((outing) => ofOuting(sampleOwner.seed, outing)),
    ...others(sampleOwner, now)
  ]
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map(storedMail)

/** The person's mailbox, and what a test has put there. */
export const makeMailbox = (sampleOwner: SampleOwner, clock: SimulatedClock) => {
  let snapshot: { readonly minute: number; readonly mails: ReadonlyArray<StoredMail> } = {
    minute: Number.NaN,
    mails: []
  }
  let handed: ReadonlyArray<{ readonly mail: StoredMail; readonly at: number }> = []
  const ofLife = (now: number) => {
    const minute = Math.floor(now / 60_000)
    if (snapshot.minute !== minute) snapshot = { minute, mails: mailsAt(sampleOwner, now) }
    return snapshot.mails
  }
  return {
    /** In the order of their arrival. */
    mails: Effect.map(clock.now, (now): ReadonlyArray<StoredMail> =>
      [...ofLife(now).map((mail) => ({ mail, at: mail.at })), ...handed]
        .sort((a, b) => a.at - b.at)
        .map(({ mail }) => mail)
    ),
    deliver: (letter: Letter) =>
      Effect.map(clock.now, (at) => void (handed = [...handed, { mail: storedMail(letter), at }]))
  }
}

/** An mbox file of them (RFC 4155), with the quoting that goes with it. */
export const mboxOf = (mails: ReadonlyArray<StoredMail>): Uint8Array =>
  Buffer.from(
    mails
      .map(
        ({ at, raw }) =>
          `From MAILER-DAEMON ${new Date(at).toUTCString()}\n${raw.replaceAll("\r\n", "\n").replace(/^(>*From )/gm, ">$1")}\n\n`
      )
      .join(""),
    "latin1"
  )
