import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either } from "effect"
import { Fault, googleErrorBody, googleScopes, type Letter, mime, serveImap } from "../../../src/simulators/index.js"
import { importFile } from "../support/importFile.js"
import { ticketSenders } from "../../../src/sources/tickets/settings.js"
import { imapRoad, inThatTime, shelf, stage, today } from "./stage.js"

const stateOf = <A>(outcome: Either.Either<A, unknown>) => Either.match(outcome, { onRight: () => "fine", onLeft: (failure) => failure instanceof SourceFailure ? failure.state : String(failure) })

const letterAt = (at: number, more: Partial<Letter> = {}): Letter => ({
  from: "SeatGeek <transactions@seatgeek.com>",
  to: "me@example.com",
  subject: "Your SeatGeek order is confirmed",
  at,
  id: "late-order@example.com",
  text: "Order number\n900100200\nEvent\nRangers at Mariners\nT-Mobile Park\nSun, Apr 19 at 1:10pm\nSection\n183\nRow\n4\nSeats 18,19,20\nTotal US $72.90",
  ...more
})

describe("Gmail", () => {
  it.live("gives what was bought, and afterwards only what has arrived", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { clock, gmailRoad, google, persona } = yield* stage()
    const road = yield* gmailRoad()
    const kept = shelf()
    yield* kept.sync(road)
    const now = yield* clock.now
    const orders = kept.all().filter(({ state }) => state === "confirmed").flatMap((one) => one.orders.map((order) => ({ order, one })))
    const outings = persona.attending.knownAt(now)
    let count = 0
    for (const outing of outings) {
      for (const purchase of outing.purchases.filter(({ at }) => at <= now)) {
        const found = orders.filter(({ order, one }) => order.vendor === purchase.vendor && order.orderId === purchase.orderId && one.date === (outing.moved?.from ?? outing.date))
        assert.strictEqual(found.length, 1, `${outing.key} ${purchase.vendor} ${purchase.orderId}`)
        const { one, order } = found[0]!
        count++
        assert.strictEqual(one.title, outing.title, outing.key)
        assert.strictEqual(one.venue?.name, outing.place.name, outing.key)
        if (outing.lastDate === null) assert.strictEqual(one.time, outing.moved?.time ?? outing.time, outing.key)
        assert.strictEqual(one.lastDate, outing.lastDate, outing.key)
        assert.deepStrictEqual([order.section, order.row, order.seats, order.quantity, order.totalCents, order.currency], [purchase.section, purchase.row, purchase.seats, purchase.quantity, purchase.totalCents, "USD"], outing.key)
      }
      if (outing.cancelledAt !== null && outing.cancelledAt <= now) assert.isTrue(kept.all().some(({ orders, state }) => state === "cancelled" && orders[0]?.orderId === outing.purchases[0]?.orderId))
      if (outing.moved !== null && outing.moved.at <= now && outing.purchases.length > 0) {
        assert.isTrue(kept.all().some(({ date, orders, saidAt }) => date === outing.date && Math.abs(saidAt - outing.moved!.at) < 1_000 && orders[0]?.orderId === outing.purchases[0]?.orderId), outing.key)
      }
    }
    assert.isAbove(count, 30)
    assert.strictEqual(kept.all().filter(({ state }) => state === "unread").length, 0)

    yield* google.requests.clear
    assert.deepStrictEqual(yield* kept.sync(road), [0, 0, 0])
    assert.isFalse((yield* google.requests.all).some(({ params }) => params["q"] !== undefined))
    yield* google.deliver(letterAt(now))
    yield* google.deliver(letterAt(now, { id: "friend@example.com", from: "Ivy <ivy@example.org>", subject: "Hello" }))
    yield* google.requests.clear
    assert.deepStrictEqual(yield* kept.sync(road), [1, 0, 0])
    assert.strictEqual((yield* google.requests.all).filter(({ params }) => params["format"] === "raw").length, 1)
    const arrived = kept.mentions.get("late-order@example.com")!
    assert.deepStrictEqual([arrived.title, arrived.date, arrived.time, arrived.teams], ["Rangers at Mariners", "2026-04-19", "13:10", { home: "Mariners", away: "Rangers" }])

    // Whose a mail is that comes without its headers, is told by the mail.
    yield* google.faults.when(({ params }) => params["format"] === "metadata", Fault.Body({ json: { id: "x" } }), 1)
    yield* google.deliver(letterAt(now, { id: "bare-order@example.com" }))
    assert.deepStrictEqual(yield* kept.sync(road), [1, 0, 0])

    // A history that is forgotten is made up for by a search of the last days.
    yield* google.deliver(letterAt(now, { id: "later-order@example.com" }))
    yield* google.forgetHistory
    yield* google.requests.clear
    assert.deepStrictEqual(yield* kept.sync(road), [1, 0, 0])
    assert.isTrue((yield* google.requests.all).some(({ params }) => /after:\d{4}\/\d{2}\/\d{2}/.test(params["q"] ?? "")))
  }))))

  it.live("troubles are borne, or end with their name; a login that has ended is not tried again", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { gmailRoad, google } = yield* stage()
    const road = yield* gmailRoad()
    const whole = shelf()
    yield* whole.sync(road)
    for (const fault of [Fault.Status({ status: 500 }), Fault.Status({ status: 429, retryAfter: 0 }), Fault.Truncated(), Fault.Html({}), Fault.Body({ json: googleErrorBody(403, "userRateLimitExceeded", "x"), status: 403 })]) {
      yield* google.faults.when(({ path }) => path.startsWith("/gmail/"), fault, 1)
    }
    const other = shelf()
    yield* google.expireAccess
    yield* other.sync(road)
    assert.deepStrictEqual(other.all(), whole.all())
    yield* google.grantScopes([googleScopes.calendar])
    assert.strictEqual(stateOf(yield* Effect.either(shelf().sync(road))), "forbidden")
    yield* google.expireAccess
    yield* google.revokeLogin
    const failure = yield* Effect.flip(shelf().sync(road))
    assert.deepStrictEqual([failure.state, failure.source, failure.next], ["unauthorized", "tickets", "run `daybook connect google`"])
  }))))
})

