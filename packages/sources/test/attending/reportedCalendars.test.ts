import { type Game, mergeMentions, noRules, type StoredMention, venueOffsets } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { rowMention } from "../../src/calendar/toMention.js"
import { calendarFile } from "../../src/kit/ics/calendarFile.js"
import { venue } from "../../src/kit/mentions/venue.js"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { team } from "./team.js"

/** Calendars and tickets of games as owners reported them, with the league's games of those days. */
const folder = new URL("../tickets/reported/", import.meta.url).pathname

const names: ReadonlyArray<readonly [id: number, fullName: string, name: string]> = [
  [133, "Athletics", "Athletics"],
  [136, "Seattle Mariners", "Mariners"],
  [114, "Cleveland Guardians", "Guardians"],
  [109, "Arizona Diamondbacks", "Diamondbacks"],
  [137, "San Francisco Giants", "Giants"],
  [145, "Chicago White Sox", "White Sox"],
  [141, "Toronto Blue Jays", "Blue Jays"],
  [111, "Boston Red Sox", "Red Sox"],
  [144, "Atlanta Braves", "Braves"],
  [113, "Cincinnati Reds", "Reds"],
  [139, "Tampa Bay Rays", "Rays"],
  [119, "Los Angeles Dodgers", "Dodgers"],
  [112, "Chicago Cubs", "Cubs"]
]

const teams = names.map(([id, fullName, name]) => team("mlb", id, { name, fullName, location: null }))

const side = (id: number, name: string) => ({ team: { id, name, abbreviation: null }, score: 1 })

const game = (
  id: string,
  [away, home]: readonly [number, number],
  at: string,
  [park, city, state]: readonly [string, string, string],
  more: Partial<Game> = {}
): Game => ({
  external: { source: "mlb_stats_api", id },
  league: "mlb",
  season: Number(at.slice(0, 4)),
  gameType: "R",
  state: "final",
  date: at.slice(0, 10),
  at: Date.parse(at),
  number: 1,
  series: null,
  // The league's own records keep the name of the season.
  home: side(home, names.find(([of]) => of === home)![1]),
  away: side(away, names.find(([of]) => of === away)![1]),
  venue: venue(park, { city, state, country: "US" }),
  details: null,
  ...more
})

const sacramento = ["Sutter Health Park", "West Sacramento", "CA"] as const
const chicago = ["Guaranteed Rate Field", "Chicago", "IL"] as const
const games = [
  game("aths-may-25", [136, 133], "2025-05-25T13:05:00-07:00", sacramento),
  game("aths-may-23", [136, 133], "2025-05-23T19:05:00-07:00", sacramento),
  game("oakland", [136, 133], "2015-07-04T13:05:00-07:00", ["O.co Coliseum", "Oakland", "CA"]),
  game("indians", [114, 136], "2016-06-08T19:10:00-07:00", ["Safeco Field", "Seattle", "WA"]),
  game("dbacks", [109, 137], "2024-09-05T18:45:00-07:00", ["Oracle Park", "San Francisco", "CA"]),
  game("day", [137, 145], "2024-05-20T12:10:00-05:00", chicago),
  game("night", [137, 145], "2024-05-20T18:40:00-05:00", chicago, { number: 2 }),
  game("resumed", [141, 111], "2024-08-26T14:05:00-04:00", ["Fenway Park", "Boston", "MA"]),
  game("speedway", [144, 113], "2025-08-03T13:00:00-04:00", ["Bristol Motor Speedway", "Bristol", "TN"]),
  game("rays", [144, 139], "2025-04-12T19:05:00-04:00", ["George M. Steinbrenner Field", "Tampa", "FL"]),
  game("aths-may-24", [136, 133], "2025-05-24T13:05:00-07:00", sacramento),
  game("tokyo", [119, 112], "2025-03-18T19:10:00+09:00", ["Tokyo Dome", "Tokyo", ""]),
  game("regular", [141, 111], "2024-08-26T19:10:00-04:00", ["Fenway Park", "Boston", "MA"])
]

const rowsOf = (file: string) =>
  calendarFile(readFileSync(`${folder}/calendars/${file}`, "utf8"), Date.parse("2026-01-01T00:00:00Z")).rows

const mentionsFrom = (
  source: string,
  mentions: ReadonlyArray<StoredMention["mention"]>
): ReadonlyArray<StoredMention> =>
  mentions.map((mention, id) => ({
    id: id + (source === "calendar" ? 0 : 1_000),
    source,
    mention,
    rejected: false,
    promotion: null,
    presence: null,
    ownNotes: null
  }))

const draftsOf = (mentions: ReadonlyArray<StoredMention>, of: ReadonlyArray<Game> = games) =>
  mergeMentions({
    mentions,
    games: of,
    concerts: [],
    teams,
    artists: [],
    concertVenues: new Map(),
    apart: new Set(),
    rules: noRules,
    aheadAt: venueOffsets(() => 0)
  })

