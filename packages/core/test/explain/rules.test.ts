import { describe, expect, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { explainEvent, explainEvents, explainPlace } from "../../src/attending/explain.js"
import { explainAddedDay, explainItem } from "../../src/collecting/explain.js"
import { domain, explainRecord, record, recordNamed, text } from "../../src/declared/index.js"
import { type Explanation, rules, ruleIds } from "../../src/explain/index.js"
import { explainArtist, explainPlay, explainTitle as explainTrack } from "../../src/listening/explain.js"
import { explainArticle, explainHighlight, explainSavedDay } from "../../src/reading/explain.js"
import type { StoredSave } from "../../src/reading/index.js"
import type { Correction } from "../../src/corrections/index.js"
import { explainRun, explainRunDay } from "../../src/running/explain.js"
import type { RunReports } from "../../src/running/index.js"
import { explainTitle, explainViewing, explainWatchedDay } from "../../src/watching/explain.js"
import { concert, game, order, storedMention, venue } from "../attending/mentionFactory.js"
import { playSources } from "../listening/sources.js"
import { readingSources } from "../reading/sources.js"
import { watchSources } from "../watching/sources.js"
import { detail, eventsOf, mergeRuns, noon, play, recorded, report, rulesIn, run } from "./samples.js"

const minute = 60_000

const plays = (): ReadonlyArray<Explanation | null> => {
  const ended = (id: number, at: number, more: object = {}) =>
    play(id, "spotify", at, { endedAt: at + 200_000, ...more })
  const short = play(3, "spotify", noon, { precise: false, endedAt: noon + 180_000 })
  return [
    explainPlay(playSources, 2, [
      play(1, "lastfm", noon),
      play(2, "lastfm", noon, { artist: "Band, Guest", filters: [4] })
    ]),
    explainPlay(playSources, 1, [ended(1, noon), ended(2, noon + 5_000)]),
    explainPlay(playSources, 1, [ended(1, noon), short]),
    explainPlay(playSources, 1, [play(1, "lastfm", noon), play(2, "deezer", noon + minute)]),
    explainPlay(playSources, 1, [
      play(1, "lastfm", noon),
      play(2, "deezer", noon + 4 * minute, { tolerance: 300_000 })
    ]),
    explainPlay(playSources, 1, [play(1, "lastfm", noon), ended(2, noon + 20 * minute)]),
    explainArtist(
      "Band",
      [
        { name: "Band", plays: [{ source: "lastfm", plays: 2 }] },
        { name: "BAND", plays: [{ source: "deezer", plays: 1 }] }
      ],
      [],
      []
    ),
    explainTrack("Song", [{ source: "lastfm", plays: 2, firstSeen: null, lastSeen: null }], [])
  ]
}

const runs = (): ReadonlyArray<Explanation | null> => {
  const explain = (reports: RunReports, corrections: ReadonlyArray<Correction> = []) =>
    explainRun({ id: 7, source: "strava", reports, madeAt: new Map(), corrections }, mergeRuns)
  const race: Correction = {
    ...{ id: 1, domain: "running", kind: "set", type: "activity", subject: { report: "strava:7" }, object: null },
    ...{ value: "workout_type=race", reason: null, createdAt: noon }
  }
  const own = { listed: run({}), detailed: null, archived: null }
  const device = { identities: ["fit:1:1"] }
  return [
    explain({ ...own, recorded: [recorded("garmin", { cadence: 170 })] }),
    explain(own, [race]),
    explain({ ...own, recorded: [recorded("garmin", { startedAt: noon - 30 * minute })] }, [
      { ...race, kind: "same", object: { report: "garmin:1" }, value: null }
    ]),
    explain({
      ...{ listed: null, detailed: null, archived: null },
      recorded: [recorded("garmin", {}, device), recorded("polar", {}, device)]
    }),
    explain({
      ...own,
      recorded: [recorded("runkeeper", { startedAt: noon - 3 * 60 * minute }, { zoned: false, detail })]
    })
  ]
}

const viewings = (): ReadonlyArray<Explanation | null> => {
  const explain = (...all: Parameters<typeof explainViewing>[1]) => explainViewing(1, all, new Set(), "movie:7")
  const hour = 60 * minute
  return [
    explain(report(1, { rating: 4 }), report(2, { at: noon + minute })),
    explain(report(1, { source: "trakt" }), report(2, { source: "trakt", at: noon + hour, marked: true })),
    explain(report(1, { source: "netflix" }), report(2, { source: "netflix", at: noon, dated: true })),
    explain(report(1, {}), report(2, { source: "jellyfin", at: noon + minute })),
    explain(report(1, {}), report(2, { source: "letterboxd", at: noon + hour, dated: true, rating: 4 })),
    explain(report(1, { source: "manual", rating: 3 })),
    explain(report(2, { at: noon - 200 * hour }), report(1, {})),
    explainTitle(watchSources, [], [{ source: "letterboxd", rating: 4 }])
  ]
}

const events = (): ReadonlyArray<Explanation> => {
  const day = { date: "2026-05-01", state: "confirmed" as const }
  const of = (input: Parameters<typeof eventsOf>[0]) =>
    eventsOf(input).map((one) => explainEvent({ ...one, showsMail: true }))
  const rows = (source: string, key: string, more: object = {}) =>
    storedMention(source, { key, ...day, kind: "concert", title: "Lucy Dacus", venue: venue("The Fillmore"), ...more })
  return [
    ...of({ mentions: [rows("calendar", "a"), rows("tickets", "b", { orders: [order("A1")] })] }),
    ...of({
      mentions: [rows("tickets", "a", { orders: [order("A1")] }), rows("tickets", "b", { orders: [order("A1")] })]
    }),
    ...of({
      mentions: [
        storedMention("tickets", {
          ...{ key: "a", ...day, title: "Rangers at Mariners", kind: "mlb_game", orders: [order("A1")] },
          ...{ venue: venue("T-Mobile Park"), teams: { away: "Rangers", home: "Mariners" } }
        })
      ],
      games: [game("1", "2026-05-01")]
    }),
    ...of({
      mentions: [rows("setlistfm", "s", { title: null, external: { source: "setlist_fm", id: "s" }, attended: true })],
      concerts: [concert("s", "2026-05-01", "Lucy Dacus")]
    }),
    ...of({
      mentions: [storedMention("manual", { key: "m", ...day, title: "Fair", kind: "other" }, { presence: true })]
    }),
    explainEvents(
      [
        { doubt: "hidden", mentions: [rows("tickets", "a")] },
        { doubt: "unconfirmed", mentions: [rows("calendar", "b")] }
      ],
      []
    )!,
    explainPlace("The Fillmore", [{ source: "tickets", reports: 1, firstSeen: null, lastSeen: null, isNamed: true }])
  ]
}

const save = (id: number, source: string): StoredSave => ({
  ...{ id, source, articleId: 1, sourceId: String(id), url: "https://a.example/1", address: "a.example/1" },
  ...{ domain: "a.example", title: "Harbour", description: null, folder: null, archived: false, starred: false },
  ...{ progress: 0.5, progressAt: noon, status: "reading", statusInferred: false, savedAt: noon + id },
  ...{ savedOn: "2026-03-14", tags: [], startedAt: noon, finishedAt: null, finishedOn: null }
})

const others = (): ReadonlyArray<Explanation | null> => {
  const book = record({ title: "Book", key: ["work"], fields: { work: text({}), format: text({ nullable: true }) } })
  const shelf = recordNamed(domain({ name: "shelf", title: "Shelf", records: { book } }), "book")!
  const base = { domain: "shelf", type: "book", subject: { work: "a" }, object: null, reason: null, createdAt: noon }
  const corrections: ReadonlyArray<Correction> = [
    { ...base, id: 1, kind: "set", value: "format=paperback" },
    { ...base, id: 2, kind: "same", subject: { work: "b" }, object: { work: "a" }, value: null }
  ]
  const highlight = { source: "kindle", sourceId: "1", createdAt: noon, text: "Sea", note: null, hidden: true }
  return [
    explainItem({ source: "discogs", key: "1", addedAt: noon, title: "Harbor", givenTitle: null, year: 1999 }),
    explainItem({ source: "discogs", key: "1", addedAt: noon, title: "Harbor", givenTitle: "Harbour", year: 1999 }),
    explainArticle(readingSources, [save(1, "instapaper"), save(2, "pocket")]),
    explainHighlight(highlight),
    explainRecord(shelf, {
      reports: { kindle: { work: "a", format: "ebook" }, manual: { work: "a", format: "paperback" } },
      joined: {},
      corrections: []
    }),
    explainRecord(shelf, {
      reports: { kindle: { work: "a", format: "ebook" } },
      joined: { kindle: { work: "b", format: null } },
      corrections
    })
  ]
}

/** Days with hidden reports. */
const days = (): ReadonlyArray<Explanation | null> => {
  const counts = [{ source: "strava", reported: 2, counted: 0, duplicates: 0, hidden: 2 }]
  const hide: Correction = {
    ...{ id: 1, domain: "running", kind: "hide", type: "activity", subject: { report: "strava:7" }, object: null },
    ...{ value: null, reason: null, createdAt: noon }
  }
  const line = { id: 1, says: "is hidden" }
  const report = { source: "strava", key: "7" }
  return [
    explainRunDay(counts, [hide], [report]),
    explainWatchedDay(counts, [line], [report]),
    explainSavedDay(counts, [line]),
    explainAddedDay(counts, [line])
  ]
}

const answers = () => [...plays(), ...runs(), ...viewings(), ...events(), ...others(), ...days()]

/** The list in the reference. */
const reference = () => {
  const lines = ruleIds.map((id) => `| \`${id}\` | ${rules[id]} |`)
  return ["| rule | says |", "|---|---|", ...lines].join("\n")
}

const file = resolve(import.meta.dirname, "../../../../docs/explain.md")
const table = /\| rule \| says \|\n(?:\|.*\n)+/

describe("the rules", () => {
  it("are seen in some answer, each of them", () => {
    const seen = new Set(answers().flatMap((one) => rulesIn(one!)))
    expect(ruleIds.filter((id) => !seen.has(id))).toEqual([])
  })

  it("have ids of domain, topic and rule, and one sentence", () => {
    for (const id of ruleIds) {
      expect(id).toMatch(/^[a-z]+\.[a-z]+\.[a-z-]+$/)
      expect(rules[id]).toMatch(/^[A-Z][^.]+\.$/)
    }
  })

  it("are in the reference", () => {
    const before = readFileSync(file, "utf8")
    const after = before.replace(table, `${reference()}\n`)
    if (process.env["UPDATE_SNAPSHOT"] === "1") writeFileSync(file, after)
    else expect(before).toBe(after)
    expect(after).toContain(reference())
  })
})