describe("a mail server", () => {
  it.live("gives the same mentions as Gmail's interface and a mailbox file, on either kind of server", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const world = yield* stage()
    const gmail = yield* world.gmailRoad()
    const mbox = importFile("mails.mbox", yield* world.google.mbox, 10_007)
    const [one, two, three] = [shelf(), shelf(), shelf()]
    yield* one.sync(gmail)
    for (const isGmail of [true, false]) {
      const server = yield* serveImap({ ...world, isGmail })
      const road = yield* imapRoad(server.settings)
      const kept = shelf()
      yield* kept.sync(road)
      assert.deepStrictEqual(kept.all(), one.all())
      const asked = yield* server.commands
      assert.strictEqual(asked.some((command) => command.includes("X-GM-RAW")), isGmail)
      assert.isTrue(asked.some((command) => command.startsWith("EXAMINE \"[Gmail]/Alle Nachrichten\"")))
      yield* two.sync(road)
    }
    yield* three.import(world.importMail(mbox))
    assert.deepStrictEqual(three.all(), one.all())
    assert.deepStrictEqual(two.all(), one.all())
    assert.deepStrictEqual(yield* three.sync(gmail), [0, 0, 0])
  }))))

  it.live("is read from where it was, and anew when its numbers mean others", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { clock, ...world } = yield* stage()
    const server = yield* serveImap({ ...world, clock })
    const road = yield* imapRoad(server.settings)
    const kept = shelf()
    const [added] = yield* kept.sync(road)
    const fetches = Effect.map(server.commands, (all) => all.filter((command) => command.startsWith("FETCH")).length)
    const before = yield* fetches
    assert.deepStrictEqual(yield* kept.sync(road), [0, 0, 0])
    assert.isAtMost((yield* fetches) - before, 1)
    yield* server.deliver(letterAt(yield* clock.now))
    assert.deepStrictEqual(yield* kept.sync(road), [1, 0, 0])
    yield* server.renumber
    assert.deepStrictEqual(yield* kept.sync(road), [0, 0, 0])
    assert.strictEqual(kept.mentions.size, added + 1)
  }))))

  it.live("bears a connection that is cut and a server that is busy; a wrong password is said at once", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const world = yield* stage()
    const server = yield* serveImap(world)
    const road = yield* imapRoad(server.settings)
    const whole = shelf()
    yield* whole.sync(road)
    const kept = shelf()
    yield* server.fail("FETCH", "cut")
    yield* server.fail("SEARCH", "no")
    yield* server.fail("LIST", "cut")
    yield* kept.sync(road)
    assert.deepStrictEqual(kept.all(), whole.all())
    const wrong = yield* Effect.flip(shelf().sync(yield* imapRoad({ ...server.settings, DAYBOOK_IMAP_PASSWORD: "s3cret" })))
    assert.strictEqual(wrong.state, "unauthorized")
    assert.notInclude(JSON.stringify(wrong), "s3cret")
    assert.strictEqual((yield* Effect.flip(shelf().sync(yield* imapRoad({ ...server.settings, DAYBOOK_IMAP_MAILBOX: "Nowhere" }, "0 seconds")))).state, "not_found")
    assert.strictEqual((yield* Effect.flip(shelf().sync(yield* imapRoad({ ...server.settings, DAYBOOK_IMAP_PORT: "1" }, "0 seconds")))).state, "unavailable")
    yield* server.fail("FETCH", "cut", 1_000)
    assert.strictEqual((yield* Effect.flip(shelf().sync(road))).state, "unavailable")
  }))))
})