const calendar = (file: string) => mentionsFrom("calendar", rowsOf(file).map(rowMention))
const mails = async (...files: ReadonlyArray<string>) =>
  mentionsFrom(
    "tickets",
    (
      await Promise.all(files.map(async (file) => readTickets(await readMail(readFileSync(`${folder}/${file}.eml`)))))
    ).flat()
  )

describe("reported calendars and tickets of games", () => {
  it("teams under earlier and short names are the games at their parks", () => {
    const drafts = draftsOf(calendar("renamed.ics"))
    expect(drafts.map(({ date, doubt, external }) => [date, doubt, external?.id]).toSorted()).toStrictEqual([
      ["2015-07-04", null, "oakland"],
      ["2016-06-08", null, "indians"],
      ["2024-09-05", null, "dbacks"],
      ["2025-05-23", null, "aths-may-23"],
      ["2025-05-25", null, "aths-may-25"]
    ])
  })

  it.each([
    ["dh-night", "night"],
    ["g1-indians", "indians"],
    ["h1", "indians"],
    ["h3", "resumed"]
  ])("the ticket %s is the game %s", async (mail, id) => {
    const drafts = draftsOf(await mails(mail))
    expect(drafts.map(({ doubt, external, kind }) => [doubt, kind, external?.id])).toStrictEqual([
      [null, "mlb_game", id]
    ])
  })

  it("a night ticket and its calendar row are one game", async () => {
    const rows = calendar("games.ics").filter(({ mention }) => mention.key.includes("dh2"))
    const drafts = draftsOf([...rows, ...(await mails("dh-night"))])
    expect(rows).toHaveLength(1)
    expect(drafts.map(({ external, members }) => [external?.id, members.length])).toStrictEqual([["night", 2]])
  })

  it("rows of games at other parks, abroad and resumed are the games; others wait", () => {
    const drafts = draftsOf(calendar("games.ics"))
    expect(
      drafts.map(({ date, doubt, external, venue }) => [date, external?.id, doubt, venue?.name]).toSorted()
    ).toStrictEqual([
      // Neither the suspended game nor the rained-out one is in the league's answer for its day.
      ["2024-05-11", undefined, "unconfirmed", "Guaranteed Rate Field"],
      ["2024-05-20", "night", null, "Guaranteed Rate Field"],
      ["2024-06-26", undefined, "unconfirmed", "Fenway Park"],
      ["2024-08-26", "resumed", null, "Fenway Park"],
      ["2025-03-18", "tokyo", null, "Tokyo Dome"],
      // The row still names the park that a storm closed.
      ["2025-04-12", "rays", null, "George M. Steinbrenner Field"],
      ["2025-05-24", "aths-may-24", null, "Sutter Health Park"],
      ["2025-08-03", "speedway", null, "Bristol Motor Speedway"]
    ])
  })

  it("a rained-out row without a ticket waits, also when the game is made up later", () => {
    const makeUp = [
      game("rained", [137, 145], "2024-05-11T12:10:00-05:00", chicago, { state: "postponed" }),
      game("rained", [137, 145], "2024-05-20T12:10:00-05:00", chicago)
    ]
    const drafts = draftsOf(calendar("ppd.ics"), makeUp)
    expect(drafts.filter(({ doubt, going }) => doubt === null && going)).toStrictEqual([])
    expect(drafts.map(({ date }) => date)).toStrictEqual(["2024-05-11"])
  })

  it("an override without its series is a row", () => {
    expect(rowsOf("rie253.ics").map(({ lastDate, start, summary }) => [summary, start?.date, lastDate])).toStrictEqual([
      ["rie253", "2024-07-01", "2024-07-07"],
      ["rie253", "2024-07-15", "2024-07-21"],
      ["orphan override", "2024-07-29", "2024-08-03"]
    ])
  })
})

describe("a meeting that was called off in its title", () => {
  const row = {
    ...{ key: "a@x", changedAt: null, isCancelled: false, isDeclined: false, isRoutine: false },
    ...{ start: null, lastDate: null, description: null, location: "Greek Theatre, Berkeley, CA" }
  }
  const stateOf = (summary: string) => {
    const { state, title } = rowMention({ ...row, summary })
    return [state, title]
  }
  it("is cancelled, under the name that it had", () => {
    // As Outlook writes them in its languages.
    for (const word of ["Canceled:", "Cancelled:", "Abgesagt:", "Annulé :", "Cancelado:", "Annullato:", "Geannuleerd:"])
      expect(stateOf(`${word} Concert: Salt`)).toStrictEqual(["cancelled", "Concert: Salt"])
  })
  it("is none if the word is part of the name", () => {
    for (const name of ["Cancelled Plans", "The Canceled: live", "Cancelled:", "Concert: Cancelled Plans"])
      expect(stateOf(name)).toStrictEqual(["confirmed", name])
  })
})
