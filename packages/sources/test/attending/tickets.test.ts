import { SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either } from "effect"
import { Fault, googleErrorBody, googleScopes, type Letter, mime, serveImap } from "@daybook/simulators"
import { importFile } from "../support/importFile.js"
import { ticketSenders } from "../../src/tickets/settings.js"
import { imapPull, inThatTime, shelf, stage, today } from "./stage.js"

const stateOf = <A>(outcome: Either.Either<A, unknown>) =>
  Either.match(outcome, {
    onRight: () => "fine",
    onLeft: (failure) => (failure instanceof SourceFailure ? failure.state : String(failure))
  })

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
  it.live("yields all purchases, and afterwards only new mails", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { clock, gmailPull, google, sampleOwner } = yield* stage()
          const pull = yield* gmailPull()
          const store = shelf()
          yield* store.sync(pull)
          const now = yield* clock.now
          const orders = store
            .all()
            .filter(({ state }) => state === "confirmed")
            .flatMap((one) => one.orders.map((order) => ({ order, one })))
          const outings = sampleOwner.attending.knownAt(now)
          let count = 0
          for (const outing of outings) {
            for (const purchase of outing.purchases.filter(({ at }) => at <= now)) {
              const listed = orders.filter(
                ({ order, one }) =>
                  order.vendor === purchase.vendor &&
                  order.orderId === purchase.orderId &&
                  one.date === (outing.moved?.from ?? outing.date)
              )
              expect(listed, `${outing.key} ${purchase.vendor} ${purchase.orderId}`).toHaveLength(1)
              const { one, order } = listed[0]!
              count++
              expect(one.title, outing.key).toBe(outing.title)
              expect(one.venue?.name, outing.key).toBe(outing.place.name)
              if (outing.lastDate === null) expect(one.time, outing.key).toBe(outing.moved?.time ?? outing.time)
              expect(one.lastDate, outing.key).toBe(outing.lastDate)
              expect(
                [order.section, order.row, order.seats, order.quantity, order.totalCents, order.currency],
                outing.key
              ).toStrictEqual([
                purchase.section,
                purchase.row,
                purchase.seats,
                purchase.quantity,
                purchase.totalCents,
                "USD"
              ])
            }
            if (outing.cancelledAt !== null && outing.cancelledAt <= now)
              expect(
                store
                  .all()
                  .some(
                    ({ orders, state }) => state === "cancelled" && orders[0]?.orderId === outing.purchases[0]?.orderId
                  )
              ).toBe(true)
            if (outing.moved !== null && outing.moved.at <= now && outing.purchases.length > 0) {
              expect(
                store
                  .all()
                  .some(
                    ({ date, orders, saidAt }) =>
                      date === outing.date &&
                      Math.abs(saidAt - outing.moved!.at) < 1_000 &&
                      orders[0]?.orderId === outing.purchases[0]?.orderId
                  ),
                outing.key
              ).toBe(true)
            }
          }
          expect(count).toBeGreaterThan(30)
          expect(store.all().filter(({ state }) => state === "unread")).toHaveLength(0)

          yield* google.requests.clear
          expect(yield* store.sync(pull)).toStrictEqual([0, 0, 0])
          expect((yield* google.requests.all).some(({ params }) => params["q"] !== undefined)).toBe(false)
          yield* google.deliver(letterAt(now))
          yield* google.deliver(
            letterAt(now, { id: "friend@example.com", from: "Ivy <ivy@example.org>", subject: "Hello" })
          )
          yield* google.requests.clear
          expect(yield* store.sync(pull)).toStrictEqual([1, 0, 0])
          expect((yield* google.requests.all).filter(({ params }) => params["format"] === "raw")).toHaveLength(1)
          const arrived = store.mentions.get("late-order@example.com")!
          expect([arrived.title, arrived.date, arrived.time, arrived.teams]).toStrictEqual([
            "Rangers at Mariners",
            "2026-04-19",
            "13:10",
            { home: "Mariners", away: "Rangers" }
          ])

          // Whose a mail is that comes without its headers, is told by the mail.
          yield* google.faults.when(
            ({ params }) => params["format"] === "metadata",
            Fault.Body({ json: { id: "x" } }),
            1
          )
          yield* google.deliver(letterAt(now, { id: "bare-order@example.com" }))
          expect(yield* store.sync(pull)).toStrictEqual([1, 0, 0])

          // A history that is forgotten is made up for by a search of the last days.
          yield* google.deliver(letterAt(now, { id: "later-order@example.com" }))
          yield* google.forgetHistory
          yield* google.requests.clear
          expect(yield* store.sync(pull)).toStrictEqual([1, 0, 0])
          expect(
            (yield* google.requests.all).some(({ params }) => /after:\d{4}\/\d{2}\/\d{2}/.test(params["q"] ?? ""))
          ).toBe(true)
        })
      )
    )
  )

  it.live("retries transient errors, names lasting ones, and does not retry an expired login", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { gmailPull, google } = yield* stage()
          const pull = yield* gmailPull()
          const whole = shelf()
          yield* whole.sync(pull)
          for (const fault of [
            Fault.Status({ status: 500 }),
            Fault.Status({ status: 429, retryAfter: 0 }),
            Fault.Truncated(),
            Fault.Html({}),
            Fault.Body({ json: googleErrorBody(403, "userRateLimitExceeded", "x"), status: 403 })
          ]) {
            yield* google.faults.when(({ path }) => path.startsWith("/gmail/"), fault, 1)
          }
          const other = shelf()
          yield* google.expireAccess
          yield* other.sync(pull)
          expect(other.all()).toStrictEqual(whole.all())
          yield* google.grantScopes([googleScopes.calendar])
          expect(stateOf(yield* Effect.either(shelf().sync(pull)))).toBe("forbidden")
          yield* google.expireAccess
          yield* google.revokeLogin
          const failure = yield* Effect.flip(shelf().sync(pull))
          expect([failure.state, failure.source, failure.next]).toStrictEqual([
            "unauthorized",
            "tickets",
            "run `daybook connect google`"
          ])
        })
      )
    )
  )
})

