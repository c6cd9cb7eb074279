import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeMentions, type StoredMention } from "../../src/attending/index.js"
import { mergeInput, order, storedMention, venue } from "./mentionFactory.js"

const of = {
  title: "Oskeln",
  date: "2026-05-14",
  time: "19:10",
  venue: venue("Halyard Hall"),
  kind: "concert" as const
}
const seatsOf = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
const bought = (seats: ReadonlyArray<string>): StoredMention =>
  storedMention("tickets", {
    key: "order",
    saidAt: 1_000,
    ...of,
    orders: [order("1", { seats, section: "A", row: "B" })]
  })
const transfer = (key: string, more: Parameters<typeof order>[1], orderId: string | null = "1"): StoredMention =>
  storedMention("tickets", { key, saidAt: 2_000, ...of, isTransferred: true, orders: [order(orderId, more)] })
const listed = (all: ReadonlyArray<StoredMention>) => mergeMentions(mergeInput({ mentions: all }))

describe("tickets that went to somebody else", () => {
  it("leave the order with the rest of its seats, whichever mails tell it in whichever order", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 6 })
          .chain((count) =>
            fc.record({
              count: fc.constant(count),
              first: fc.subarray(seatsOf(count)),
              second: fc.subarray(seatsOf(count)),
              isNumbered: fc.boolean(),
              isReversed: fc.boolean()
            })
          ),
        ({ count, first, isNumbered, isReversed, second }) => {
          const place = { section: "A", row: "B" }
          const transfers = [first, second].flatMap((seats, index) =>
            seats.length === 0 ? [] : [transfer(`away${index}`, { ...place, seats }, isNumbered ? "1" : null)]
          )
          const all = [bought(seatsOf(count)), ...transfers]
          const drafts = listed(isReversed ? all.toReversed() : all)
          const left = seatsOf(count).filter((seat) => !first.includes(seat) && !second.includes(seat))
          expect(
            drafts.map(({ going, orders }) => [going, orders.map(({ quantity, seats }) => [quantity, seats])])
          ).toEqual(left.length === 0 ? [] : [[true, [[left.length, left]]]])
        }
      )
    )
  })

  it("withdraw the event where the mail counts none, also where a calendar has it", () => {
    const row = storedMention("calendar", { key: "row", ...of })
    expect(listed([bought(["1", "2"]), transfer("away", {}), row])).toEqual([])
    expect(listed([bought(["1", "2"]), transfer("away", { quantity: 1 }), row])).toMatchObject([
      { going: true, orders: [{ quantity: 1, seats: [] }] }
    ])
    const been = storedMention("manual", { key: "own", ...of, attended: true })
    expect(listed([bought(["1", "2"]), transfer("away", {}), been])).toMatchObject([{ going: true, orders: [] }])
  })

  it("count once where one mail says sent and another accepted", () => {
    expect(
      listed([bought(["1", "2"]), transfer("sent", { quantity: 1 }), transfer("taken", { quantity: 1 }, null)])
    ).toMatchObject([{ orders: [{ quantity: 1 }] }])
  })

  it("touch no order of another event, and wait where no order is known", () => {
    const other = { ...transfer("away", {}), mention: { ...transfer("away", {}).mention, title: "Velmora Tide" } }
    const drafts = listed([bought(["1", "2"]), { ...other, mention: { ...other.mention, orders: [order("2")] } }])
    expect(drafts.map(({ doubt, orders, title }) => [title, doubt, orders.length])).toEqual([
      ["Velmora Tide", "unconfirmed", 0],
      ["Oskeln", null, 1]
    ])
    expect(listed([transfer("away", {})])).toMatchObject([{ doubt: "unconfirmed", going: false }])
  })
})
