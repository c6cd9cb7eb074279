import { type Draft, type Ground, merged, type Team } from "@daybook/core/attending"
import { fromZoneName } from "@daybook/core/shared"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either } from "effect"
import { attendingRules } from "../../../src/attending/rules.js"
import { calendarFile } from "../../../src/sources/ics/index.js"
import { toMention } from "../../../src/sources/calendar/toMention.js"
import { calendarOf, concerts, everyday, type EverydayRow, games, library } from "./everyday.js"

const rulesWith = (settings: Readonly<Record<string, string>>) =>
  Effect.runSync(Effect.withConfigProvider(attendingRules, ConfigProvider.fromMap(new Map(Object.entries({ DAYBOOK_ATTENDING_TEAMS: "mlb:136,nfl:26", ...settings })))))

const rules = rulesWith({})
const calendar = Either.getOrThrow(fromZoneName("America/Los_Angeles"))

const team = (league: Team["league"], id: number, name: string, location: string): Team => ({
  league, id, name, location, fullName: `${location} ${name}`, abbreviation: null, logoUrl: null, logoDarkUrl: null, logoLightUrl: null,
  primaryColor: null, secondaryColor: null, tertiaryColor: null, conference: null, division: null
})
const teams = [
  team("mlb", 136, "Mariners", "Seattle"), team("mlb", 140, "Rangers", "Texas"), team("mlb", 108, "Angels", "Los Angeles"), team("mlb", 137, "Giants", "San Francisco"), team("mlb", 138, "Cardinals", "St. Louis"),
  team("nfl", 26, "Seahawks", "Seattle"), team("nfl", 14, "Rams", "Los Angeles"), team("nfl", 19, "Giants", "New York"), team("nfl", 22, "Cardinals", "Arizona"),
  team("nhl", 18, "Sharks", "San Jose")
]

const draftsOf = (rows: ReadonlyArray<EverydayRow>, of: Partial<Ground> = {}): ReadonlyArray<Draft> =>
  merged({
    told: calendarFile(calendarOf(rows), Date.parse("2026-12-31T00:00:00Z")).rows.map((row, id) =>
      ({ id, source: "calendar", mention: toMention(row), rejected: false, promotion: null, presence: null })),
    games, concerts, teams, artists: library, concertVenues: new Map(), apart: new Set(), rules, aheadAt: (at) => calendar.offsetAt(at), ...of
  })

/** Which rows of the calendar an event is made of. */
const rowsOf = ({ members }: Draft) => members.map((name) => everyday[Number(/calendar\/(\d+)@/.exec(name)![1])]!)

describe("a calendar of everyday life, without a ticket", () => {
  const drafts = draftsOf(everyday)
  const listed = drafts.filter(({ doubt }) => doubt === null)
  const right = listed.filter((draft) => rowsOf(draft).some(({ attends }) => attends))

  it("lists what its owner attended, and nearly nothing else", () => {
    const wrong = listed.filter((draft) => !right.includes(draft)).map((draft) => `${draft.kind}: ${rowsOf(draft).map(({ location, title }) => `${title} @ ${location}`).join()}`)
    assert.isAtLeast(everyday.length, 300)
    assert.isAtLeast(right.length / listed.length, 0.98, wrong.join("\n"))
    const attended = everyday.filter(({ attends }) => attends)
    const found = new Set(right.flatMap(rowsOf))
    const missed = attended.filter((row) => !found.has(row)).map(({ title }) => title)
    assert.isAtLeast(attended.length - missed.length, Math.ceil(attended.length * 0.9), missed.join("\n"))
  })

  it("keeps no row of a series, a call or a few minutes waiting", () => {
    const waiting = drafts.filter(({ doubt }) => doubt !== null).flatMap(rowsOf)
    assert.deepStrictEqual(waiting.filter(({ category }) => category === "series" || category === "call").map(({ title }) => title), [])
    assert.isBelow(waiting.length, everyday.length / 3, waiting.map(({ location, title }) => `${title} @ ${location}`).join("\n"))
  })

  it("lists nothing by words where the words are emptied", () => {
    const none = draftsOf(everyday, { rules: rulesWith({ DAYBOOK_ATTENDING_KIND_WORDS: "", DAYBOOK_ATTENDING_IGNORE_WORDS: "" }) })
    assert.deepStrictEqual([...new Set(none.filter(({ doubt }) => doubt === null).map(({ kind }) => kind))].toSorted(), ["concert", "mlb_game"])
  })
})
