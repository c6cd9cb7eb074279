import { describe, expect, it } from "vitest"
import fc from "fast-check"
import PostalMime from "postal-mime"
import { parseMime } from "../../src/tickets/mail/mime.js"

const mail = (type: string, encoding: string, body: string) =>
  Buffer.from(
    `Subject: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--b--\r\n`,
    "latin1"
  )

const hex = (content: ArrayBuffer | Uint8Array | string) => Buffer.from(content as ArrayBuffer).toString("hex")

const piece = fc.oneof(
  fc.base64String(),
  fc.constantFrom("=", "==", "\r\n", " ", "=\r\n", "=3D", "=g", "a", "abc", "-", " \r\n", "\r\n ", "\u00e9"),
  fc.string({ maxLength: 20 })
)

describe("the bodies of MIME parts", () => {
  it("equal the output of postal-mime's own decoders", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("text/plain", "text/plain; format=flowed", "text/html", "application/octet-stream"),
        fc.constantFrom("7bit", "8bit", "base64", "quoted-printable", "none"),
        fc.array(piece).map((pieces) => pieces.join("")),
        async (type, encoding, body) => {
          const raw = mail(type, encoding, body)
          const [own, theirs] = [
            await parseMime(raw, { parts: 0 }),
            await PostalMime.parse(raw, { forceRfc822Attachments: true })
          ]
          expect([own.text, own.html]).toStrictEqual([theirs.text, theirs.html])
          expect(own.attachments.map(({ content }) => hex(content))).toStrictEqual(
            theirs.attachments.map(({ content }) => hex(content))
          )
        }
      )
    )
  })

  it("take memory in proportion to their bytes, however short the lines", async () => {
    for (const [type, encoding, line] of [
      ["text/plain; format=flowed", "7bit", "a \r\n"],
      ["application/pdf", "base64", "YQ==\r\n"]
    ] as const) {
      const raw = mail(type, encoding, line.repeat(300_000))
      const before = process.memoryUsage.rss()
      await parseMime(raw, { parts: 0 })
      expect(process.memoryUsage.rss() - before).toBeLessThan(250_000_000)
    }
  })
})
