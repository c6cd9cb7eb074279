import { type Draft, type MergeInput, mergeMentions, type Team } from "@daybook/core/attending"
import { fromZoneName } from "@daybook/core/shared"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either } from "effect"
import { attendingRules } from "../../src/kit/attendingRules.js"
import { rowMention } from "../../src/calendar/toMention.js"
import { calendarFile } from "../../src/kit/ics/calendarFile.js"
import { calendarOf, concerts, everyday, type EverydayRow, games, library } from "./everyday.js"
import { stageRows } from "./everydayStage.js"
import { team } from "./team.js"

const rulesWith = (settings: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.withConfigProvider(
      attendingRules,
      ConfigProvider.fromMap(new Map(Object.entries({ DAYBOOK_ATTENDING_TEAMS: "mlb:136,nfl:26", ...settings })))
    )
  )

const rules = rulesWith({})
const calendar = Either.getOrThrow(fromZoneName("America/Los_Angeles"))

const teamOf = (league: Team["league"], id: number, name: string, location: string) =>
  team(league, id, { name, location, fullName: `${location} ${name}` })
const teams = [
  teamOf("mlb", 136, "Mariners", "Seattle"),
  teamOf("mlb", 140, "Rangers", "Texas"),
  teamOf("mlb", 108, "Angels", "Los Angeles"),
  teamOf("mlb", 137, "Giants", "San Francisco"),
  teamOf("mlb", 138, "Cardinals", "St. Louis"),
  teamOf("nfl", 26, "Seahawks", "Seattle"),
  teamOf("nfl", 14, "Rams", "Los Angeles"),
  teamOf("nfl", 19, "Giants", "New York"),
  teamOf("nfl", 22, "Cardinals", "Arizona"),
  teamOf("nhl", 18, "Sharks", "San Jose")
]

const draftsOf = (rows: ReadonlyArray<EverydayRow>, of: Partial<MergeInput> = {}): ReadonlyArray<Draft> =>
  mergeMentions({
    mentions: calendarFile(calendarOf(rows), Date.parse("2026-12-31T00:00:00Z")).rows.map((row, id) => ({
      id,
      source: "calendar",
      mention: rowMention(row),
      rejected: false,
      promotion: null,
      presence: null,
      ownNotes: null
    })),
    games,
    concerts,
    teams,
    artists: library,
    concertVenues: new Map(),
    apart: new Set(),
    rules,
    aheadAt: (at) => calendar.offsetAt(at),
    ...of
  })

/** Which rows of the calendar an event is made of. */
const rowsOf = ({ members }: Draft) => members.map((name) => everyday[Number(/calendar\/(\d+)@/.exec(name)![1])]!)

describe("a calendar of everyday life, without a ticket", () => {
  const drafts = draftsOf(everyday)
  const listed = drafts.filter(({ doubt }) => doubt === null)
  const right = listed.filter((draft) => rowsOf(draft).some(({ attends }) => attends))

  it("lists what its owner attended, and nearly nothing else", () => {
    const wrong = listed
      .filter((draft) => !right.includes(draft))
      .map(
        (draft) =>
          `${draft.kind}: ${rowsOf(draft)
            .map(({ location, title }) => `${title} @ ${location}`)
            .join()}`
      )
    expect(everyday.length).toBeGreaterThanOrEqual(300)
    expect(right.length / listed.length, wrong.join("\n")).toBeGreaterThanOrEqual(0.98)
    const attended = everyday.filter(({ attends }) => attends)
    const listedRows = new Set(right.flatMap(rowsOf))
    const missed = attended.filter((row) => !listedRows.has(row)).map(({ title }) => title)
    expect(attended.length - missed.length, missed.join("\n")).toBeGreaterThanOrEqual(Math.ceil(attended.length * 0.9))
  })

  it("keeps no series, call or short row for review", () => {
    const waiting = drafts.filter(({ doubt }) => doubt !== null).flatMap(rowsOf)
    expect(
      waiting.filter(({ category }) => category === "series" || category === "call").map(({ title }) => title)
    ).toStrictEqual([])
    expect(waiting.length, waiting.map(({ location, title }) => `${title} @ ${location}`).join("\n")).toBeLessThan(
      everyday.length / 3
    )
  })

  it("lists nothing by title words when they are set to empty", () => {
    const none = draftsOf(everyday, {
      rules: rulesWith({ DAYBOOK_ATTENDING_KIND_WORDS: "", DAYBOOK_ATTENDING_IGNORE_WORDS: "" })
    })
    expect([...new Set(none.filter(({ doubt }) => doubt === null).map(({ kind }) => kind))].toSorted()).toStrictEqual([
      "concert",
      "mlb_game"
    ])
  })
})

describe("rows that name a stage word at a stage", () => {
  const drafts = draftsOf(stageRows)
  const titlesOf = (of: ReadonlyArray<Draft>) =>
    of.flatMap(({ members }) => members.map((name) => stageRows[Number(/calendar\/(\d+)@/.exec(name)![1])]!))
  const listed = titlesOf(drafts.filter(({ doubt }) => doubt === null))

  it("are not attended by who makes the show, helps or brings others", () => {
    expect(listed.filter(({ attends }) => !attends).map(({ title }) => title)).toStrictEqual([])
    const waiting = titlesOf(drafts.filter(({ doubt }) => doubt !== null)).filter(({ attends }) => !attends)
    expect(waiting.length, waiting.map(({ title }) => title).join("\n")).toBeLessThanOrEqual(13)
  })

  it("are attended by who watches it in the language of the words, and kept in others", () => {
    const watched = stageRows.filter(({ attends }) => attends)
    expect(listed.filter(({ attends }) => attends).map(({ title }) => title)).toStrictEqual(
      watched.filter(({ category }) => category === "en").map(({ title }) => title)
    )
  })
})