describe("senders that are set", () => {
  const senders = { DAYBOOK_TICKET_SENDERS: "@Tickets.Marrow.example; box@playhouse.example" }
  const boxOffice = (id: string, from: string) => letterAt(today - 3_600_000, {
    id, from, subject: "Order confirmation",
    text: "Thank you for your order\nOrder Number: 1204477\nEvent: Three Winters\nVenue: Playhouse\nDate & Time: Fri, May 22, 2026 7:30 PM\nTotal: $55.00"
  })
  const [below, alone, stranger] = [
    boxOffice("below@x", "Marrow <no-reply@mail.tickets.marrow.example>"), boxOffice("alone@x", "box@playhouse.example"), boxOffice("stranger@x", "staff@playhouse.example")
  ]

  it.live("are read by Gmail's interface, by a mail server and in a mailbox file; others are not", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const world = yield* stage()
    for (const letter of [below, alone, stranger]) yield* world.google.deliver(letter)
    const [gmail, none] = [shelf(), shelf()]
    yield* gmail.sync(yield* world.gmailRoad(senders))
    yield* none.sync(yield* world.gmailRoad())
    const added = (of: ReturnType<typeof shelf>) => of.all().filter(({ key }) => key.endsWith("@x")).map(({ key, orders, state, title }) => [key, state, title, orders[0]?.orderId])
    const both = [["alone@x", "confirmed", "Three Winters", "1204477"], ["below@x", "confirmed", "Three Winters", "1204477"]]
    assert.deepStrictEqual([added(gmail), added(none)], [both, []])
    for (const isGmail of [true, false]) {
      const server = yield* serveImap({ ...world, isGmail })
      for (const letter of [below, alone, stranger]) yield* server.deliver(letter)
      const kept = shelf()
      yield* kept.sync(yield* imapRoad({ ...server.settings, ...senders }))
      assert.deepStrictEqual(added(kept), both)
    }
    const box = Buffer.from([below, alone, stranger].map((letter) => `From x\n${mime(letter).replaceAll("\r\n", "\n")}\n\n`).join(""))
    const imported = shelf()
    yield* Effect.withConfigProvider(imported.import(world.importMail(importFile("box.mbox", box))), ConfigProvider.fromMap(new Map(Object.entries(senders))))
    assert.deepStrictEqual(added(imported), both)
  }))))

  it.effect("that are none are named", () => Effect.gen(function*() {
    const given = (text: string) => Effect.withConfigProvider(ticketSenders, ConfigProvider.fromMap(new Map([["DAYBOOK_TICKET_SENDERS", text]])))
    assert.deepStrictEqual(yield* given("a.example, *@b.example  c@d.example"), ["a.example", "b.example", "c@d.example"])
    assert.deepStrictEqual(yield* given(" "), [])
    assert.include(String(yield* Effect.flip(given("a.example, nonsense"))), "nonsense")
  }))
})

describe("mails as files", () => {
  it.live("a single mail that nobody understands is kept unread, whoever wrote it; what is no mail is refused", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { importMail } = yield* stage()
    const kept = shelf()
    const odd = letterAt(0, { id: "odd@example.com", from: "Box Office <box@office.example>", subject: "Your evening", text: "Everything is in the attachment." })
    yield* kept.import(importMail(importFile("odd.eml", mime(odd))))
    assert.deepStrictEqual(kept.all().map(({ key, state, title }) => [key, state, title]), [["odd@example.com", "unread", "Your evening"]])
    yield* kept.import(importMail(importFile("good.eml", mime(letterAt(Date.UTC(2026, 2, 2))).replaceAll("\r\n", "\n"))))
    assert.strictEqual(kept.mentions.get("late-order@example.com")?.date, "2026-04-19")
    assert.strictEqual((yield* Effect.flip(kept.import(importMail(importFile("x.eml", new Uint8Array([0, 1, 2, 3])))))).state, "bad_file")
  }))))
})
