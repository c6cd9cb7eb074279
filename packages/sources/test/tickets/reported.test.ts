import type { Draft, Mention } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { unzipSync } from "fflate"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readPass, readTickets } from "../../src/tickets/reading/read.js"
import { eventsOfMentions } from "./mails.js"

/** Mails and passes in the shapes of faults that owners reported. The values are what each says to a reader. */
const folder = new URL("reported/", import.meta.url).pathname

interface Bought {
  readonly files: ReadonlyArray<string>
  readonly title: string
  readonly start: string
  readonly venue: string
  readonly city?: string
  readonly country?: string
  readonly zone: string
  readonly section?: string | null
  readonly row?: string
  readonly seats?: string
  readonly quantity?: number
  readonly cents?: number
  readonly currency?: string
  readonly order?: string
  readonly bought?: string
}

const { bought, notAttended } = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8")) as {
  readonly bought: ReadonlyArray<Bought>
  readonly notAttended: ReadonlyArray<ReadonlyArray<string>>
}

const mentionsOf = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<Mention>> =>
  (
    await Promise.all(
      files.map(async (file) => readTickets(await readMail(readFileSync(`${folder}/${file}.eml`)), true))
    )
  ).flat()

const attendedOf = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<Draft>> =>
  eventsOfMentions(await mentionsOf(files)).filter(({ doubt, going }) => doubt === null && going)

const fieldsOf = ({ orders: [order], startsAt, title, venue }: Draft) => ({
  title,
  start: startsAt?.slice(0, 16),
  venue: venue?.name,
  city: venue?.city,
  country: venue?.country,
  zone: venue?.zone,
  section: order?.section,
  row: order?.row,
  seats: order?.seats.join(),
  quantity: order?.quantity,
  cents: order?.totalCents,
  currency: order?.currency,
  order: order?.orderId,
  bought: order?.purchasedAt == null ? undefined : new Date(order.purchasedAt).toISOString().replace(".000", "")
})

describe("reported mails", () => {
  it.each(bought)("$files become the event", async ({ files, ...fields }) => {
    const attended = await attendedOf(files)
    expect(attended.map(fieldsOf)).toMatchObject([fields])
  })

  it.each(notAttended)("%s %s attends nothing", async (...files) => {
    expect((await attendedOf(files)).map(fieldsOf)).toStrictEqual([])
  })

  it("a plan of three games is three events at the venue below them", async () => {
    const games = (await attendedOf(["g2-plan"])).map(fieldsOf)
    expect(games.map(({ start, title }) => [title, start])).toStrictEqual([
      ["Padres at Giants", "2024-04-05T13:35"],
      ["Dodgers at Giants", "2024-06-29T16:15"],
      ["Braves at Giants", "2024-08-12T18:45"]
    ])
    for (const game of games)
      expect(game).toMatchObject({
        venue: "Oracle Park",
        city: "San Francisco",
        zone: "America/Los_Angeles",
        section: "VB317",
        row: "9",
        seats: "3,4",
        order: "71244020"
      })
  })

  it("has an answer for each mail", () => {
    const answered = new Set([...bought.flatMap(({ files }) => files), ...notAttended.flat(), "g2-plan"])
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith(".eml") && !answered.has(name.slice(0, -4)))
        .toSorted()
    ).toStrictEqual([])
  })
})

describe("reported passes", () => {
  const eventsOf = (name: string) =>
    eventsOfMentions(
      readPass(
        JSON.parse(new TextDecoder().decode(unzipSync(readFileSync(`${folder}/passes/${name}.pkpass`))["pass.json"])),
        name
      )
    )
  const attended = (name: string) =>
    eventsOf(name)
      .filter(({ doubt, going }) => doubt === null && going)
      .map(fieldsOf)

  it.each(["parking", "voided"])("%s is no attended event", (name) => {
    expect(attended(name)).toStrictEqual([])
  })

  it("a German pass has its day, block, row and seat", () => {
    expect(attended("eventim-text")).toMatchObject([
      {
        title: "Die Wilde Gischt",
        start: "2024-08-24T19:00",
        venue: "Waldbühne Berlin",
        zone: "Europe/Berlin",
        section: "K",
        row: "12",
        seats: "31"
      }
    ])
  })

  it("a date field has its time; the line below the place is its town", () => {
    expect(attended("datefield")).toMatchObject([
      {
        title: "Paper Lantern Fair",
        start: "2025-05-02T19:00",
        venue: "Navy Pier",
        city: "Chicago",
        zone: "America/Chicago",
        seats: ""
      }
    ])
  })
})
