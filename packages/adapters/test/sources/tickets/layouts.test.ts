import type { Mention } from "@daybook/core/attending"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readMail } from "../../../src/sources/tickets/mail/readMail.js"
import { readTickets } from "../../../src/sources/tickets/reading/read.js"
import { isTitle, isVenueName } from "../../../src/sources/tickets/reading/sanity.js"
import { type Given, raw } from "./mails.js"

/** A mail in a layout that sellers use, with made-up names, and what it says; null where it says nothing of events. */
interface Layout extends Omit<Given, "body"> {
  readonly name: string
  readonly lines: ReadonlyArray<string>
  readonly senders?: ReadonlyArray<string>
  readonly handedIn?: boolean
  readonly says: null | Partial<Mention> & { readonly venue: string | null; readonly city?: string; readonly reason?: string; readonly order?: object }
}

const layoutsIn = (name: string): ReadonlyArray<Layout> => JSON.parse(readFileSync(new URL(`layouts/${name}.json`, import.meta.url), "utf8")) as ReadonlyArray<Layout>

const read = async ({ lines, ...mail }: Layout, handedIn = mail.handedIn ?? false) =>
  readTickets(await readMail(raw({ ...mail, body: lines.join("\n") })), handedIn, mail.senders ?? [])

const check = (layout: Layout, mentions: ReadonlyArray<Mention>) => {
  if (layout.says === null) return assert.deepStrictEqual(mentions, [])
  const [one, ...more] = mentions
  const { city, order, reason, venue, ...event } = layout.says
  assert.strictEqual(more.length, 0)
  for (const [field, value] of Object.entries(event)) assert.deepStrictEqual(one?.[field as keyof Mention], value, field)
  assert.strictEqual(one?.venue?.name ?? null, venue)
  if (city !== undefined) assert.strictEqual(one?.venue?.city, city)
  assert.strictEqual(one?.evidence?.reason ?? undefined, reason)
  if (order !== undefined) assert.deepInclude(one?.orders[0], order)
}

describe("layouts of sellers", () => {
  for (const layout of [...layoutsIn("sellers"), ...layoutsIn("others")]) {
    it(layout.name, async () => check(layout, await read(layout)))
  }
})

describe("what a mail is for", () => {
  for (const layout of layoutsIn("purposes")) it(layout.name, async () => check(layout, await read(layout)))

  it("is decided alike for a mail that was handed in and for one of a mailbox", async () => {
    for (const layout of layoutsIn("purposes").filter(({ senders }) => senders === undefined)) {
      const [alone, boxed] = [await read(layout, true), await read(layout, false)]
      const isKnown = !layout.from.endsWith(".example")
      assert.deepStrictEqual(isKnown ? alone : alone.filter(({ state }) => state !== "unread"), boxed, layout.name)
    }
  })
})

describe("what is confirmed", () => {
  const all = ["sellers", "others", "purposes"].flatMap(layoutsIn)

  it("never has a label or a number for a name, nor a number, a label or a side for a venue", async () => {
    for (const layout of all) {
      for (const { orders, state, teams, title, venue } of await read(layout)) {
        if (state !== "confirmed") continue
        assert.isTrue(isTitle(title ?? ""), layout.name)
        assert.isTrue(venue === null || isVenueName(venue.name), layout.name)
        if (venue !== null) assert.notInclude([teams?.home, teams?.away], venue.name, layout.name)
        if (orders[0]?.orderId != null) assert.notInclude([title, venue?.name], orders[0].orderId, layout.name)
      }
    }
  })

  it("does not change when a mail is HTML with every line in a cell of its own", async () => {
    const cell = (line: string) => `<tr><td>${line.replaceAll("&amp;", "&").replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</td></tr>`
    for (const layout of all.filter(({ html, lines }) => html !== true && !lines.some((line) => /\s{3,}|^\*|forwarded/i.test(line)))) {
      check(layout, await read({ ...layout, html: true, lines: ["<table>", ...layout.lines.filter((line) => line !== "").map(cell), "</table>"] }))
    }
  })
})