describe("a mail server", () => {
  it.live("yields the same mentions as Gmail's API and a mailbox file, on either kind of server", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const world = yield* stage()
          const gmail = yield* world.gmailPull()
          const mbox = importFile("mails.mbox", yield* world.google.mbox, 10_007)
          const [one, two, three] = [shelf(), shelf(), shelf()]
          yield* one.sync(gmail)
          for (const isGmail of [true, false]) {
            const server = yield* serveImap({ ...world, isGmail })
            const pull = yield* imapPull(server.settings)
            const store = shelf()
            yield* store.sync(pull)
            expect(store.all()).toStrictEqual(one.all())
            const requests = yield* server.commands
            expect(requests.some((command) => command.includes("X-GM-RAW"))).toBe(isGmail)
            expect(requests.some((command) => command.startsWith('EXAMINE "[Gmail]/Alle Nachrichten"'))).toBe(true)
            yield* two.sync(pull)
          }
          yield* three.import(world.importMail(mbox))
          expect(three.all()).toStrictEqual(one.all())
          expect(two.all()).toStrictEqual(one.all())
          expect(yield* three.sync(gmail)).toStrictEqual([0, 0, 0])
        })
      )
    )
  )

  it.live("resumes after the last UID, and starts again when UIDVALIDITY changes", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { clock, ...world } = yield* stage()
          const server = yield* serveImap({ ...world, clock })
          const pull = yield* imapPull(server.settings)
          const store = shelf()
          const [added] = yield* store.sync(pull)
          const fetches = Effect.map(
            server.commands,
            (all) => all.filter((command) => command.startsWith("FETCH")).length
          )
          const before = yield* fetches
          expect(yield* store.sync(pull)).toStrictEqual([0, 0, 0])
          expect((yield* fetches) - before).toBeLessThanOrEqual(1)
          yield* server.deliver(letterAt(yield* clock.now))
          expect(yield* store.sync(pull)).toStrictEqual([1, 0, 0])
          yield* server.renumber
          expect(yield* store.sync(pull)).toStrictEqual([0, 0, 0])
          expect(store.mentions.size).toBe(added + 1)
        })
      )
    )
  )

  it.live("retries a lost connection and a busy server; reports a wrong password immediately", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const world = yield* stage()
          const server = yield* serveImap(world)
          const pull = yield* imapPull(server.settings)
          const whole = shelf()
          yield* whole.sync(pull)
          const store = shelf()
          yield* server.fail("FETCH", "cut")
          yield* server.fail("SEARCH", "no")
          yield* server.fail("LIST", "cut")
          yield* store.sync(pull)
          expect(store.all()).toStrictEqual(whole.all())
          const wrong = yield* Effect.flip(
            shelf().sync(yield* imapPull({ ...server.settings, DAYBOOK_IMAP_PASSWORD: "s3cret" }))
          )
          expect(wrong.state).toBe("unauthorized")
          expect(JSON.stringify(wrong)).not.toContain("s3cret")
          expect(
            (yield* Effect.flip(
              shelf().sync(yield* imapPull({ ...server.settings, DAYBOOK_IMAP_MAILBOX: "Nowhere" }, "0 seconds"))
            )).state
          ).toBe("not_found")
          expect(
            (yield* Effect.flip(
              shelf().sync(yield* imapPull({ ...server.settings, DAYBOOK_IMAP_PORT: "1" }, "0 seconds"))
            )).state
          ).toBe("unavailable")
          yield* server.fail("FETCH", "cut", 1_000)
          expect((yield* Effect.flip(shelf().sync(pull))).state).toBe("unavailable")
        })
      )
    )
  )
})

