import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import * as Session from "../../../src/listening/scrobbling/sessions.js"

const sign = (text: string) => createHmac("sha256", "secret").update(text).digest("hex")
const scrobblers = [1, 7, 2_147_483_647].map((id) => ({ id, hash: `hash of ${id}` }))
const time = Date.UTC(2026, 2, 14) / 1_000
const day = 86_400

describe("sessions", () => {
  it("have 32 hexadecimal digits, and differ for every scrobbler and purpose", () => {
    const all = scrobblers.flatMap((one) => [
      Session.sessionKeyOf(sign, one),
      Session.apiKeyOf(sign, one),
      Session.sharedSecretOf(sign, one),
      Session.handshakeSessionOf(sign, one, time),
      Session.handshakeSessionOf(sign, one, time + 1)
    ])
    expect(new Set(all).size).toBe(all.length)
    for (const text of all) expect(text).toMatch(/^[0-9a-f]{32}$/)
  })

  it("of a handshake are valid for a day, for their scrobbler alone", () => {
    for (const one of scrobblers) {
      const text = Session.handshakeSessionOf(sign, one, time)
      const at = (seconds: number, among = scrobblers) => Session.ofHandshakeSession(sign, text, among, seconds * 1_000)
      expect([at(time), at(time + day - 1), at(time + day)]).toStrictEqual([one, one, undefined])
      expect(
        at(
          time,
          scrobblers.filter((other) => other !== one)
        )
      ).toBe(undefined)
      // A new token with the same id, as in a restored database.
      expect(at(time, [{ id: one.id, hash: "another" }])).toBe(undefined)
    }
  })

  it("cannot be changed", () => {
    const text = Session.handshakeSessionOf(sign, scrobblers[1]!, time)
    fc.assert(
      fc.property(fc.nat(31), fc.constantFrom(..."0123456789abcdef"), (place, digit) => {
        const other = `${text.slice(0, place)}${digit}${text.slice(place + 1)}`
        expect(Session.ofHandshakeSession(sign, other, scrobblers, time * 1_000) !== undefined).toBe(other === text)
      })
    )
    for (const other of ["", text.slice(1), `${text}0`, "z".repeat(32)])
      expect(Session.ofHandshakeSession(sign, other, scrobblers, time * 1_000)).toBe(undefined)
  })

  it("in the browser begin with a token that ends after an hour", () => {
    const token = Session.loginTokenOf(sign, "0123abcd", time * 1_000)
    const at = (seconds: number) => Session.isLoginToken(sign, token, seconds * 1_000)
    expect([at(time), at(time + 3_599), at(time + 3_600)]).toStrictEqual([true, true, false])
    expect(
      Session.isLoginToken(
        sign,
        token.replace(/.$/, (end) => (end === "0" ? "1" : "0")),
        time * 1_000
      )
    ).toBe(false)
  })
})
