import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { zipSync } from "fflate"
import { exportFile } from "../../src/tickets/exportFile.js"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readPass, readTickets } from "../../src/tickets/reading/read.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"
import { importFile } from "../support/importFile.js"

const bytes = (text: string) => new TextEncoder().encode(text)

const pass = (seat: string, more: object = {}) => ({
  formatVersion: 1,
  passTypeIdentifier: "pass.com.example",
  serialNumber: seat,
  organizationName: "AXS",
  description: "Ticket",
  relevantDate: "2026-04-18T20:00-07:00",
  eventTicket: {
    headerFields: [{ key: "date", label: "SAT, APR 18", value: "8:00 PM" }],
    primaryFields: [{ key: "event", label: "EVENT", value: "Velmora Tide" }],
    secondaryFields: [{ key: "venue", label: "VENUE", value: "The Quillon Ballroom, Seattle, WA" }],
    auxiliaryFields: [
      { key: "sec", label: "SECTION", value: "12" },
      { key: "row", label: "ROW", value: "C" },
      { key: "seat", label: "SEAT", value: seat }
    ],
    backFields: [{ key: "order", label: "Order Number", value: "40000001" }]
  },
  ...more
})
const packed = (json: unknown) =>
  zipSync({
    "pass.json": bytes(typeof json === "string" ? json : JSON.stringify(json)),
    "icon.png": new Uint8Array(100)
  })

const attached = (from: string, files: ReadonlyArray<Uint8Array>) =>
  bytes(
    [
      `From: Box <${from}>`,
      "To: me@example.com",
      "Subject: Your tickets",
      "Date: Mon, 02 Mar 2026 18:20:11 +0000",
      "Message-ID: <p@x>",
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "See you there.",
      ...files.flatMap((file, index) => [
        "--b",
        `Content-Type: application/vnd.apple.pkpass; name=t${index}.pkpass`,
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from(file).toString("base64")
      ]),
      "--b--",
      ""
    ].join("\r\n")
  )

const expected = { title: "Velmora Tide", date: "2026-04-18", time: "20:00", at: Date.parse("2026-04-19T03:00:00Z") }

