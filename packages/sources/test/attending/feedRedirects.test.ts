import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { expect, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { makePublicClient } from "../../src/fetch/makePublicClient.js"
import { PublicClient } from "../../src/fetch/publicClient.js"
import * as Feed from "../../src/calendar/feed.js"
import { DocumentParser } from "../../src/documents/DocumentParser.js"
import { server } from "../../../adapters/test/images/support/server.js"
import { inThisThread } from "../../../adapters/test/support/inThisThread.js"

const calendar = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a@example.com", "SUMMARY:Low Tide"],
  ...["DTSTART:20260418T190000Z", "DTSTAMP:20260301T000000Z", "END:VEVENT", "END:VCALENDAR", ""]
].join("\r\n")

/** What names resolve to when they are connected to. */
const names: Readonly<Record<string, string>> = {
  localhost: "127.0.0.1",
  "inside.example": "127.0.0.1",
  "inside6.example": "::1",
  "mapped.example": "::ffff:127.0.0.1",
  "metadata.example": "169.254.169.254"
}

const client = makePublicClient((host, done) => {
  const address = names[host]
  if (address === undefined) return done(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }), [])
  done(null, [{ address, family: address.includes(":") ? 6 : 4 }])
})

const read = (url: string) =>
  Effect.flatMap(Feed.make(Redacted.make(url), 1, Duration.zero), (feed) =>
    feed.read(null, Date.parse("2026-03-01T00:00:00Z"))
  ).pipe(
    Effect.provide(NodeHttpClient.layerUndici),
    Effect.provideService(PublicClient, client),
    Effect.provideService(DocumentParser, inThisThread)
  )

it.scopedLive("a calendar of the owner's own network never leads to another private address", () =>
  Effect.gen(function* () {
    let reached = 0
    const inner = yield* server((_, response) => {
      reached++
      response.end(calendar)
    })
    const outer = yield* server((request, response) => {
      if (request.url === "/calendar") return response.end(calendar)
      response.writeHead(302, { location: decodeURIComponent((request.url ?? "").slice(1)) }).end()
    })
    const at = (target: string) => `http://${outer.host}/${encodeURIComponent(target)}`
    for (const target of [
      ...["localhost", "[::1]", "[::ffff:127.0.0.1]", "127.0.0.2", "2130706434", ...Object.keys(names)].map(
        (host) => `http://${host}:${inner.port}/`
      ),
      "http://169.254.169.254/latest/meta-data/",
      at(`http://localhost:${inner.port}/`).replace("127.0.0.1", "inside.example")
    ]) {
      const failure = yield* Effect.flip(read(at(target)))
      expect([failure.state, failure.message, failure.next], target).toStrictEqual([
        "bad_answer",
        expect.stringMatching(/^the calendar feed 1 leads into a private network/),
        expect.stringMatching(/set the address/)
      ])
    }
    expect(reached).toBe(0)
    expect(yield* read(at("/calendar"))).toMatchObject({ file: { isCalendar: true } })
  })
)
