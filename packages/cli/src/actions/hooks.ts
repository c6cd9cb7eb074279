import { hooksLayer } from "@daybook/adapters/hooks"
import * as Setting from "@daybook/adapters/setting"
import { settings } from "@daybook/adapters"
import {
  type HookKind,
  type HookView,
  Hooks,
  type SignatureVersion,
  enabledHookView,
  hookTestResult,
  hookView,
  isRelay,
  issuedHook
} from "@daybook/core/hooks"
import { parseRange } from "@daybook/core/shared"
import { Effect, Option } from "effect"
import { Failure, Usage } from "../failures.js"
import { idReader } from "../ids.js"
import * as print from "../print.js"
import { forPeople, plain } from "../text.js"

const existing = hooksLayer({ creates: false })

const idOf = idReader("hook", "hooks")

interface JsonOption {
  readonly json: boolean
}

interface HookOption extends JsonOption {
  readonly id: string
}

const stateOf = ({ disabled_reason, failing_since, state }: HookView) => {
  if (state === "disabled") return `disabled: ${disabled_reason ?? ""}`
  return failing_since === null ? "active" : `failing since ${forPeople(failing_since)}`
}

const purposeOf = ({ events, listens }: HookView) => {
  if (listens !== null) return `listens: ${listens.sent} sent, ${listens.waiting} waiting, ${listens.refused} refused`
  return events.join(", ") || "builds"
}

export const list = ({ json }: JsonOption) =>
  Effect.gen(function* () {
    const rows = (yield* Effect.flatMap(Hooks, (hooks) => hooks.list)).map(hookView)
    yield* print.answer(json, rows, () =>
      print.table(
        ["id", "kind", "address", "what for", "domains", "last success", "state"],
        rows.map((row) => [
          row.id,
          row.kind,
          row.url,
          plain(row.description ?? purposeOf(row)),
          row.domains?.join(", ") ?? "all",
          row.last_success_at === null ? "never" : forPeople(row.last_success_at),
          stateOf(row)
        ]),
        6
      )
    )
  }).pipe(Effect.provide(existing))

const maxSecretLength = 16_384

/** The first lines of stdin: a secret in an argument would be in the list of processes. */
const linesOfStdin = (names: ReadonlyArray<string>) =>
  Effect.flatMap(
    Effect.promise(async () => {
      let text = ""
      for await (const chunk of process.stdin) {
        text += String(chunk)
        if (text.split("\n").length > names.length || text.length > maxSecretLength) break
      }
      return names.map((_, place) => text.split("\n")[place]?.trim() ?? "")
    }),
    (lines) => {
      const missing = names[lines.indexOf("")]
      return missing === undefined
        ? Effect.succeed(lines)
        : new Usage({ message: `stdin has no ${missing}: give ${names.join(", ")}, one on each line` })
    }
  )

const lastFmOfStdin = Effect.map(
  linesOfStdin(["API key", "shared secret", "user name", "password"]),
  ([apiKey = "", sharedSecret = "", userName = "", password = ""]) => ({ apiKey, sharedSecret, userName, password })
)

interface AddOptions extends JsonOption {
  readonly url: Option.Option<string>
  readonly kind: HookKind
  readonly events: Option.Option<string>
  readonly domains: Option.Option<string>
  readonly description: Option.Option<string>
  readonly signature: Option.Option<SignatureVersion>
  readonly repository: Option.Option<string>
  readonly header: boolean
  readonly quiet: Option.Option<number>
  readonly maxWait: Option.Option<number>
  readonly minInterval: Option.Option<number>
  readonly maxPerDay: Option.Option<number>
}

const listOf = Option.map(Setting.commaSeparated)

/** The options that are set. */
const present = <A>(options: Readonly<Record<string, Option.Option<A>>>): Readonly<Record<string, A>> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value] as const] : []))
  )

const secretsOf = ({ header, kind }: AddOptions) =>
  Effect.gen(function* () {
    if (kind === "github" || kind === "listenbrainz") return { token: (yield* linesOfStdin(["token"]))[0]! }
    if (kind === "lastfm") return { lastFm: yield* lastFmOfStdin }
    if (!header) return {}
    const [line = ""] = yield* linesOfStdin(["header"])
    const colon = line.indexOf(":")
    const name = line.slice(0, Math.max(0, colon)).trim()
    const value = line.slice(colon + 1).trim()
    if (name === "" || value === "")
      return yield* new Usage({
        message: "stdin must have a header such as `authorization: Bearer …` in its first line"
      })
    return { header: { name, value } }
  })