describe("wallet passes", () => {
  it("have a seat in the field that names a venue in English", () => {
    const place = { key: "p", label: "PLACE", value: "14" }
    const venue = { key: "l", label: "LIEU", value: "Le Quillon, Paris" }
    const arena = { key: "p", label: "PLACE", value: "Le Quillon, Paris" }
    const seat = { key: "s", label: "SEAT", value: "14" }
    for (const fields of [
      [venue, place],
      [place, venue],
      [arena, seat],
      [seat, arena]
    ]) {
      const ticket = {
        primaryFields: [{ key: "e", label: "ÉVÉNEMENT", value: "Velmora Tide" }],
        auxiliaryFields: fields
      }
      const [one] = readPass({ ...pass("1"), relevantDate: "2026-04-18T20:00+02:00", eventTicket: ticket }, "hash")
      expect(one!.venue).toMatchObject({ name: "Le Quillon", city: "Paris" })
      expect(one!.orders[0]!.seats).toStrictEqual(["14"])
    }
  })

  it("attached to a mail are one order with all their seats", async () => {
    const mentions = readTickets(await readMail(attached("noreply@axs.com", [packed(pass("4")), packed(pass("5"))])))
    expect(mentions).toHaveLength(1)
    expect(mentions[0]!).toEqual(expect.objectContaining({ ...expected, state: "confirmed" }))
    expect(mentions[0]!.venue!).toMatchObject({ name: "The Quillon Ballroom", city: "Seattle", state: "WA" })
    expect(mentions[0]!.orders[0]!).toMatchObject({
      vendor: "axs",
      orderId: "40000001",
      section: "12",
      row: "C",
      seats: ["4", "5"],
      quantity: 2
    })
  })

  it("have more detail when they name their parts", async () => {
    const semantics = {
      eventName: "Rangers at Mariners",
      venueName: "T-Mobile Park",
      venueRegionName: "Seattle, WA",
      eventStartDate: "2026-04-19T13:10-07:00",
      seats: [{ seatSection: "183", seatRow: "4", seatNumber: "18" }]
    }
    const [one] = readTickets(await readMail(attached("box@stadium.example", [packed(pass("9", { semantics }))])), true)
    expect(one!).toEqual(
      expect.objectContaining({
        title: "Rangers at Mariners",
        date: "2026-04-19",
        time: "13:10",
        teams: { home: "Mariners", away: "Rangers" }
      })
    )
    expect(one!.orders[0]!).toMatchObject({ vendor: "axs", section: "183", row: "4", seats: ["18"] })
    expect(one!.venue?.city).toBe("Seattle")
  })

  it("that are broken leave the mail for review", async () => {
    for (const file of [
      packed("{"),
      packed({ coupon: {} }),
      packed([1]),
      bytes("PK no zip"),
      packed(pass("1", { relevantDate: "soon" }))
    ]) {
      const [one] = readTickets(await readMail(attached("noreply@axs.com", [file])))
      expect(one?.state).toBe("unread")
    }
  })

  it("with semantics only are tickets, like Apple's own sample", async () => {
    const semantic = {
      formatVersion: 1,
      passTypeIdentifier: "userpass.com.apple.wallet.x",
      serialNumber: "6F1D",
      description: "Three Winters",
      organizationName: "Event",
      logoText: "Three Winters",
      preferredStyleSchemes: ["posterEventTicket"],
      eventTicket: {},
      semantics: {
        eventType: "PKEventTypeGeneric",
        eventName: "Three Winters",
        venueName: "Playhouse",
        performerNames: [],
        admissionLevel: "Stalls",
        eventStartDateInfo: { date: "2026-06-12T20:00+02:00" },
        eventEndDate: "2026-06-13T20:00+02:00",
        seats: [{ seatSection: "1", seatRow: "2", seatNumber: "3", seatLevel: "000" }]
      }
    }
    const [one] = readPass(semantic, "hash")
    expect(one!).toMatchObject({
      state: "confirmed",
      title: "Three Winters",
      date: "2026-06-12",
      time: "20:00",
      at: Date.parse("2026-06-12T18:00:00Z")
    })
    expect(one!.orders[0]!).toMatchObject({ section: "1", row: "2", seats: ["3"], quantity: 1 })
    expect(one!.venue?.name).toBe("Playhouse")
  })

  it("without a date wait for review", () => {
    const [one] = readPass(pass("4", { relevantDate: undefined }), "hash")
    expect([one?.state, one?.title, one?.date, one?.evidence?.reason]).toStrictEqual([
      "unread",
      "Velmora Tide",
      null,
      "It does not say when the event is."
    ])
  })

  it("for hotels, cars and trains are not tickets, whatever their style", () => {
    const other = (primary: object, ...others: ReadonlyArray<object>) =>
      readPass({ ...pass("4"), eventTicket: { primaryFields: [primary], secondaryFields: others } }, "hash")
    expect(
      other(
        { key: "hotel-name", label: "HOTEL", value: "Central Station" },
        { key: "room-type", label: "ROOM TYPE", value: "Double" }
      )
    ).toStrictEqual([])
    expect(
      other(
        { key: "name", label: "", value: "Central Station" },
        { key: "a", label: "CHECK-IN", value: "15:00" },
        { key: "b", label: "NIGHTS", value: "2" }
      )
    ).toStrictEqual([])
    expect(other({ key: "flight", label: "FLIGHT", value: "XY 12" })).toStrictEqual([])
    expect(
      other(
        { key: "event", label: "EVENT", value: "Hotel California Night" },
        { key: "c", label: "CHECK-IN", value: "18:00" }
      )
    ).toHaveLength(1)
  })

  it.effect("are read from files, too", () =>
    Effect.gen(function* () {
      const mentionsIn = (content: Uint8Array) =>
        Effect.map(Stream.runCollect(exportFile(importFile("ticket.pkpass", content, 4_000))), (pages) =>
          [...pages].flatMap(({ records }) => records)
        )
      expect((yield* mentionsIn(packed(pass("4"))))[0]!).toEqual(expect.objectContaining(expected))
      expect((yield* Effect.flip(mentionsIn(packed({ boardingPass: {} })))).state).toBe("bad_file")
      // Downloaded again a pass is signed again, and its seat may be another one.
      const keyOf = (more: object) => Effect.map(mentionsIn(packed(pass("4", more))), ([one]) => one?.key)
      expect(yield* keyOf({})).toBe("pass:pass.com.example/4")
      expect(yield* keyOf({ relevantDate: "2026-04-19T20:00-07:00" })).toBe("pass:pass.com.example/4")
      expect((yield* keyOf({ serialNumber: undefined })) ?? "").toMatch(/^pass:[0-9a-f]{64}$/)
    }).pipe(Effect.provide(InThisThread.layer))
  )
})

