import { describe, expect, it } from "@effect/vitest"
import { type Correction, type NewCorrection, conflictOf } from "../../src/corrections/index.js"
import { conflictOfViewings, matchTitle, watchingRules } from "../../src/watching/index.js"

const titleOf = (id: number, kind: "movie" | "show", title: string, standIn: number | null = null) => ({
  ...{ id, kind, matchTitle: matchTitle(title), givenTitle: null, year: null, standIn },
  ids: [["tmdb", String(id)] as const]
})
const titles = [
  titleOf(1, "movie", "Ladder"),
  titleOf(2, "movie", "The Long Ladder", 1),
  titleOf(3, "movie", "Signal"),
  titleOf(4, "show", "Ladder")
]

const base = { domain: "watching", object: null, value: null, reason: null }
const set = (subject: NewCorrection["subject"], day: string): NewCorrection => ({
  ...{ ...base, kind: "set", type: "viewing", value: `date=${day}` },
  subject: { watched_on: "2025-03-01", ...subject }
})
const credit = (from: number, to: number, more: NewCorrection["subject"] = {}): NewCorrection => ({
  ...{ ...base, kind: "credit", type: "episode" },
  subject: { title: "Ladder", season: "1", episode: String(from), ...more },
  object: { season: "1", episode: String(to) }
})
const correctionOf = (id: number, correction: NewCorrection): Correction => ({ ...correction, id, createdAt: 0 })
const conflict = (earlier: NewCorrection, added: NewCorrection) =>
  conflictOfViewings([correctionOf(7, earlier)], added, titles)

describe("contradictions between corrections of viewings", () => {
  it("are found where two keys name one title, and name both sides", () => {
    const day = set({ title: "Ladder" }, "2024-01-01")
    for (const subject of [{ title: "The Long Ladder" }, { title: "Anything", tmdb_id: "1" }])
      expect(conflict(day, set(subject, "2024-02-02"))).toMatch(
        /^this one .* contradicts correction 7 .*: they name one viewing, remove that one first$/
      )
    expect(conflict(day, set({ title: "Signal" }, "2024-02-02"))).toBeNull()
    expect(conflict(day, set({ title: "Ladder", season: "1", episode: "1" }, "2024-02-02"))).toBeNull()
    expect(conflict(day, set({ title: "The Long Ladder", watched_on: "unknown" }, "2024-02-02"))).toBeNull()
  })

  it("are two credits of one episode, on one day or on all", () => {
    expect(conflict(credit(1, 2), credit(1, 3, { tmdb_id: "4" }))).toContain("correction 7")
    expect(conflict(credit(1, 2), credit(1, 3, { watched_on: "2025-03-01" }))).toContain("correction 7")
    expect(conflict(credit(1, 2, { watched_on: "unknown" }), credit(1, 3, { watched_on: "2025-03-01" }))).toBeNull()
    expect(conflict(credit(2, 2), credit(1, 1))).toBe(
      "subject and object name one episode: Ladder, 1, 1 is where 1, 1 is"
    )
  })

  it("are two days that a `same` brings together", () => {
    const same = {
      ...base,
      kind: "same" as const,
      type: "movie",
      subject: { title: "Signal" },
      object: { title: "Ladder" }
    }
    const days = [
      correctionOf(7, set({ title: "Ladder" }, "2024-01-01")),
      correctionOf(8, set({ title: "Signal" }, "2024-02-02"))
    ]
    expect(conflictOfViewings(days, same, titles)).toMatch(
      /^correction 8 .* contradicts correction 7 .*: they would be of one title, remove one of them$/
    )
    expect(conflictOfViewings(days.slice(1), same, titles)).toBeNull()
  })

  it("are not two episodes that change places", () => {
    expect(conflictOf(watchingRules, [correctionOf(7, credit(1, 2))], credit(2, 1))).toBeNull()
    expect(conflictOf(watchingRules, [correctionOf(7, credit(1, 2))], credit(1, 3))).toMatch(/contradicts correction 7/)
  })
})
