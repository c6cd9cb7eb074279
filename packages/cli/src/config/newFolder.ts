import { effectVersion } from "@daybook/adapters"
import type { SourceKind } from "../initOptions.js"
import { version } from "../version.js"

/** The files of a new folder by their names. */
export type NewFolder = Readonly<Record<string, { readonly text: string; readonly mode: number }>>

interface FolderOptions {
  readonly name: string
  readonly kind: SourceKind
  readonly id: string
  readonly zone: string
}

/** Names that no variable of a written module can have: they are of the language, or of another variable in it. */
const takenNames = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends failure false finally for function if implements import in instanceof interface let " +
    "listeningWriter new null package pageOf private protected public pulling read readFile return settings " +
    "static super switch this throw true try typeof var void while toPlay with yield"
  ).split(" ")
)

/** `record-player` becomes `recordPlayer`, and `new` becomes `newSource`. */
const variableName = (id: string) => {
  const name = id.replace(/-+(.?)/g, (_, letter: string) => letter.toUpperCase())
  return takenNames.has(name) ? `${name}Source` : name
}

const settingPrefix = (id: string) => `DAYBOOK_${id.toUpperCase().replaceAll("-", "_")}`

const configText = ({ id, kind, zone }: FolderOptions) =>
  kind === "none"
    ? `import { defineConfig } from "@daybook/cli/config"

export default defineConfig({
  settings: { timezone: "${zone}" }
})
`
    : `import { defineConfig } from "@daybook/cli/config"
import { ${variableName(id)} } from "./${id}.js"

export default defineConfig({
  sources: [${variableName(id)}],
  settings: { timezone: "${zone}" }
})
`

const environmentText = ({
  id,
  kind
}: FolderOptions) => `# Secrets and settings of this machine. The environment wins over this file, this file over daybook.config.ts.
# DAYBOOK_LASTFM_API_KEY=
${kind === "api" ? `${settingPrefix(id)}_KEY=\n` : ""}`

const packageText = ({ name }: FolderOptions) =>
  `${JSON.stringify(
    {
      name: /^[a-z0-9][a-z0-9._-]*$/.test(name) ? name : "my-daybook",
      private: true,
      version: "0.0.0",
      type: "module",
      scripts: { start: "daybook serve" },
      dependencies: {
        "@daybook/adapters": `^${version}`,
        "@daybook/cli": `^${version}`,
        "@daybook/core": `^${version}`,
        effect: effectVersion
      }
    },
    null,
    2
  )}\n`

const fileSource = ({ id }: FolderOptions) => `import { pulling, Setting } from "@daybook/adapters/source"
import { listeningWriter, type Play } from "@daybook/core/listening"
import { type Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { readFile } from "node:fs/promises"

const settings = Setting.settings({
  file: Setting.withDefault(Setting.text("${settingPrefix(id)}_FILE_NAME", "the file of plays"), "${id}.csv", "${id}.csv")
})

const failure = (message: string) =>
  new SourceFailure({ source: "${id}", state: "bad_file", message, next: "correct the file" })

/** A line of the file: \`2026-03-14T20:15:00Z;artist;album;track\`. */
const toPlay = (line: string, index: number): Effect.Effect<Play, SourceFailure> => {
  const [at = "", artist = "", album = "", track = ""] = line.split(";")
  const named = (name: string) => ({ name, mbid: null, url: null })
  const playedAt = Date.parse(at)
  return Number.isNaN(playedAt) || artist === "" || track === ""
    ? Effect.fail(failure(\`line \${index + 1} is not time;artist;album;track\`))
    : Effect.succeed({
        playedAt,
        precision: "second",
        artist: named(artist),
        album: album === "" ? null : named(album),
        track: named(track)
      })
}

/** One page that covers all of time: a deleted line deletes its play. */
const pageOf = (plays: ReadonlyArray<Play>): Page<Play> => ({
  records: plays,
  deleted: [],
  covers: Option.some({ from: 0, to: Date.now() }),
  cursor: Option.none(),
  total: Option.some(plays.length)
})

const read = (file: string) =>
  Effect.tryPromise({ try: () => readFile(file, "utf8"), catch: () => failure(\`\${file} cannot be read\`) }).pipe(
    Effect.flatMap((text) => Effect.forEach(text.split(/\\r?\\n/).filter((line) => line !== ""), toPlay)),
    Effect.map(pageOf)
  )

export const ${variableName(id)} = pulling({
  id: "${id}",
  writer: listeningWriter,
  syncType: "scrobbles",
  schedule: { cron: "*/15 * * * *", zone: "UTC" },
  settings,
  calls: () => [],
  open: ({ file }) => Effect.succeed({ pull: () => Stream.fromEffect(read(file)) })
})
`