describe("passes in other languages and states", () => {
  const german = {
    relevantDate: undefined,
    eventTicket: {
      headerFields: [{ key: "date", label: "DATUM", value: "Sa, 24.08.2024 19:00" }],
      primaryFields: [{ key: "title", label: "", value: "Die Wilde Gischt" }],
      secondaryFields: [{ key: "place", label: "ORT", value: "Waldbühne Berlin" }],
      auxiliaryFields: [
        { key: "block", label: "BLOCK", value: "K" },
        { key: "reihe", label: "REIHE", value: "12" },
        { key: "platz", label: "PLATZ", value: "31" }
      ]
    }
  }

  it("reads German dates and seats", () => {
    const [one] = readPass(pass("1", german), "hash")
    expect([one?.state, one?.date, one?.time, one?.venue?.name, one?.venue?.zone]).toStrictEqual([
      "confirmed",
      "2024-08-24",
      "19:00",
      "Waldbühne Berlin",
      "Europe/Berlin"
    ])
    expect(one?.orders[0]).toMatchObject({ section: "K", row: "12", seats: ["31"], quantity: 1 })
  })

  it("reads several seats in one field", () => {
    const auxiliaryFields = [{ key: "platz", label: "PLATZ", value: "Reihe D, Plätze 16 bis 17" }]
    const [one] = readPass(pass("1", { ...german, eventTicket: { ...german.eventTicket, auxiliaryFields } }), "hash")
    expect(one?.orders[0]).toMatchObject({ row: "D", seats: ["16", "17"], quantity: 2 })
  })

  it("lets a void pass and one for parking wait, in a mail without an event", async () => {
    const parking = pass("1", {
      eventTicket: {
        primaryFields: [{ key: "event", label: "EVENT", value: "PARKING: Velmora Tide" }],
        secondaryFields: [{ key: "venue", label: "VENUE", value: "Halyard Stadium Parking" }],
        auxiliaryFields: [{ key: "section", label: "LOT", value: "B" }]
      }
    })
    for (const [one, reason] of [
      [pass("1", { voided: true }), "The pass is void: its ticket was used, transferred or refunded."],
      [parking, "It is for parking."]
    ] as const) {
      expect(readPass(one, "hash")).toMatchObject([{ state: "unread", evidence: { reason } }])
      const mentions = readTickets(await readMail(attached("orders@axs.com", [packed(one)])))
      expect(mentions.filter(({ state }) => state === "confirmed")).toStrictEqual([])
    }
  })

  it("reads the texts of the strings file, in UTF-8 and UTF-16", async () => {
    const localized = pass("7", {
      eventTicket: {
        primaryFields: [{ key: "event", label: "event_label", value: "event_value" }],
        secondaryFields: [{ key: "venue", label: "venue_label", value: "venue_value" }]
      }
    })
    const strings = (show: string) =>
      `/* Texts */\n"event_label" = "EVENT";\n"event_value" = "${show}";\n"venue_label" = "VENUE";\n"venue_value" = "The \\"Quillon\\" Hall";\n`
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${strings("Velmora Tide")}`, "utf16le"))
    for (const files of [
      { "en.lproj/pass.strings": bytes(strings("Velmora Tide")), "de.lproj/pass.strings": bytes(strings("Gezeit")) },
      { "fr.lproj/pass.strings": utf16 }
    ]) {
      const content = zipSync({ "pass.json": bytes(JSON.stringify(localized)), ...files })
      const { passes } = await readMail(attached("orders@axs.com", [content]))
      expect(readPass(passes[0], "hash")).toMatchObject([
        { title: "Velmora Tide", venue: { name: 'The "Quillon" Hall' } }
      ])
    }
  })
})
