import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, LogLevel } from "effect"
import { mentionsOf } from "../../src/tickets/mentionsOf.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"

const headers = "From: Seller <orders@axs.com>\r\nSubject: Your order\r\nDate: Mon, 02 Mar 2026 18:20:11 +0000\r\n"
const order =
  "Your confirmation number is 40000000\r\nOrder details for Velmora Tide at Halyard Hall scheduled on 2/27/2027 6:00 PM\r\nGrand Total: $311.64\r\n"
const nested = (depth: number, inner: string): string =>
  depth === 0
    ? inner
    : `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested(depth - 1, inner)}\r\n--b${depth}--\r\n`
const read = (raw: string, encoding: BufferEncoding = "latin1") =>
  Effect.runPromise(
    mentionsOf(Buffer.from(raw, encoding)).pipe(
      Effect.provide(InThisThread.layer),
      Logger.withMinimumLogLevel(LogLevel.None)
    )
  )

describe("unusual mails of sellers", () => {
  it("are read when their words can be found", async () => {
    const forms = [
      `${headers}\r\n${order}`,
      `${headers}MIME-Version: 1.0\r\nContent-Type: text/plain; charset=no-such-charset\r\n\r\n${order}`,
      `${headers}MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nMerci, voil\xe0.\r\n${order}`,
      `${headers}MIME-Version: 1.0\r\n${nested(12, `Content-Type: text/plain\r\n\r\n${order}`)}`,
      `${headers}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${order}\r\n--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+IgEAAAA=\r\n`
    ]
    for (const [index, form] of forms.entries()) {
      const [one, ...others] = await read(form)
      expect([one?.state, one?.title, one?.date, one?.orders[0]?.orderId, others.length], String(index)).toStrictEqual([
        "confirmed",
        "Velmora Tide",
        "2027-02-27",
        "40000000",
        0
      ])
    }
  })

  it("wait for review otherwise, under a stable key", async () => {
    const forms = [
      `${headers}MIME-Version: 1.0\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+IgEAAAA=\r\n`,
      `${headers}MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!! not base64 ****`,
      `${headers}MIME-Version: 1.0\r\n${nested(200, `Content-Type: text/plain\r\n\r\n${order}`)}`,
      `${headers}MIME-Version: 1.0\r\nContent-Type: multipart/mixed\r\n\r\nno boundary`,
      `${headers}\r\n${"lost ".repeat(2_000_000)}`
    ]
    for (const [index, form] of forms.entries()) {
      const [one, ...others] = await read(form)
      expect([one?.state, one?.title, others.length], String(index)).toStrictEqual(["unread", "Your order", 0])
      expect(one!.key).toMatch(/^sha256:[0-9a-f]{64}$/)
      expect((await read(form.replaceAll("\r\n", "\n")))[0]!.key, String(index)).toBe(one!.key)
    }
  })
})