const apiSource = ({ id }: FolderOptions) => `import { Provider, pulling, Setting } from "@daybook/adapters/source"
import { listeningWriter, type Play } from "@daybook/core/listening"
import type { Page, PullRequest } from "@daybook/core/sync"
import { Effect, Option, Redacted, Schema, Stream } from "effect"

const settings = Setting.settings({
  key: Setting.secret("${settingPrefix(id)}_KEY", "key of the service"),
  baseUrl: Setting.baseUrl("${settingPrefix(id)}_BASE_URL", "https://api.example.org", "the service's address"),
  gap: Setting.minInterval("${settingPrefix(id)}_MIN_INTERVAL_MS", "250 millis", "the service")
})

/** What the service answers: plays after a time, oldest first. */
const Answer = Schema.Struct({
  plays: Schema.Array(Schema.Struct({ at: Schema.DateFromString, artist: Schema.String, track: Schema.String }))
})

const toPlay = ({ artist, at, track }: (typeof Answer.Type)["plays"][number]): Play => ({
  playedAt: at.getTime(),
  precision: "second",
  artist: { name: artist, mbid: null, url: null },
  album: null,
  track: { name: track, mbid: null, url: null }
})

/** The cursor is the time of the newest stored play: a run continues there, also after a crash. */
const pageOf = (plays: ReadonlyArray<Play>): Page<Play> => ({
  records: plays,
  deleted: [],
  covers: Option.none(),
  cursor: Option.map(Option.fromNullable(plays.at(-1)), ({ playedAt }) => String(playedAt)),
  total: Option.none()
})

export const ${variableName(id)} = pulling({
  id: "${id}",
  writer: listeningWriter,
  syncType: "scrobbles",
  schedule: { cron: "*/15 * * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: ({ baseUrl, gap, key }) =>
    Effect.map(
      Provider.make({
        source: "${id}",
        name: "The service",
        baseUrl,
        gap,
        headers: { authorization: \`Bearer \${Redacted.value(key)}\` }
      }),
      (provider) => ({
        pull: ({ cursor, full }: PullRequest) =>
          Stream.paginateEffect(full ? "0" : Option.getOrElse(cursor, () => "0"), (after) =>
            Effect.map(provider.json(Answer, { path: "/plays", query: () => ({ after }) }), ({ plays }) => {
              const page = pageOf(plays.map(toPlay))
              return [page, page.cursor] as const
            })
          )
      })
    )
})
`

const file = (text: string, mode = 0o644) => ({ text, mode })

/** The files of a folder with a configuration, settings and a first source. */
export const filesOf = (options: FolderOptions): NewFolder => ({
  "daybook.config.ts": file(configText(options)),
  ".env": file(environmentText(options), 0o600),
  "package.json": file(packageText(options)),
  ".gitignore": file("node_modules\n.env\n.daybook\n"),
  ...(options.kind === "none"
    ? {}
    : { [`${options.id}.ts`]: file(options.kind === "file" ? fileSource(options) : apiSource(options)) }),
  ...(options.kind === "file"
    ? { [`${options.id}.csv`]: file("2026-03-14T20:15:00Z;The Harbour Lamps;Slow Tide;First Light\n") }
    : {})
})
