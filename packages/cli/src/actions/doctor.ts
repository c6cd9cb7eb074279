import * as Daybook from "@daybook/adapters"
import { Hooks } from "@daybook/core/hooks"
import { HomeStore } from "@daybook/core/setup"
import { Calendar } from "@daybook/core/shared"
import { type SourceEntry, Sources, SyncHealth, type SyncStatus, missingSettings } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import { Webhooks } from "@daybook/core/webhooks"
import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Effect, Either, Option } from "effect"
import { LoadedConfig } from "../config/loaded.js"
import { Failure, reason } from "../failures.js"
import { driftLine } from "../drift.js"
import * as print from "../print.js"
import { localTime } from "../text.js"
import {
  type Finding,
  announcedFinding,
  finding,
  hookFinding,
  inboxFinding,
  loginFinding,
  standstillFindings
} from "./findings.js"

/** What the configuration file brought, from where and in which version. */
const configurationFindings = Effect.map(LoadedConfig, (loaded): ReadonlyArray<Finding> => {
  if (loaded === null) return []
  const counts = (["domain", "source"] as const)
    .map((kind) => loaded.parts.filter((part) => part.kind === kind).length)
    .map((count, index) => `${count} ${["domain", "source"][index]}${count === 1 ? "" : "s"}`)
  return [
    finding("configuration", "ok", `${loaded.file}: ${counts.join(", ")}`),
    ...loaded.parts.map(({ from, kind, name }) =>
      finding(
        `${kind} ${name}`,
        "ok",
        from === null
          ? "made in the configuration file"
          : `from ${from.name}${from.version === null ? "" : ` ${from.version}`} (${from.path})`
      )
    )
  ]
})

const oldestNode = [20, 19] as const

const node = (): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
    ? finding("node", "ok", `Node.js ${process.versions.node}`)
    : finding("node", "bad", `Node.js ${process.versions.node} is too old: install ${oldestNode.join(".")} or newer`)
}

const folder = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const { dataDir } = yield* Daybook.settings
  if (!(yield* files.exists(dataDir))) return finding("data folder", "note", `${dataDir} does not exist yet`)
  yield* files.access(dataDir, { writable: true })
  const ok = finding("data folder", "ok", dataDir)
  const { mode } = yield* files.stat(dataDir)
  if (process.platform === "win32" || (mode & 0o077) === 0) return ok
  return {
    ...finding(
      "data folder",
      "note",
      `other users of this machine can read ${dataDir}: run \`chmod 700 ${dataDir}\` or \`daybook doctor --fix\``
    ),
    fix: Effect.as(files.chmod(dataDir, 0o700), ok)
  }
})

const database = Effect.gen(function* () {
  const applied = yield* Daybook.appliedMigrations
  const ok = finding("database", "ok", "reachable and up to date")
  return applied < Daybook.latestMigration
    ? {
        ...finding(
          "database",
          "note",
          `reachable; ${Daybook.latestMigration - applied} migrations to apply: run \`daybook migrate\` or \`daybook doctor --fix\``
        ),
        fix: Effect.mapError(Effect.as(Effect.provide(Daybook.migrate, Daybook.database), ok), (error) => ({
          message: reason(error)
        }))
      }
    : applied > Daybook.latestMigration
      ? finding("database", "bad", "created by a newer Daybook: upgrade this one")
      : ok
}).pipe(
  Effect.provide(Daybook.existingDatabase),
  // The first command that writes creates the database.
  Effect.catchTag("NoDatabase", ({ message }) => Effect.succeed(finding("database", "note", message)))
)

/** Which PostgreSQL runs, and whether it crashed since a process opened it first. */
const engine = Effect.gen(function* () {
  const { dataDir, databaseUrl } = yield* Daybook.settings
  if (Option.isSome(databaseUrl)) return finding("engine", "ok", "the PostgreSQL that DAYBOOK_DATABASE_URL names")
  const server = yield* Daybook.embeddedServer(dataDir)
  if (server === null) return finding("engine", "ok", "the first command that writes creates the database")
  const { log, major, program, restarts } = server
  const last = restarts.at(-1)
  const what = `PostgreSQL ${major}, ${program}`
  return last === undefined
    ? finding("engine", "ok", what)
    : finding(
        "engine",
        "note",
        `${what}; it crashed and was started again ${restarts.length} times, last ${localTime(last)}: see ${log}`
      )
})

/** Domains with tables that the configuration does not declare any more. */
const orphanedFindings = Effect.map(Daybook.orphanedDomains, (names) =>
  names.map((name) =>
    finding(
      `domain ${name}`,
      "note",
      "no configuration declares it: its tables stay and are in backups; declare it again to use it"
    )
  )
).pipe(
  Effect.provide(Daybook.existingDatabase),
  // The check of the database says why it cannot be opened.
  Effect.orElseSucceed((): ReadonlyArray<Finding> => [])
)

