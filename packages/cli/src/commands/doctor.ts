import * as Daybook from "@daybook/adapters"
import { Calendar } from "@daybook/core/shared"
import { Sources, SyncHealth } from "@daybook/core/sync"
import { type Standing, Tokens } from "@daybook/core/tokens"
import { type InboxStanding, Webhooks } from "@daybook/core/webhooks"
import { Command } from "@effect/cli"
import { FileSystem } from "@effect/platform"
import { Clock, DateTime, Duration, Effect, Either, Option } from "effect"
import { reason } from "../explain.js"
import { Failure } from "../Failure.js"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"

/** One thing looked at: well, worth knowing, or to be mended. */
interface Finding {
  readonly check: string
  readonly state: "ok" | "note" | "bad"
  readonly message: string
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
  yield* files.makeDirectory(dataDir, { recursive: true })
  yield* files.access(dataDir, { writable: true })
  return finding("data folder", "ok", dataDir)
})

const database = Effect.gen(function*() {
  const applied = yield* Daybook.appliedMigrations
  return applied < Daybook.latestMigration
    ? finding("database", "note", `reached; ${Daybook.latestMigration - applied} migrations to come: \`daybook migrate\``)
    : applied > Daybook.latestMigration
    ? finding("database", "bad", "made by a newer Daybook: upgrade this one")
    : finding("database", "ok", "reached and at this version")
}).pipe(Effect.provide(Daybook.database))

const sources = Effect.gen(function*() {
  const entries = yield* Sources
  const { zone } = yield* Calendar
  const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
  return [
    finding("time zone", "ok", zone),
    ...entries.map((entry) => {
      const error = status.sources[entry.id]?.error ?? null
      if (Option.isNone(entry.source)) return finding(entry.id, "note", `not set up: set ${entry.missing.join(" and ")}`)
      return error === null ? finding(entry.id, "ok", "set up") : finding(entry.id, "bad", error)
    }),
    ...(yield* connections)
  ]
}).pipe(Effect.provide(Daybook.layer))

/** A login that ends this soon is worth a word. */
const soon = Duration.toMillis("14 days")

const ofLogin = (now: number) => ({ endsAt, id, readable, renews }: Standing): Finding => {
  const check = `login ${id}`
  const again = `run \`daybook connect ${id}\``
  if (!readable) return finding(check, "bad", `it was encrypted with another DAYBOOK_SECRET: give that secret again, or ${again}`)
  const end = Option.getOrNull(endsAt)
  if (end === null) return finding(check, "ok", renews ? "renews itself" : "does not end by itself")
  const at = DateTime.formatIso(DateTime.unsafeMake(end))
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

const marks: Readonly<Record<Finding["state"], string>> = { ok: "ok", note: "--", bad: "!!" }

export const doctor = Command.make("doctor", { json: Options.json }, ({ json }) =>
  Effect.gen(function*() {
    const findings = [
      node(),
      ...(yield* checked("data folder", folder, (one) => [one])),
      ...(yield* checked("database", database, (one) => [one])),
      ...(yield* checked("settings", sources, (all) => all))
    ]
    yield* print.answer(json, findings, () => print.table(["", "check", ""], findings.map((one) => [marks[one.state], one.check, one.message])))
    const bad = findings.filter((one) => one.state === "bad")
    if (bad.length > 0) return yield* new Failure({ message: `${bad.length} of ${findings.length} checks need mending: see the lines marked !!` })
  })
).pipe(Command.withDescription(described("Check everything Daybook stands on and say how to mend it", "daybook doctor")))
