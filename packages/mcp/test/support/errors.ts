import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { overHttp, type TestClient } from "./clients.js"
import type { Fixture } from "./fixture.js"

/** A wrong call, and the call that its error names. */
const mistakes: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> = [
  ["top", { kind: "song" }],
  ["top", { kind: "artist", when: "March 2025" }],
  ["top", { kind: "artist", artist: "Dorquenor" }],
  ["top", {}],
  ["plays", { when: "2025-3" }],
  ["plays", { when: "2025-04-01..2025-03-01" }],
  ["breakdown", { domain: "running", by: "director" }],
  ["breakdown", { domain: "films", by: "genre" }],
  ["stats", { domain: "music" }],
  ["runs", { type: "sprint" }],
  ["events", { venue: "Nowhere Hall" }],
  ["year", { year: 1950 }]
]

/** The call that the second line of an error names. */
const named = (
  text: string,
  tool: string,
  args: Readonly<Record<string, unknown>>
): readonly [string, Record<string, unknown>] => {
  const line = text.split("\n")[1] ?? ""
  const [, other, json] = /(?:Call|or|,) (\w+) with (\{.*\})/.exec(line) ?? []
  if (other !== undefined) return [other, JSON.parse(json!) as Record<string, unknown>]
  const [, argument, value] = /with (\w+)="([^"]+)"/.exec(line) ?? []
  return [tool, { ...args, [argument ?? ""]: value }]
}

/** Calls that cannot be answered. */
export const explainsErrors = (fixtureOf: () => Fixture): void => {
  let fixture: Fixture
  let client: TestClient
  beforeAll(async () => {
    fixture = fixtureOf()
    client = await overHttp(fixture, fixture.read, "2026-07-28")
  })
  afterAll(() => client.close())

  const textOf = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { content, isError = false } = await client.call(name, args)
    return { isError, text: content[0]!.text }
  }

  describe("errors", () => {
    it("say from when on there is data", async () => {
      const days = fixture.facts.runs.map(({ day }) => day).toSorted()
      const early = String(Number(days[0]!.slice(0, 4)) - 2)
      const line = `no_data: No runs in ${early}: the first is of ${days[0]!}.`
      for (const [tool, args] of [
        ["runs", { when: early }],
        ["stats", { domain: "running", when: early }],
        ["calendar", { domain: "running", year: Number(early) }],
        ["year", { domain: "running", year: Number(early) }],
        ["compare", { domain: "running", a: early, b: early }]
      ] as const) {
        const { isError, text } = await textOf(tool, args)
        expect([tool, isError, text.split("\n")[0]]).toEqual([tool, true, line])
        expect(text).toContain("Call overview for what is here.")
      }
      const future = await textOf("plays", { when: "2199-03-14" })
      expect(future.text).toMatch(/^no_data: No plays on 2199-03-14: the last is of \d{4}-\d\d-\d\d\./)
    })

    it("are not what a day, or a filter, without records is", async () => {
      const { runs, shifted, today } = fixture.facts
      const days = new Set(runs.map(({ day }) => day))
      const [first] = [...days].toSorted()
      let empty = today
      while (days.has(empty)) empty = shifted(empty, -1)
      expect(empty > first!).toBe(true)
      for (const args of [{ when: empty }, { city: "Nowhere" }]) {
        const { isError, text } = await textOf("runs", args)
        expect([isError, text]).toEqual([false, expect.stringMatching(/no_data: nothing.* Call overview/)])
      }
      const none = await textOf("search", { query: "zzqxv", mode: "keyword" })
      expect(none).toEqual({ isError: false, text: '{"results":[]}' })
    })

    it.each(mistakes)("of %s with %j name a call that succeeds", async (tool, args) => {
      const wrong = await textOf(tool, args)
      expect(wrong).toMatchObject({ isError: true })
      const [next, nextArgs] = named(wrong.text, tool, args)
      expect([next, nextArgs, (await textOf(next, nextArgs)).isError]).toEqual([next, nextArgs, false])
    })

    it("say how to go on after an unknown id", async () => {
      const { isError, text } = await textOf("fetch", { id: "listening/artist/99999" })
      expect(isError).toBe(true)
      expect(text).toContain("No record listening/artist/99999.")
      expect(text).toContain("Call search")
    })
  })
}