/** Without a database only the settings are checked. */
const checksWithoutDatabase = Effect.gen(function* () {
  const { calendar } = yield* Daybook.settings
  const all = yield* Daybook.unopenedSources
  return [
    finding("time zone", "ok", calendar.zone),
    ...all.map((one) =>
      one.missing.length === 0
        ? finding(one.id, "ok", "set up")
        : finding(one.id, "note", `not set up: set ${missingSettings(one).join(" and ")}`)
    )
  ]
})

const sources = Effect.gen(function* () {
  const entries = yield* Sources
  const { zone } = yield* Calendar
  const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
  const reached = yield* Daybook.reaching(entries.flatMap(({ id, source }) => (Option.isSome(source) ? [id] : [])))
  const sourceFinding = (entry: SourceEntry): Finding => {
    const { id } = entry
    const reach = reached.find(({ source }) => source === id)
    if (reach === undefined) return finding(id, "note", `not set up: set ${missingSettings(entry).join(" and ")}`)
    const error = status.sources[id]?.error ?? null
    const unreachable =
      reach.troubles.length === 0
        ? []
        : [`${reach.troubles.join(", ")}: check the network and the address in the settings`]
    if (error !== null) return finding(id, "bad", [error, ...unreachable].join("; "))
    const drift = status.sources[id]?.drift
    if (drift?.status === "drifting") return finding(id, "bad", [driftLine(id, drift), ...unreachable].join("; "))
    if (unreachable.length > 0) return finding(id, reach.byDefault ? "note" : "bad", unreachable.join())
    return finding(id, "ok", "set up")
  }
  return [
    finding("time zone", "ok", zone),
    ...entries.map(sourceFinding),
    ...status.failing.flatMap(sharedFinding),
    ...status.announced.map(announcedFinding),
    ...(yield* connections)
  ]
}).pipe(
  Effect.provide(Daybook.layer),
  Effect.catchTag("NoDatabase", () => checksWithoutDatabase)
)

/** Pictures, pages or texts that a provider refuses. What a source looks up is said at the source. */
const sharedFinding = ({ domain, error, queue, source }: SyncStatus["failing"][number]): ReadonlyArray<Finding> =>
  source === null ? [finding(`${queue} of ${domain}`, "bad", `${error}; nothing is counted as missing meanwhile`)] : []

const connections = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const logins = yield* Effect.flatMap(Tokens, (tokens) => tokens.statuses)
  const inboxes = yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.statuses)
  const hooks = yield* Effect.flatMap(Hooks, (hooks) => hooks.list)
  const standstills = yield* Effect.flatMap(HomeStore, (home) => home.standstills)
  return [
    ...standstillFindings(standstills, now),
    ...logins.map(loginFinding(now)),
    ...inboxes.map(inboxFinding),
    ...hooks.map(hookFinding)
  ]
})

/** Runs a check. Its failure is a finding too. */
const checked = <A, E, R>(check: string, effect: Effect.Effect<A, E, R>, list: (value: A) => ReadonlyArray<Finding>) =>
  Effect.map(
    Effect.either(effect),
    Either.match({ onLeft: (error) => [finding(check, "bad", reason(error))], onRight: list })
  )

/** Fixes the fault when `--fix` is set and a fix exists. */
const applyFix = (fix: boolean) => (one: Finding) =>
  fix && one.fix !== undefined
    ? Effect.map(
        Effect.either(one.fix),
        Either.match({
          onLeft: (error) => finding(one.check, "bad", reason(error)),
          onRight: (now) => ({ ...now, message: `${now.message} (fixed)` })
        })
      )
    : Effect.succeed(one)

const marks: Readonly<Record<Finding["state"], string>> = { ok: "ok", note: "--", bad: "!!" }

interface DoctorOptions {
  readonly fix: boolean
  readonly json: boolean
}

export const doctor = ({ fix, json }: DoctorOptions) =>
  Effect.gen(function* () {
    const checkAndFix = <E, R>(check: string, effect: Effect.Effect<Finding, E, R>) =>
      Effect.flatMap(
        checked(check, effect, (one) => [one]),
        Effect.forEach(applyFix(fix))
      )
    const findings = [
      node(),
      ...(yield* configurationFindings),
      ...(yield* checkAndFix("data folder", folder)),
      ...(yield* checkAndFix("engine", engine)),
      ...(yield* checkAndFix("database", database)),
      ...(yield* orphanedFindings),
      ...(yield* checked("settings", sources, (all) => all))
    ]
    yield* print.answer(
      json,
      findings.map(({ check, message, state }) => ({ check, state, message })),
      () =>
        print.table(
          ["", "check", ""],
          findings.map((one) => [marks[one.state], one.check, one.message]),
          2
        )
    )
    const bad = findings.filter((one) => one.state === "bad")
    if (bad.length > 0)
      return yield* new Failure({
        message: `${bad.length} of ${findings.length} checks found a fault: see the lines marked !!`
      })
  })
