import { readFileSync } from "node:fs"
import { resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../../../..")

const read = (file: string) => readFileSync(resolve(root, file), "utf8")

export const readme = read("README.md")

/** The documents whose commands and programs are run here. */
const guides: ReadonlyArray<string> = [
  readme,
  ...[
    "deployment",
    "backup",
    "monitoring",
    "webhooks",
    "search",
    "time-zones",
    "security",
    "figures",
    "library",
    "publishing"
  ].map((name) => read(`docs/${name}.md`))
]

const fenced = (text: string, language: string) =>
  Array.from(text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g")), ([, block]) => block!)

/** Programs for a reader to copy, in the order of the documents. */
export const programs = guides.flatMap((guide) => fenced(guide, "ts"))

/** Commands of a shell block, without comments; a line that ends with a backslash continues. */
const commandsOf = (block: string) =>
  block
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(?:^| +)#.*/, "").trim())
    .filter((line) => line !== "")

/** Every command line of the guides, in blocks and in text. `daybook` stands for its long form. */
export const commandLines = (): ReadonlyArray<string> => {
  const inBlocks = guides.flatMap((guide) => fenced(guide, "sh")).flatMap(commandsOf)
  const prose = guides.join("\n").replace(/```[^]*?```/g, "")
  const inProse = Array.from(prose.matchAll(/`([^`]+)`/g), ([, text]) => text!).filter((text) =>
    /^(?:source|sudo|daybook|npm|npx|node|git|curl|podman|docker) /.test(text)
  )
  return Array.from(new Set([...inBlocks, ...inProse].map((line) => line.replace(/^npm run daybook -- /, "daybook "))))
}

/** What runs a command line: a test in this file, another test that contains these words, or nothing, for a reason. */
export type Runner =
  | { readonly here: "sync" | "read" | "shell" }
  | { readonly file: string; readonly words: string }
  | { readonly nobody: string }

const cli = (file: string, words: string): Runner => ({ file: `packages/cli/test/${file}`, words })

/** The first match counts. */
const runners: ReadonlyArray<readonly [RegExp, Runner]> = [
  [/^curl -X POST https:\/\/www\.strava\.com/, { nobody: "needs an application at Strava" }],
  [/^curl /, { here: "shell" }],
  [/^daybook (?:sources|status|doctor|year|timezone)$/, { here: "read" }],
  [/^daybook psql --print$/, { here: "read" }],
  [/^daybook sync lastfm$/, { here: "sync" }],
  [/^daybook import /, cli("import.test.ts", `["import", "lastfm", `)],
  [/^daybook connect /, { file: "packages/sources/test/oauth/connect.test.ts", words: "connecting(connection, 0, " }],
  [/^daybook keys create/, cli("support/host.ts", `["keys", "create", "--name", "test"`)],
  [/^sudo env \S+ node \S+\/main\.js keys create /, cli("support/host.ts", `["keys", "create", "--name", "test"`)],
  [/^daybook keys revoke ID$/, cli("serve.test.ts", `["keys", "revoke", String(id)]`)],
  [/^daybook hooks add /, cli("hooks.test.ts", `["hooks", "add", url, `)],
  [/^daybook hooks test\b/, cli("hooks.test.ts", `["hooks", "test", "1"`)],
  [/^daybook hooks enable /, cli("hooks.test.ts", `["hooks", "enable", "1"`)],
  [/^daybook hooks\s+replay/, cli("hooks.test.ts", `["hooks", "replay", "1"`)],
  [/^daybook export /, cli("killed.test.ts", `["export", "listening", "--out", out]`)],
  [/^daybook timezone history /, cli("timezone.test.ts", `["timezone", "history", ...words]`)],
  [/^daybook timezone set\b/, cli("timezone.test.ts", `["timezone", "set", "Europe/Berlin"`)],
  [/^daybook backup verify \S+/, cli("backup.test.ts", `["backup", "verify", file]`)],
  [/^daybook backup(?: \S|$)/, cli("backup.test.ts", `["backup", file]`)],
  [/^daybook restore(?: FILE)?(?: --replace)?$/, cli("backup.test.ts", `["restore", file]`)],
  [
    /^DAYBOOK_PUBLISH=true daybook serve$/,
    { file: "packages/embed/test/guide.test.ts", words: "docs/publishing.md leads from nothing" }
  ],
  [/^daybook lens (?:check|create|preview|remove|token)\b/, cli("lens.test.ts", `["lens", "create", file]`)],
  [/^daybook serve(?: --no-schedule)?$/, cli("support/host.ts", `["serve", "--port", "0", "--no-schedule"`)],
  [/^daybook open$/, cli("setup.test.ts", `["open", "--json"]`)],
  [/^npm start$/, cli("demo.test.ts", `["demo", "--data", data]`)],
  [/^npm run daybook --$/, { nobody: "builds, then starts the program that these tests start" }],
  [/^npm (?:test|run test:all|run build)$/, { nobody: "runs this test, or ran before it" }],
  [/^npm run bench(?: -- .*)?$/, { nobody: "takes an hour; bench/test covers its parts" }],
  [/^npm pack$/, cli("packed.test.ts", "packAll(")],
  [/^npm install @daybook\//, cli("packed.test.ts", `"install", ...quietly`)],
  [/^npm install --global \.\//, cli("packed.test.ts", `"install", ...quietly`)],
  [/^npx \.\/\S+ (?:demo|serve)$/, cli("packed.test.ts", `"npx", "--yes", "--prefer-offline"`)],
  [/^find \/var\/backups /, { nobody: "deletes files of the operator" }],
  [/^git pull$/, { nobody: "needs the repository's remote" }],
  [/^sudo systemctl /, { nobody: "changes the machine; deploy.test.ts verifies the unit" }],
  [/^podman /, cli("container.test.ts", `"-f", "deploy/Containerfile"`)]
]

/** Patterns that match none of these command lines. */
export const unusedPatterns = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  runners.filter(([pattern]) => !lines.some((line) => pattern.test(line))).map(([pattern]) => pattern.source)

/** Tests that are named as runners. */
export const namedTests = runners.flatMap(([, runner]) => ("file" in runner ? [runner] : []))

/** What runs a command line; undefined if nothing does. */
export const runnerOf = (line: string): Runner | undefined => runners.find(([pattern]) => pattern.test(line))?.[1]
