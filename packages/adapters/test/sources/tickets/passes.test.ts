import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { zipSync } from "fflate"
import { exportFile } from "../../../src/sources/tickets/exportFile.js"
import * as InThisThread from "../../../src/documents/inThisThread.js"
import { readMail } from "../../../src/sources/tickets/mail/readMail.js"
import { readTickets } from "../../../src/sources/tickets/reading/read.js"
import { importFile } from "../support/importFile.js"

const bytes = (text: string) => new TextEncoder().encode(text)

const pass = (seat: string, more: object = {}) => ({
  formatVersion: 1, passTypeIdentifier: "pass.com.example", serialNumber: seat, organizationName: "AXS", description: "Ticket", relevantDate: "2026-04-18T20:00-07:00",
  eventTicket: {
    headerFields: [{ key: "date", label: "SAT, APR 18", value: "8:00 PM" }],
    primaryFields: [{ key: "event", label: "EVENT", value: "Velmora Tide" }],
    secondaryFields: [{ key: "venue", label: "VENUE", value: "The Quillon Ballroom, Seattle, WA" }],
    auxiliaryFields: [{ key: "sec", label: "SECTION", value: "12" }, { key: "row", label: "ROW", value: "C" }, { key: "seat", label: "SEAT", value: seat }],
    backFields: [{ key: "order", label: "Order Number", value: "40000001" }]
  },
  ...more
})
const packed = (json: unknown) => zipSync({ "pass.json": bytes(typeof json === "string" ? json : JSON.stringify(json)), "icon.png": new Uint8Array(100) })

const attached = (from: string, files: ReadonlyArray<Uint8Array>) =>
  bytes([
    `From: Box <${from}>`, "To: me@example.com", "Subject: Your tickets", "Date: Mon, 02 Mar 2026 18:20:11 +0000", "Message-ID: <p@x>", "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain", "", "See you there.",
    ...files.flatMap((file, index) => ["--b", `Content-Type: application/vnd.apple.pkpass; name=t${index}.pkpass`, "Content-Transfer-Encoding: base64", "", Buffer.from(file).toString("base64")]),
    "--b--", ""
  ].join("\r\n"))

const told = { title: "Velmora Tide", date: "2026-04-18", time: "20:00", at: Date.parse("2026-04-19T03:00:00Z") }

describe("passes for wallets", () => {
  it("that are attached to a mail are one order with all their seats", async () => {
    const mentions = readTickets(await readMail(attached("noreply@axs.com", [packed(pass("4")), packed(pass("5"))])))
    assert.strictEqual(mentions.length, 1)
    assert.deepInclude(mentions[0]!, { ...told, state: "confirmed" })
    assert.deepInclude(mentions[0]!.venue!, { name: "The Quillon Ballroom", city: "Seattle", state: "WA" })
    assert.deepInclude(mentions[0]!.orders[0]!, { vendor: "axs", orderId: "40000001", section: "12", row: "C", seats: ["4", "5"], quantity: 2 })
  })

  it("say more where they name their parts", async () => {
    const semantics = { eventName: "Rangers at Mariners", venueName: "T-Mobile Park", venueRegionName: "Seattle, WA", eventStartDate: "2026-04-19T13:10-07:00", seats: [{ seatSection: "183", seatRow: "4", seatNumber: "18" }] }
    const [one] = readTickets(await readMail(attached("box@stadium.example", [packed(pass("9", { semantics }))])), true)
    assert.deepInclude(one!, { title: "Rangers at Mariners", date: "2026-04-19", time: "13:10", teams: { home: "Mariners", away: "Rangers" } })
    assert.deepInclude(one!.orders[0]!, { vendor: "axs", section: "183", row: "4", seats: ["18"] })
    assert.strictEqual(one!.venue?.city, "Seattle")
  })

  it("that are broken leave the mail for review", async () => {
    for (const file of [packed("{"), packed({ coupon: {} }), packed([1]), bytes("PK no zip"), packed(pass("1", { relevantDate: "soon" }))]) {
      const [one] = readTickets(await readMail(attached("noreply@axs.com", [file])))
      assert.strictEqual(one?.state, "unread")
    }
  })

  it.effect("are read as files, too", () =>
    Effect.gen(function*() {
      const mentionsIn = (content: Uint8Array) => Effect.map(Stream.runCollect(exportFile(importFile("ticket.pkpass", content, 4_000))), (pages) => [...pages].flatMap(({ records }) => records))
      assert.deepInclude((yield* mentionsIn(packed(pass("4"))))[0]!, told)
      assert.strictEqual((yield* Effect.flip(mentionsIn(packed({ boardingPass: {} })))).state, "bad_file")
      // Downloaded again a pass is signed anew, and its seat may be another one.
      const keyOf = (more: object) => Effect.map(mentionsIn(packed(pass("4", more))), ([one]) => one?.key)
      assert.strictEqual(yield* keyOf({}), "pass:pass.com.example/4")
      assert.strictEqual(yield* keyOf({ relevantDate: "2026-04-19T20:00-07:00" }), "pass:pass.com.example/4")
      assert.match((yield* keyOf({ serialNumber: undefined })) ?? "", /^pass:[0-9a-f]{64}$/)
    }).pipe(Effect.provide(InThisThread.layer)))
})
