import * as Daybook from "@daybook/adapters"
import { Calendar } from "@daybook/core/shared"
import { type SourceEntry, Sources, SyncHealth, wanting } from "@daybook/core/sync"
import { type Standing, Tokens } from "@daybook/core/tokens"
import { type InboxStanding, Webhooks } from "@daybook/core/webhooks"
import { Command, Options as Switch } from "@effect/cli"
import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Duration, Effect, Either, Option } from "effect"
import { reason } from "../explain.js"
import { Failure } from "../Failure.js"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"
import { localTime } from "../times.js"

/** One thing looked at: well, worth knowing, or to be mended. */
interface Finding {
  readonly check: string
  readonly state: "ok" | "note" | "bad"
  readonly message: string
  /** Mends it, where that can harm nothing; fails where it cannot be done. */
  readonly mend?: Effect.Effect<Finding, { readonly message: string }, FileSystem.FileSystem>
}

const finding = (check: string, state: Finding["state"], message: string): Finding => ({ check, state, message })

const oldestNode = [20, 19] as const

const node = (): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > oldestNode[0] || major === oldestNode[0] && minor >= oldestNode[1]
    ? finding("node", "ok", `Node.js ${process.versions.node}`)
    : finding("node", "bad", `Node.js ${process.versions.node} is too old: install ${oldestNode.join(".")} or newer`)
}

const folder = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const { dataDir } = yield* Daybook.settings
  if (!(yield* files.exists(dataDir))) return finding("data folder", "note", `${dataDir} is not there yet`)
  yield* files.access(dataDir, { writable: true })
  const well = finding("data folder", "ok", dataDir)
  const { mode } = yield* files.stat(dataDir)
  if (process.platform === "win32" || (mode & 0o077) === 0) return well
  return {
    ...finding("data folder", "note", `others on this machine may look into ${dataDir}: \`chmod 700 ${dataDir}\`, or \`daybook doctor --fix\``),
    mend: Effect.as(files.chmod(dataDir, 0o700), well)
  }
})

const database = Effect.gen(function*() {
  const applied = yield* Daybook.appliedMigrations
  const well = finding("database", "ok", "reached and at this version")
  return applied < Daybook.latestMigration
    ? {
      ...finding("database", "note", `reached; ${Daybook.latestMigration - applied} migrations to come: \`daybook migrate\`, or \`daybook doctor --fix\``),
      mend: Effect.mapError(Effect.as(Effect.provide(Daybook.migrate, Daybook.database), well), (error) => ({ message: reason(error) }))
    }
    : applied > Daybook.latestMigration
    ? finding("database", "bad", "made by a newer Daybook: upgrade this one")
    : well
}).pipe(
  Effect.provide(Daybook.existingDatabase),
  // The first command that stores something makes it.
  Effect.catchTag("NoDatabase", ({ message }) => Effect.succeed(finding("database", "note", message)))
)

/** Before there is a database, the settings alone. */
const unopened = Effect.gen(function*() {
  const { calendar } = yield* Daybook.settings
  const all = yield* Daybook.unopenedSources
  return [
    finding("time zone", "ok", calendar.zone),
    ...all.map((one) =>
      one.missing.length === 0
        ? finding(one.id, "ok", "set up")
        : finding(one.id, "note", `not set up: set ${wanting(one).join(" and ")}`))
  ]
})

const sources = Effect.gen(function*() {
  const entries = yield* Sources
  const { zone } = yield* Calendar
  const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
  const reached = yield* Daybook.reaching(entries.flatMap(({ id, source }) => Option.isSome(source) ? [id] : []))
  const ofSource = (entry: SourceEntry): Finding => {
    const { id } = entry
    const reach = reached.find(({ source }) => source === id)
    if (reach === undefined) return finding(id, "note", `not set up: set ${wanting(entry).join(" and ")}`)
    const error = status.sources[id]?.error ?? null
    const away = reach.troubles.length === 0 ? [] : [`${reach.troubles.join(", ")}: check the network and the address in the settings`]
    if (error !== null) return finding(id, "bad", [error, ...away].join("; "))
    if (away.length > 0) return finding(id, reach.byDefault ? "note" : "bad", away.join())
    return finding(id, "ok", "set up")
  }
  return [finding("time zone", "ok", zone), ...entries.map(ofSource), ...(yield* connections)]
}).pipe(Effect.provide(Daybook.layer), Effect.catchTag("NoDatabase", () => unopened))

