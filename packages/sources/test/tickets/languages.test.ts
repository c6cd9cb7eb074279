import type { Draft } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { eventsOfMentions, type MailFixture, raw } from "./mails.js"

/** An invented mail, its purpose, and what it plainly says. */
interface LanguageMail extends Omit<MailFixture, "body"> {
  readonly name: string
  readonly purpose: string
  readonly lines: ReadonlyArray<string>
  readonly says?: {
    readonly title: string
    readonly date: string
    readonly time: string
    readonly venue: string
    readonly city?: string
    readonly zone: string
    readonly order: object
  }
}

const mails = JSON.parse(
  readFileSync(new URL("layouts/languages.json", import.meta.url), "utf8")
) as ReadonlyArray<LanguageMail>

/** Events of mails, in the order of arrival. */
const eventsOf = async (...all: ReadonlyArray<LanguageMail>): Promise<ReadonlyArray<Draft>> => {
  const mentions = await Promise.all(
    all.map(async ({ lines, ...mail }, place) =>
      readTickets(
        await readMail(
          raw({
            ...mail,
            subject: `=?utf-8?B?${Buffer.from(mail.subject).toString("base64")}?=`,
            body: lines.join("\n")
          })
        ),
        true
      ).map((one): typeof one => ({ ...one, key: `${place}/${one.key}`, saidAt: one.saidAt + place * 86_400_000 }))
    )
  )
  return eventsOfMentions(mentions.flat())
}

/** The show of the mails that are no purchase. */
const otherShow = /Old Harbour|Alter Hafen|Vieux port|Puerto viejo|Porto vecchio|Oude haven|Porto velho|古い港/

const attended = (drafts: ReadonlyArray<Draft>) => drafts.filter(({ doubt, going }) => doubt === null && going)

describe("a purchase in eight languages", () => {
  for (const mail of mails.filter(({ says }) => says !== undefined))
    it(`${mail.name} is attended, with all that the mail says`, async () => {
      const [one, ...more] = attended(await eventsOf(mail))
      const { order, venue, ...says } = mail.says!
      expect(more).toHaveLength(0)
      expect({ title: one?.title, date: one?.date, time: one?.startsAt?.slice(11, 16) }).toStrictEqual({
        title: says.title,
        date: says.date,
        time: says.time
      })
      expect([one?.venue?.name, one?.venue?.zone]).toStrictEqual([venue, says.zone])
      if (says.city !== undefined) expect(one?.venue?.city).toBe(says.city)
      expect(one?.orders[0]).toEqual(expect.objectContaining(order))
    })
})

describe("a mail that is no purchase in eight languages", () => {
  for (const mail of mails.filter(({ says }) => says === undefined))
    it(`${mail.name} is not attended`, async () => expect(attended(await eventsOf(mail))).toStrictEqual([]))
})

describe("a mail about a known order in eight languages", () => {
  const changingPurposes = ["cancelled", "refunded", "given"]
  for (const mail of mails.filter(({ purpose }) => changingPurposes.includes(purpose)))
    it(`${mail.name} changes it`, async () => {
      const language = mail.name.slice(0, 2)
      const bought = mails.find(({ name }) => name === `${language}: bought 1`)!
      // The same mail about the order that was bought.
      const orderId = (bought.says!.order as { readonly orderId: string }).orderId
      const of = (line: string) =>
        line.replace(otherShow, bought.says!.title).replace(/(?<=[：:] ?)\S+-\d{4}(?:\/SEA)?$/, orderId)
      const about = { ...mail, subject: of(mail.subject), lines: mail.lines.map(of) }
      expect(attended(await eventsOf(bought))).toHaveLength(1)
      expect(attended(await eventsOf(bought, about))).toStrictEqual([])
    })
})
