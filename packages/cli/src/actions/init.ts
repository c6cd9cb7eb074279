import { connectables } from "@daybook/adapters"
import { domains } from "@daybook/core"
import { fromZoneName } from "@daybook/core/shared"
import { Prompt } from "@effect/cli"
import { Effect, Either, Option } from "effect"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { displayPath } from "../config/file.js"
import { filesOf, type NewFolder } from "../config/newFolder.js"
import { Failure, Usage } from "../failures.js"
import type { SourceKind } from "../initOptions.js"
import * as print from "../print.js"

interface InitOptions {
  readonly folder: string
  readonly source: Option.Option<SourceKind>
  readonly id: Option.Option<string>
  readonly timezone: Option.Option<string>
  readonly json: boolean
}

const isTerminal = () => process.stdin.isTTY === true && process.stdout.isTTY === true

/** The option, or else the answer of the person at the terminal, or else the default. */
const optionOr = <A>(option: Option.Option<A>, question: Prompt.Prompt<A>, fallback: A, quiet: boolean) =>
  Option.match(option, {
    onSome: Effect.succeed,
    onNone: () => (isTerminal() && !quiet ? Prompt.run(question) : Effect.succeed(fallback))
  })

const kindQuestion = Prompt.select<SourceKind>({
  message: "A first source",
  choices: [
    { title: "file", value: "file", description: "reads a file of plays" },
    { title: "api", value: "api", description: "asks a web service for plays" },
    { title: "none", value: "none", description: "only the built-in sources" }
  ]
})

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const checkZone = (zone: string) =>
  Either.mapBoth(fromZoneName(zone), { onLeft: ({ message }) => new Usage({ message }), onRight: () => zone })

/** An id becomes part of file names and of variables, and must not be taken. */
const checkId = (id: string) =>
  Effect.gen(function* () {
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(id))
      return yield* new Usage({
        message: `--id is "${id}": give at most 31 lower-case letters, digits and hyphens, a letter first`
      })
    const usedIds = [...(yield* connectables).map(({ name }) => name), ...domains]
    if (usedIds.includes(id))
      return yield* new Usage({ message: `--id is "${id}", which Daybook itself has: give another` })
    return id
  })

/** Writes the files that are not there yet. An existing file is never touched. */
const writeFiles = (folder: string, files: NewFolder) =>
  Effect.try({
    try: () =>
      Object.entries(files).map(([name, { mode, text }]) => {
        const path = join(folder, name)
        if (existsSync(path)) return { file: displayPath(path), written: false }
        mkdirSync(dirname(path), { recursive: true })
        // Fails if the file appeared meanwhile.
        writeFileSync(path, text, { flag: "wx", mode })
        return { file: displayPath(path), written: true }
      }),
    catch: (cause) =>
      new Failure({
        message: `the folder ${folder} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`
      })
  })

const nextSteps = (folder: string) => {
  const short = relative(process.cwd(), folder)
  const steps = [...(short === "" ? [] : [`cd ${short}`]), "npm install", "npx daybook doctor", "npm start"]
  return `next: ${steps.join(" && ")}`
}

/** Writes a folder with a configuration, settings and a first source. */
export const init = (options: InitOptions) =>
  Effect.gen(function* () {
    const folder = resolve(options.folder)
    const zone = yield* checkZone(
      yield* optionOr(
        options.timezone,
        Prompt.text({ message: "Home time zone", default: systemZone() }),
        systemZone(),
        options.json
      )
    )
    const kind = yield* optionOr(options.source, kindQuestion, "file", options.json)
    const id =
      kind === "none"
        ? ""
        : yield* checkId(
            yield* optionOr(
              options.id,
              Prompt.text({ message: "Id of the source", default: "turntable" }),
              "turntable",
              options.json
            )
          )
    const results = yield* writeFiles(folder, filesOf({ name: basename(folder), kind, id, zone }))
    yield* print.answer(options.json, results, (all) =>
      Effect.forEach(all, ({ file, written }) => print.line(written ? `wrote ${file}` : `left ${file} as it is`), {
        discard: true
      })
    )
    if (!options.json) yield* print.note(nextSteps(folder))
  })