/** A login that ends this soon is worth a word. */
const soon = Duration.toMillis("14 days")

const ofLogin = (now: number) => ({ endsAt, id, readable, renews }: Standing): Finding => {
  const check = `login ${id}`
  const again = `run \`daybook connect ${id}\``
  if (!readable) return finding(check, "bad", `it was encrypted with another DAYBOOK_SECRET: give that secret again, or ${again}`)
  const end = Option.getOrNull(endsAt)
  if (end === null) return finding(check, "ok", renews ? "renews itself" : "does not end by itself")
  const at = localTime(end)
  if (end <= now) return finding(check, "bad", `it ended ${at}: ${again}`)
  return end - now > soon ? finding(check, "ok", `ends ${at}`) : finding(check, "note", `it ends ${at}: ${again} before that`)
}

const ofInbox = ({ dead, due, reason, source }: InboxStanding): Finding =>
  finding(`webhooks ${source}`, dead > 0 ? "note" : "ok", dead === 0
    ? `${due} waiting to be handled`
    : `${dead} could not be handled (${Option.getOrElse(reason, () => "unknown")}): \`daybook sync ${source}\` reads what they were about`)

const connections = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const logins = yield* Effect.flatMap(Tokens, (tokens) => tokens.standings)
  const inboxes = yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.standings)
  return [...logins.map(ofLogin(now)), ...inboxes.map(ofInbox)]
})

/** A check that breaks is a finding too. */
const checked = <A, E, R>(check: string, effect: Effect.Effect<A, E, R>, list: (value: A) => ReadonlyArray<Finding>) =>
  Effect.map(Effect.either(effect), Either.match({ onLeft: (error) => [finding(check, "bad", reason(error))], onRight: list }))

/** Mends it where that was asked for and can be done. */
const settled = (fix: boolean) => (one: Finding) =>
  fix && one.mend !== undefined
    ? Effect.map(Effect.either(one.mend), Either.match({ onLeft: (error) => finding(one.check, "bad", reason(error)), onRight: (now) => ({ ...now, message: `${now.message} (mended)` }) }))
    : Effect.succeed(one)

const marks: Readonly<Record<Finding["state"], string>> = { ok: "ok", note: "--", bad: "!!" }

const options = {
  fix: Switch.boolean("fix").pipe(Switch.withDescription("Mend what can be mended without harm: the folder's permissions, the database's version")),
  json: Options.json
}

export const doctor = Command.make("doctor", options, ({ fix, json }) =>
  Effect.gen(function*() {
    const look = <E, R>(check: string, effect: Effect.Effect<Finding, E, R>) =>
      Effect.flatMap(checked(check, effect, (one) => [one]), Effect.forEach(settled(fix)))
    const findings = [
      node(),
      ...(yield* look("data folder", folder)),
      ...(yield* look("database", database)),
      ...(yield* checked("settings", sources, (all) => all))
    ]
    yield* print.answer(json, findings.map(({ check, message, state }) => ({ check, state, message })), () =>
      print.table(["", "check", ""], findings.map((one) => [marks[one.state], one.check, one.message]), 2))
    const bad = findings.filter((one) => one.state === "bad")
    if (bad.length > 0) return yield* new Failure({ message: `${bad.length} of ${findings.length} checks need mending: see the lines marked !!` })
  })
).pipe(Command.withDescription(described("Check everything Daybook stands on and say how to mend it", "daybook doctor --fix")))
