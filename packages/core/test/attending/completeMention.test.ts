import { describe, expect, it } from "@effect/vitest"
import { type Mention, completeMention } from "../../src/attending/index.js"

const storedMention: Mention = {
  key: "ghi789@google.com",
  saidAt: 5_000,
  state: "confirmed",
  kind: null,
  title: "Band",
  date: "2026-04-18",
  lastDate: null,
  time: "20:00",
  at: null,
  venue: null,
  performers: [],
  teams: null,
  external: null,
  orders: [],
  attended: null,
  notes: null,
  evidence: null
}
const bare: Mention = { ...storedMention, saidAt: 0, state: "cancelled", title: null, date: null, time: null }

describe("a bare cancellation", () => {
  it("cancels the stored mention on its day", () => {
    expect(completeMention(bare, storedMention)).toStrictEqual({ ...storedMention, state: "cancelled" })
    expect(completeMention({ ...bare, saidAt: 9_000 }, storedMention)?.saidAt).toBe(9_000)
  })

  it("is dropped without a stored mention", () => expect(completeMention(bare, undefined)).toBeNull())

  it("needs neither day, name nor order", () => {
    const other: Mention = { ...bare, title: "Other" }
    expect(completeMention(other, storedMention)).toBe(other)
    expect(completeMention(storedMention, bare)).toBe(storedMention)
  })
})
