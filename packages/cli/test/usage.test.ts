import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { pagesFor } from "../src/Cli.js"
import { linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"

const commands = [
  "serve",
  "sync",
  "import",
  "connect",
  "sources",
  "status",
  "year",
  "keys create",
  "keys list",
  "keys revoke",
  "export",
  "backup",
  "backup verify",
  "restore",
  "timezone",
  "timezone set",
  "migrate",
  "doctor",
  "psql",
  "openapi",
  "demo"
]

describe("help", { timeout: patience }, () => {
  it.live("shows every command with an example, without colours outside a terminal", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["--help"])
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      for (const command of commands) {
        expect(stdout).toMatch(new RegExp(`^  ${command} +\\S`, "m"))
        expect(stdout).toMatch(new RegExp(`^ +\\$ daybook ${command}`, "m"))
      }
      expect(stdout).not.toContain(String.fromCharCode(27))
    })
  )

  it.live("is the output of `daybook` without arguments", () =>
    Effect.gen(function* () {
      const [bare, help] = yield* Effect.all([run([]), run(["--help"])])
      expect(bare).toEqual(help)
    })
  )

  it.live("for a command shows its arguments and options", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* run(["sync", "lastfm", "--help"])
      expect(code).toBe(0)
      for (const option of ["--full", "--dry-run", "--no-followers", "--allow-mass-delete", "--json"]) {
        expect(stdout).toMatch(new RegExp(`^  ${option} +[A-Z]`, "m"))
      }
    })
  )
})

type Page = ReturnType<typeof pagesFor>[number]

const leavesOf = (page: Page): ReadonlyArray<Page> =>
  page.subcommands.length > 0 ? page.subcommands.flatMap(leavesOf) : [page]

it("every command that prints data accepts --json", () => {
  const without = pagesFor([])
    .flatMap(leavesOf)
    .filter(({ options }) => !options.some(({ label }) => label === "--json"))
    .map(({ name }) => name)
  expect(without).toEqual(["serve", "raw show", "psql", "mcp print", "demo"])
})

describe("wrong usage", { timeout: patience }, () => {
  it.scopedLive.each<[ReadonlyArray<string>, string]>([
    [["synk"], "did you mean sync?"],
    [["keys", "creat"], "did you mean create?"],
    [["sync", "lastfm", "--ful"], "did you mean --full?"],
    [["import", "lastfm", "a.csv", "--bogus"], "no option --bogus"],
    [["import", "lastfm"], "<file>"],
    [["keys", "create"], "--name"],
    [["keys", "create", "--name"], "--name needs a value"],
    [["keys", "create", "--name", " "], "1 to 100 characters"],
    [["keys", "create", "--name", "x", "--expires", "soon"], "90d"],
    [["keys", "create", "--name", "x", "--type", "owner"], "read, admin"],
    [["keys", "revoke", "first"], "daybook keys list"],
    [["serve", "--port", "http"], "from 0 to 65535"],
    [["connect"], "<source>"],
    [["connect", "lastfn"], "did you mean lastfm?"],
    [["connect", "lastfm", "--port", "x"], "from 0 to 65535"],
    [["export", "runing", "--out", "x"], "did you mean running?"],
    [
      ["export", "--format", "xml", "--out", "x"],
      "listenbrainz, lastfm-csv, letterboxd, trakt, netscape-bookmarks, ics"
    ],
    [["export", "reading", "--format", "ics", "--out", "x"], "leave the domains out"],
    [["year", "MMXXV"], "give one such as 2025"],
    [["openapi", "more"], "more"],
    [["demo", "--small", "--large"], "not both"]
  ])("%j exits with 2 and one line", ([args, part]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(args, {}, yield* folder)
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(linesOf(stderr)).toHaveLength(1)
      expect(stderr).toContain(part)
    })
  )
})

describe("an unusable path", { timeout: patience }, () => {
  it.scopedLive.each<[ReadonlyArray<string>, string]>([
    [["backup", "verify", "missing"], "give the path of a file"],
    [["restore", "."], "it is a folder: give the path of a file"],
    [["export", "reading", "--out", "/dev/null"], "give --out a folder"]
  ])("in %j exits with 1 and one line with the next step", ([args, part]) =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const { code, stderr, stdout } = yield* run(
        args,
        { DAYBOOK_DATA_DIR: args[0] === "export" ? yield* newDataDir : `${cwd}/data` },
        cwd
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(linesOf(stderr)).toHaveLength(1)
      expect(stderr).toContain(part)
    })
  )
})
