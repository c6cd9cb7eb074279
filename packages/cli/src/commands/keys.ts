import * as Daybook from "@daybook/adapters"
import { type ApiKey, Keys } from "@daybook/core/keys"
import { iso } from "@daybook/core/shared"
import { Args, Command, Options } from "@effect/cli"
import { Clock, Effect, Either, Option } from "effect"
import { Usage } from "../failures.js"
import { describeCommand } from "../help.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"
import { forPeople, plain } from "../text.js"

const spans: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 }

/** The longest name; the HTTP API has the same limit. */
const maxNameLength = 100

/** `90d`, `12h` or `30m` from now. */
const expiry = (text: string) =>
  Effect.gen(function* () {
    const [, count, unit = ""] = /^(\d{1,5})([dhm])$/.exec(text) ?? []
    const span = spans[unit]
    if (count === undefined || span === undefined || Number(count) === 0) {
      return yield* new Usage({ message: `--expires is "${text}": give days, hours or minutes such as 90d, 12h, 30m` })
    }
    return (yield* Clock.currentTimeMillis) + Number(count) * span
  })

const create = Command.make(
  "create",
  {
    name: Options.text("name").pipe(Options.withDescription("What the key is for")),
    type: Options.choice("type", ["read", "admin"]).pipe(
      Options.withDefault("read"),
      Options.withDescription("read: all GET endpoints; admin: everything")
    ),
    expires: Options.text("expires").pipe(Options.optional, Options.withDescription("Validity, such as 90d")),
    json: commonOptions.json
  },
  ({ expires, json, name, type }) =>
    Effect.gen(function* () {
      if (name.trim() === "" || name.trim().length > maxNameLength)
        return yield* new Usage({ message: `--name must have 1 to ${maxNameLength} characters` })
      const expiresAt = Option.isSome(expires) ? yield* expiry(expires.value) : undefined
      const create = Effect.flatMap(Keys, (keys) => keys.create({ name, scope: type, expiresAt }))
      const { key, token } = yield* Effect.provide(create, Daybook.writingLayer)
      yield* print.answer(
        json,
        { id: key.id, key: token, type: key.scope, name: key.name, created_at: iso(key.createdAt) },
        () =>
          Effect.zipRight(
            print.line(token),
            print.note(`${key.scope} key ${key.id} "${plain(key.name)}": shown this once, store it safely`)
          )
      )
    })
).pipe(Command.withDescription(describeCommand("Create a key", "daybook keys create --name site --type read")))

const stateOf = (key: ApiKey, now: number) =>
  Option.isSome(key.revokedAt) ? "revoked" : Option.exists(key.expiresAt, (at) => at <= now) ? "expired" : "active"

const list = Command.make("list", { json: commonOptions.json }, ({ json }) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const all = yield* Effect.flatMap(Keys, (keys) => keys.list)
    const rows = all.map((key) => ({
      id: key.id,
      name: key.name,
      type: key.scope,
      key: `${key.prefix}…${key.hint}`,
      state: stateOf(key, now),
      created_at: iso(key.createdAt),
      last_used_at: Option.getOrNull(Option.map(key.lastUsedAt, iso)),
      expires_at: Option.getOrNull(Option.map(key.expiresAt, iso)),
      request_count: key.requestCount
    }))
    yield* print.answer(json, rows, () =>
      print.table(
        ["id", "name", "type", "key", "state", "last used", "requests"],
        rows.map((row) => [
          row.id,
          row.name,
          row.type,
          row.key,
          row.state,
          row.last_used_at === null ? "never" : forPeople(row.last_used_at),
          row.request_count
        ])
      )
    )
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(describeCommand("List all keys, without their secrets", "daybook keys list")))

const highestId = 2_147_483_647
const idOf = (text: string) =>
  Either.mapLeft(
    Daybook.Setting.readWholeNumber("ID", text, 1, highestId),
    () => new Usage({ message: `"${text}" is not the id of a key: give an id that \`daybook keys list\` shows` })
  )

const revoke = Command.make(
  "revoke",
  {
    id: Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook keys list`")),
    json: commonOptions.json
  },
  ({ id: text, json }) =>
    Effect.gen(function* () {
      const id = yield* idOf(text)
      yield* Effect.provide(
        Effect.flatMap(Keys, (keys) => keys.revoke(id)),
        Daybook.layer
      )
      yield* print.answer(json, { id, revoked: true }, () => print.line(`key ${id} is revoked`))
    })
).pipe(Command.withDescription(describeCommand("Revoke a key immediately", "daybook keys revoke 3")))

export const keys = Command.make("keys").pipe(
  Command.withDescription(describeCommand("Manage API keys", "daybook keys create --name site")),
  Command.withSubcommands([create, list, revoke])
)
