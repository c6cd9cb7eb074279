import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { manual } from "../../../sources/src/manual/source.js"
import { filesOf } from "../../../sources/test/support/importFile.js"

const { exportFile } = filesOf(manual)

const file = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return {
    name: "events.json",
    size: bytes.length,
    stream: Stream.make(bytes),
    slice: (from: number, to: number) => Effect.succeed(bytes.slice(from, to))
  }
}
const mentionsOf = (text: string) =>
  Effect.map(Stream.runCollect(exportFile(file(text))), (pages) => [...pages].flatMap(({ records }) => records))

describe("an events file", () => {
  it.effect("becomes the same mentions each time", () =>
    Effect.gen(function* () {
      const text = JSON.stringify([
        {
          event_type: "concert",
          event_date: "1998-07-04",
          title: "Pearl Jam",
          venue_name: "The Gorge",
          performers: ["Pearl Jam", "Murder City Devils"],
          tickets: [{ total_price_cents: 4_000, currency: "USD", seats: ["4"] }]
        },
        { event_type: "mlb_game", event_date: "2001-07-10", game_id: "12", attended: false },
        { event_type: "circus", event_date: "2001-07-10" }
      ])
      const mentions = yield* mentionsOf(text)
      expect(mentions).toEqual(yield* mentionsOf(text))
      expect(mentions).toMatchObject([
        {
          key: "1998-07-04||concert|pearl jam",
          kind: "concert",
          attended: true,
          venue: { name: "The Gorge" },
          orders: [{ vendor: "manual", orderId: null, seats: ["4"], totalCents: 4_000, currency: "USD" }],
          performers: [
            { name: "Pearl Jam", role: "headliner" },
            { name: "Murder City Devils", role: "support" }
          ]
        },
        { kind: "mlb_game", external: { source: "mlb_stats_api", id: "12" }, attended: false }
      ])
    })
  )

  it.effect("gets the missing performer of a concert from its title, but not that of a play", () =>
    Effect.gen(function* () {
      const day = { event_date: "1998-07-04" }
      const mentions = yield* mentionsOf(
        JSON.stringify([
          { ...day, event_type: "concert", title: "Pearl Jam at The Gorge" },
          { ...day, event_type: "concert", title: "Concert: Big Thief - Summer Tour" },
          { ...day, event_type: "concert", title: "Sasquatch", performers: ["Wilco"] },
          { ...day, event_type: "theater", title: "Hamlet" },
          { ...day, event_type: "hockey_game", title: "Kraken", game_id: "7" }
        ])
      )
      expect(mentions.map(({ performers }) => performers.map(({ name, role, type }) => [name, role, type]))).toEqual([
        [["Pearl Jam", "headliner", "musical_artist"]],
        [["Big Thief", "headliner", "musical_artist"]],
        [["Wilco", "headliner", "musical_artist"]],
        [],
        []
      ])
      expect(mentions.at(-1)?.external).toBeNull()
    })
  )

  it.effect("is refused if no row can be read", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        mentionsOf(JSON.stringify([{ event_type: "circus", event_date: "2001-07-10" }]))
      )
      expect(failure.message).toMatch(/events.json holds no row that can be read/)
    })
  )
})
