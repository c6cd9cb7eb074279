import type { Mention } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { isTitle, isVenueName } from "../../src/tickets/reading/sanity.js"
import { type MailFixture, raw } from "./mails.js"

/** A mail in a layout that sellers use, with made-up names, and what it says; null where it says nothing of events. */
interface Layout extends Omit<MailFixture, "body"> {
  readonly name: string
  readonly lines: ReadonlyArray<string>
  readonly senders?: ReadonlyArray<string>
  readonly handedIn?: boolean
  readonly says:
    | null
    | (Partial<Mention> & {
        readonly venue: string | null
        readonly city?: string
        readonly reason?: string
        readonly order?: object
      })
}

const layoutsIn = (name: string): ReadonlyArray<Layout> =>
  JSON.parse(readFileSync(new URL(`layouts/${name}.json`, import.meta.url), "utf8")) as ReadonlyArray<Layout>

const read = async ({ lines, ...mail }: Layout, handedIn = mail.handedIn ?? false) =>
  readTickets(await readMail(raw({ ...mail, body: lines.join("\n") })), handedIn, mail.senders ?? [])

const check = (layout: Layout, mentions: ReadonlyArray<Mention>) => {
  if (layout.says === null) return expect(mentions).toStrictEqual([])
  const [one, ...more] = mentions
  const { city, order, reason, venue, ...event } = layout.says
  expect(more).toHaveLength(0)
  for (const [field, value] of Object.entries(event)) expect(one?.[field as keyof Mention], field).toStrictEqual(value)
  expect(one?.venue?.name ?? null).toBe(venue)
  if (city !== undefined) expect(one?.venue?.city).toBe(city)
  expect(one?.evidence?.reason ?? undefined).toBe(reason)
  if (order !== undefined) expect(one?.orders[0]).toEqual(expect.objectContaining(order))
}

describe("layouts of sellers", () => {
  for (const layout of [...layoutsIn("sellers"), ...layoutsIn("others")]) {
    it(layout.name, async () => check(layout, await read(layout)))
  }
})

describe("the purpose of a mail", () => {
  for (const layout of layoutsIn("purposes")) it(layout.name, async () => check(layout, await read(layout)))

  it("is the same for an imported mail and one of a mailbox", async () => {
    for (const layout of layoutsIn("purposes").filter(({ senders }) => senders === undefined)) {
      const [alone, boxed] = [await read(layout, true), await read(layout, false)]
      const isKnown = !layout.from.endsWith(".example")
      expect(isKnown ? alone : alone.filter(({ state }) => state !== "unread"), layout.name).toStrictEqual(boxed)
    }
  })
})

describe("a confirmed mention", () => {
  const all = ["sellers", "others", "purposes"].flatMap(layoutsIn)

  it("never has a label or number as title, nor a number, label or side as venue", async () => {
    for (const layout of all) {
      for (const { orders, state, teams, title, venue } of await read(layout)) {
        if (state !== "confirmed") continue
        expect(isTitle(title ?? ""), layout.name).toBe(true)
        expect(venue === null || isVenueName(venue.name), layout.name).toBe(true)
        if (venue !== null) expect([teams?.home, teams?.away], layout.name).not.toContain(venue.name)
        if (orders[0]?.orderId != null) expect([title, venue?.name], layout.name).not.toContain(orders[0].orderId)
      }
    }
  })

  it("does not change when every line is in its own HTML table cell", async () => {
    const cell = (line: string) =>
      `<tr><td>${line.replaceAll("&amp;", "&").replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</td></tr>`
    for (const layout of all.filter(
      ({ html, lines }) => html !== true && !lines.some((line) => /\s{3,}|^\*|forwarded/i.test(line))
    )) {
      check(
        layout,
        await read({
          ...layout,
          html: true,
          lines: ["<table>", ...layout.lines.filter((line) => line !== "").map(cell), "</table>"]
        })
      )
    }
  })
})