describe("configured senders", () => {
  const senders = { DAYBOOK_TICKET_SENDERS: "@Tickets.Marrow.example; box@playhouse.example" }
  const boxOffice = (id: string, from: string) =>
    letterAt(today - 3_600_000, {
      id,
      from,
      subject: "Order confirmation",
      text: "Thank you for your order\nOrder Number: 1204477\nEvent: Three Winters\nVenue: Playhouse\nDate & Time: Fri, May 22, 2026 7:30 PM\nTotal: $55.00"
    })
  const [below, alone, stranger] = [
    boxOffice("below@x", "Marrow <no-reply@mail.tickets.marrow.example>"),
    boxOffice("alone@x", "box@playhouse.example"),
    boxOffice("stranger@x", "staff@playhouse.example")
  ]

  it.live("are read by Gmail, IMAP and mailbox files; others are not", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const world = yield* stage()
          for (const letter of [below, alone, stranger]) yield* world.google.deliver(letter)
          const [gmail, none] = [shelf(), shelf()]
          yield* gmail.sync(yield* world.gmailPull(senders))
          yield* none.sync(yield* world.gmailPull())
          const added = (of: ReturnType<typeof shelf>) =>
            of
              .all()
              .filter(({ key }) => key.endsWith("@x"))
              .map(({ key, orders, state, title }) => [key, state, title, orders[0]?.orderId])
          const both = [
            ["alone@x", "confirmed", "Three Winters", "1204477"],
            ["below@x", "confirmed", "Three Winters", "1204477"]
          ]
          expect([added(gmail), added(none)]).toStrictEqual([both, []])
          for (const isGmail of [true, false]) {
            const server = yield* serveImap({ ...world, isGmail })
            for (const letter of [below, alone, stranger]) yield* server.deliver(letter)
            const store = shelf()
            yield* store.sync(yield* imapPull({ ...server.settings, ...senders }))
            expect(added(store)).toStrictEqual(both)
          }
          const box = Buffer.from(
            [below, alone, stranger].map((letter) => `From x\n${mime(letter).replaceAll("\r\n", "\n")}\n\n`).join("")
          )
          const imported = shelf()
          yield* Effect.withConfigProvider(
            imported.import(world.importMail(importFile("box.mbox", box))),
            ConfigProvider.fromMap(new Map(Object.entries(senders)))
          )
          expect(added(imported)).toStrictEqual(both)
        })
      )
    )
  )

  it.effect("that are invalid are named", () =>
    Effect.gen(function* () {
      const sendersIn = (text: string) =>
        Effect.withConfigProvider(
          ticketSenders.config,
          ConfigProvider.fromMap(new Map([["DAYBOOK_TICKET_SENDERS", text]]))
        )
      expect(yield* sendersIn("a.example, *@b.example  c@d.example")).toStrictEqual([
        "a.example",
        "b.example",
        "c@d.example"
      ])
      expect(yield* sendersIn(" ")).toStrictEqual([])
      expect(String(yield* Effect.flip(sendersIn("a.example, nonsense")))).toContain("nonsense")
    })
  )
})

describe("mails as files", () => {
  it.live("a single unreadable mail is stored for review for any sender; other files are refused", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { importMail } = yield* stage()
          const store = shelf()
          const odd = letterAt(0, {
            id: "odd@example.com",
            from: "Box Office <box@office.example>",
            subject: "Your evening",
            text: "Everything is in the attachment."
          })
          yield* store.import(importMail(importFile("odd.eml", mime(odd))))
          expect(store.all().map(({ key, state, title }) => [key, state, title])).toStrictEqual([
            ["odd@example.com", "unread", "Your evening"]
          ])
          yield* store.import(
            importMail(importFile("good.eml", mime(letterAt(Date.UTC(2026, 2, 2))).replaceAll("\r\n", "\n")))
          )
          expect(store.mentions.get("late-order@example.com")?.date).toBe("2026-04-19")
          expect(
            (yield* Effect.flip(store.import(importMail(importFile("x.eml", new Uint8Array([0, 1, 2, 3])))))).state
          ).toBe("bad_file")
        })
      )
    )
  )
})
