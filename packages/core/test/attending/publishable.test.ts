import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  type Player,
  type StoredEvent,
  doubts,
  eventChanges,
  outcomes,
  publishablePlayer
} from "../../src/attending/index.js"
import { game, venue } from "./mentionFactory.js"

const now = 1_000
const storedEvents: fc.Arbitrary<ReadonlyArray<StoredEvent>> = fc
  .array(
    fc.record({
      doubt: fc.option(fc.constantFrom(...doubts)),
      over: fc.option(fc.constantFrom(now - 1, now, now + 1)),
      going: fc.boolean(),
      reported: fc.option(fc.constantFrom(...outcomes)),
      hasGame: fc.boolean(),
      mySide: fc.option(fc.constantFrom("home" as const, "away" as const))
    }),
    { maxLength: 6 }
  )
  .map((all) =>
    all.map(({ hasGame, ...parts }, id) => ({
      id,
      kind: parts.doubt === null ? "mlb_game" : null,
      title: "Rangers at Mariners",
      subtitle: null,
      date: parts.doubt === null ? "2026-05-30" : null,
      at: null,
      venue: venue("T-Mobile Park", { city: "Seattle" }),
      performers: [],
      game: hasGame ? game("1", "2026-05-30") : null,
      ...parts
    }))
  )

describe("the changes of events", () => {
  it("publish events without a doubt, with an outcome once they are over", () =>
    fc.assert(
      fc.property(storedEvents, (events) => {
        const changes = eventChanges(events, now)
        const sure = events.filter(({ doubt }) => doubt === null)
        expect(changes.doubted).toEqual(events.filter(({ doubt }) => doubt !== null).map(({ id }) => id))
        expect(changes.events.map(({ attended, id }) => [id, attended])).toEqual(
          sure.map(({ going, id, over }) => [id, over === now + 1 ? null : going])
        )
        expect(changes.events.map(({ score }) => score?.myTeamWon ?? null)).toEqual(
          sure.map(({ game, mySide }) => (game === null || mySide === null ? null : mySide === "home"))
        )
        for (const { venue } of changes.events) expect(venue).toEqual({ name: "T-Mobile Park", city: "Seattle" })
      })
    ))

  it("have no outcome for an event with a doubt, whatever it had before", () =>
    fc.assert(
      fc.property(storedEvents, (events) => {
        const { doubted, outcomes } = eventChanges(events, now)
        expect(outcomes.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id))
        for (const { id, outcome } of outcomes) if (doubted.includes(id)) expect(outcome).toBe(null)
      })
    ))

  it("retract the outcome that no longer holds, once", () =>
    fc.assert(
      fc.property(storedEvents, (events) => {
        const { outcomes, retracted } = eventChanges(events, now)
        const outcomeOf = new Map(outcomes.map(({ id, outcome }) => [id, outcome]))
        expect(retracted).toEqual(
          events.flatMap(({ doubt, id, reported }) =>
            reported === null || doubt !== null || outcomeOf.get(id) === reported
              ? []
              : [{ eventType: `event_${reported}`, sourceId: `event:${id}` }]
          )
        )
        const published = events.map((one) => ({ ...one, reported: outcomeOf.get(one.id) ?? null }))
        expect(eventChanges(published, now).retracted).toEqual([])
      })
    ))
})

describe("a published player", () => {
  it("has the team's full name if it is known, and pictures best first", () => {
    const player: Player = {
      league: "nfl",
      id: 7,
      espnId: null,
      fullName: "Ives Tannewick",
      firstName: null,
      lastName: null,
      primaryPosition: "QB",
      primaryNumber: null,
      primaryTeamId: 1,
      biography: null,
      photoSilo: null,
      photoFull: "https://pictures/full"
    }
    expect(publishablePlayer(3, player, null)).toEqual({
      id: 3,
      fullName: "Ives Tannewick",
      team: null,
      position: "QB",
      photos: ["https://pictures/full"]
    })
  })
})
