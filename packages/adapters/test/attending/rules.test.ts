import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { attendingRules } from "../../../sources/src/kit/attendingRules.js"

const read = (settings: Readonly<Record<string, string>>) =>
  Effect.either(Effect.withConfigProvider(attendingRules, ConfigProvider.fromMap(new Map(Object.entries(settings)))))

const withFile = (text: string) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "rules-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
    )
    const path = join(folder, "rules.json")
    writeFileSync(path, text)
    return yield* read({ DAYBOOK_ATTENDING_RULES: path, DAYBOOK_ATTENDING_TEAMS: "mlb:136" })
  })

describe("the rules of attending", () => {
  it.effect("default to the usual words and no team", () =>
    Effect.gen(function* () {
      const rules = Either.getOrThrow(yield* read({}))
      expect(rules.teams).toEqual([])
      expect(rules.venues).toEqual([])
      expect(rules.kinds.map(({ kind }) => kind)).toEqual(["comedy", "theater", "concert"])
    })
  )

  it.scoped("put the file's before the default ones, and list each team once", () =>
    Effect.gen(function* () {
      const rules = Either.getOrThrow(
        yield* withFile(
          JSON.stringify({
            teams: [
              { league: "mlb", id: 136 },
              { league: "nfl", id: 26 }
            ],
            kinds: [{ words: ["lecture"], kind: "other" }],
            ignore: ["dinner"],
            venues: [{ name: "T-Mobile Park", aliases: ["Safeco Field"] }]
          })
        )
      )
      expect(rules.teams).toEqual([
        { league: "mlb", id: 136 },
        { league: "nfl", id: 26 }
      ])
      expect(rules.kinds[0]).toEqual({ words: ["lecture"], kind: "other" })
      expect(rules.ignore[0]).toBe("dinner")
      expect(rules.venues).toEqual([{ name: "T-Mobile Park", aliases: ["Safeco Field"] }])
    })
  )

  it.effect("replace the default words by those of the settings, or by none if a setting is empty", () =>
    Effect.gen(function* () {
      const rules = Either.getOrThrow(
        yield* read({
          DAYBOOK_ATTENDING_KIND_WORDS: "comedy = open mic, impro; hockey_game=kraken",
          DAYBOOK_ATTENDING_IGNORE_WORDS: " dentist ,gym,"
        })
      )
      expect(rules.kinds).toEqual([
        { kind: "comedy", words: ["open mic", "impro"] },
        { kind: "hockey_game", words: ["kraken"] }
      ])
      expect(rules.ignore).toEqual(["dentist", "gym"])
      const none = Either.getOrThrow(
        yield* read({ DAYBOOK_ATTENDING_KIND_WORDS: "", DAYBOOK_ATTENDING_IGNORE_WORDS: "" })
      )
      expect([none.kinds, none.ignore]).toEqual([[], []])
      expect(
        String(Either.getOrThrow(Either.flip(yield* read({ DAYBOOK_ATTENDING_KIND_WORDS: "circus=tent" }))))
      ).toMatch(/DAYBOOK_ATTENDING_KIND_WORDS: "circus=tent" is not a kind with its words/)
    })
  )

  it.scoped("report an error in one line", () =>
    Effect.gen(function* () {
      const why = (result: Effect.Effect.Success<ReturnType<typeof read>>) =>
        String(Either.getOrThrow(Either.flip(result)))
      expect(why(yield* read({ DAYBOOK_ATTENDING_TEAMS: "mlb136" }))).toMatch(
        /DAYBOOK_ATTENDING_TEAMS: "mlb136" is not a team: give league and number such as mlb:136,nfl:26; leagues are [a-z, ]+/
      )
      expect(why(yield* read({ DAYBOOK_ATTENDING_RULES: "/nowhere/rules.json" }))).toMatch(
        /cannot read \/nowhere\/rules.json/
      )
      expect(why(yield* withFile("{"))).toMatch(/is not JSON/)
      const wrong = why(yield* withFile(JSON.stringify({ kinds: [{ words: ["x"], kind: "circus" }] })))
      expect(wrong).toMatch(/kinds\.0\.kind: Expected/)
      expect(wrong).not.toContain("\n")
    })
  )
})
