import { assert, describe, it } from "@effect/vitest"
import { type Mention, besideStored } from "../../src/attending/index.js"

const told: Mention = {
  key: "ghi789@google.com", saidAt: 5_000, state: "confirmed", kind: null, title: "Band", date: "2026-04-18", lastDate: null, time: "20:00", at: null, venue: null,
  performers: [], teams: null, external: null, orders: [], attended: null, notes: null, evidence: null
}
const bare: Mention = { ...told, saidAt: 0, state: "cancelled", title: null, date: null, time: null }

describe("a bare cancellation", () => {
  it("calls off what was told before, on its day", () => {
    assert.deepStrictEqual(besideStored(bare, told), { ...told, state: "cancelled" })
    assert.strictEqual(besideStored({ ...bare, saidAt: 9_000 }, told)?.saidAt, 9_000)
  })

  it("says nothing of what nobody told of", () => assert.isNull(besideStored(bare, undefined)))

  it("is none with a day, a name or an order", () => {
    const other: Mention = { ...bare, title: "Other" }
    assert.strictEqual(besideStored(other, told), other)
    assert.strictEqual(besideStored(told, bare), told)
  })
})
