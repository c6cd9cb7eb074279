import { readFileSync } from "node:fs"
import { resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../../../..")
export const readme = readFileSync(resolve(root, "README.md"), "utf8")

const fenced = (language: string) => Array.from(readme.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g")), ([, text]) => text!)

/** Programs of the README's language. */
export const programs = fenced("ts")

/** Every line that the README has a person type, in boxes and in running text. */
export const commandLines = (): ReadonlyArray<string> => {
  const inBoxes = fenced("sh").flatMap((text) => text.split("\n")).map((line) => line.replace(/ +#.*/, "").trim()).filter((line) => line !== "")
  const prose = readme.replace(/```[^]*?```/g, "")
  const inProse = Array.from(prose.matchAll(/`([^`]+)`/g), ([, text]) => text!).filter((text) => /^(?:source|sudo|daybook|npm|npx|node|git|curl|podman|docker) /.test(text))
  return Array.from(new Set([...inBoxes, ...inProse]))
}

/** Who runs a command line: this test with these arguments, another test in whose file these words stand, or nobody, for a reason. */
export type Runner =
  | { readonly here: "sync" | "read" | "shell" }
  | { readonly file: string; readonly words: string }
  | { readonly nobody: string }

const cli = (file: string, words: string): Runner => ({ file: `packages/cli/test/${file}`, words })

/** The first that fits counts. */
export const runners: ReadonlyArray<readonly [RegExp, Runner]> = [
  [/^curl /, { here: "shell" }],
  [/^source </, { here: "shell" }],
  [/^daybook (?:--completions bash|sources|status|doctor|openapi|year \[YEAR\])$/, { here: "read" }],
  [/^daybook sync listenbrainz$/, { file: "packages/adapters/test/sources/listenbrainz/Source.test.ts", words: "listenbrainz" }],
  [/^daybook sync [a-z]+$/, { here: "sync" }],
  [/^daybook sync(?: \[.*)?$/, cli("backup.test.ts", `run(["sync"], settings)`)],
  [/^daybook import /, cli("import.test.ts", `["import", "lastfm", `)],
  [/^daybook connect /, { file: "packages/adapters/test/sources/oauth/connect.test.ts", words: "connecting(connection, 0, " }],
  [/^daybook keys create/, cli("support/host.ts", `["keys", "create", "--name", "test"`)],
  [/^sudo env DAYBOOK_DATA_DIR=\S+ node \S+\/main\.js keys create /, cli("support/host.ts", `["keys", "create", "--name", "test"`)],
  [/^daybook keys list$/, cli("serve.test.ts", `["keys", "list"]`)],
  [/^daybook keys revoke ID$/, cli("serve.test.ts", `["keys", "revoke", String(id)]`)],
  [/^daybook export /, cli("killed.test.ts", `["export", "listening", "--out", out]`)],
  [/^daybook timezone$/, cli("timezone.test.ts", `run(["timezone"], env)`)],
  [/^daybook timezone set ZONE$/, cli("timezone.test.ts", `["timezone", "set", "Europe/Berlin"`)],
  [/^daybook migrate$/, cli("support/dataDir.ts", `["migrate"]`)],
  [/^daybook backup verify FILE$/, cli("backup.test.ts", `["backup", "verify", file]`)],
  [/^daybook backup FILE$/, cli("backup.test.ts", `["backup", file]`)],
  [/^daybook restore FILE$/, cli("backup.test.ts", `["restore", file]`)],
  [/^daybook serve$/, cli("support/host.ts", `["serve", "--port", "0"`)],
  [/^(?:daybook demo|npm start)$/, cli("demo.test.ts", `["demo", "--data", data]`)],
  [/^npm run daybook --$/, { nobody: "builds, then starts the program that all of these tests start" }],
  [/^npm (?:test|run build)$/, { nobody: "is what runs this test, and what was run before it" }],
  [/^npm run bench$/, { nobody: "takes an hour; its parts are tested in bench/test" }],
  [/^npm install @daybook\//, cli("packed.test.ts", `"install", "--prefer-offline"`)],
  [/^git pull$/, { nobody: "needs the repository's remote" }],
  [/^sudo systemctl /, { nobody: "changes the machine; deploy.test.ts verifies the unit" }],
  [/^podman /, { nobody: "needs a container engine; deploy.test.ts lints the file" }]
]

/** How a command line is run, if anybody knows. */
export const runnerOf = (line: string): Runner | undefined => runners.find(([pattern]) => pattern.test(line))?.[1]