export const add = (options: AddOptions) =>
  Effect.gen(function* () {
    const { description, domains, events, json, kind, maxPerDay, maxWait, minInterval, quiet, repository } = options
    const timing = present({ quiet, maxWait, minInterval, maxPerDay })
    const request = {
      kind,
      ...present({ url: options.url, description, repository }),
      ...present({ events: listOf(events), domains: listOf(domains) }),
      ...present({ signature: options.signature }),
      ...(Object.keys(timing).length === 0 ? {} : { timing }),
      ...(yield* secretsOf(options))
    }
    const { hook, secret } = yield* Effect.provide(
      Effect.flatMap(Hooks, (hooks) => hooks.create(request)),
      hooksLayer({ creates: true })
    )
    yield* print.answer(json, issuedHook(hook, secret), () =>
      secret === null
        ? print.line(`hook ${hook.id} is added; a running host ${isRelay(kind) ? "passes listens on" : "calls it"}`)
        : Effect.zipRight(
            print.line(secret),
            print.note(`hook ${hook.id}: this verifies its messages and is shown this once; a running host sends them`)
          )
    )
  })

export const test = ({ id: text, json }: HookOption) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    const result = hookTestResult(yield* Effect.flatMap(Hooks, (hooks) => hooks.test(id)))
    const { duration_ms, reply, status, success } = result
    const what = status === null ? reply : `answered ${status}${reply === "" ? "" : `: ${plain(reply)}`}`
    yield* print.answer(json, result, () => print.line(`hook ${id} ${what} (${duration_ms} ms)`))
    if (!success)
      return yield* new Failure({
        message: `the test of hook ${id} failed: correct the receiver or the hook's address, then test again`
      })
  }).pipe(Effect.provide(existing))

interface ReplayOptions extends HookOption {
  readonly message: Option.Option<string>
  readonly since: Option.Option<string>
  readonly all: boolean
}

const sinceOf = (text: string) =>
  Effect.flatMap(settings, ({ calendar }) =>
    Effect.flatMap(
      Effect.orElseSucceed(parseRange(calendar, { from: text }), () => ({ from: null })),
      ({ from }) =>
        from === null
          ? new Usage({
              message: `--since is "${text}": give a day or a time such as 2026-03-14 or 2026-03-14T20:15:00Z`
            })
          : Effect.succeed(from)
    )
  )

export const replay = ({ all, id: text, json, message, since }: ReplayOptions) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    if (Option.isSome(message) === Option.isSome(since))
      return yield* new Usage({ message: "give either --message or --since: it says what is sent again" })
    const hooks = yield* Hooks
    const replayed = Option.isSome(message)
      ? yield* Effect.map(hooks.replay(id, message.value), (again) => (again ? 1 : 0))
      : yield* hooks.replayMany(id, { since: yield* sinceOf(Option.getOrThrow(since)), failedOnly: !all })
    yield* print.answer(json, { id, replayed }, () =>
      print.line(
        replayed === 0 && Option.isSome(message)
          ? `message ${message.value} of hook ${id} is being sent at the moment: nothing is sent again`
          : `${replayed} message${replayed === 1 ? "" : "s"} of hook ${id} to send again; a running host sends them`
      )
    )
  }).pipe(Effect.provide(existing))

export const enable = ({ id: text, json }: HookOption) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    const answer = enabledHookView(yield* Effect.flatMap(Hooks, (hooks) => hooks.enable(id)))
    yield* print.answer(json, answer, () =>
      print.line(
        answer.replay === null
          ? `hook ${id} is active`
          : `hook ${id} is active; it missed ${answer.missed} messages: \`daybook hooks replay ${id} --since ${answer.replay.since}\` sends them`
      )
    )
  }).pipe(Effect.provide(existing))

export const remove = ({ id: text, json }: HookOption) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    yield* Effect.flatMap(Hooks, (hooks) => hooks.remove(id))
    yield* print.answer(json, { id, removed: true }, () => print.line(`hook ${id} is deleted`))
  }).pipe(Effect.provide(existing))
