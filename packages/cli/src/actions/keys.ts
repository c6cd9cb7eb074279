import { keysLayer } from "@daybook/adapters/keys"
import { type ApiKey, Keys, type Scope } from "@daybook/core/keys"
import { Lenses } from "@daybook/core/lenses"
import { iso } from "@daybook/core/shared"
import { Clock, Effect, Option } from "effect"
import { Usage } from "../failures.js"
import { idReader } from "../ids.js"
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

interface CreateOptions {
  readonly name: string
  readonly type: Scope
  readonly lens: Option.Option<string>
  readonly origin: ReadonlyArray<string>
  readonly noOrigin: boolean
  readonly expires: Option.Option<string>
  readonly json: boolean
}

export const create = ({ expires, json, lens, name, noOrigin, origin, type }: CreateOptions) =>
  Effect.gen(function* () {
    if (name.trim() === "" || name.trim().length > maxNameLength)
      return yield* new Usage({ message: `--name must have 1 to ${maxNameLength} characters` })
    const expiresAt = Option.isSome(expires) ? yield* expiry(expires.value) : undefined
    const reach = { lens: Option.getOrNull(lens), origins: origin, noOrigin }
    const create = Effect.gen(function* () {
      yield* (yield* Lenses).requireFor(type, reach.lens)
      return yield* (yield* Keys).create({ ...reach, name, scope: type, expiresAt })
    }).pipe(Effect.catchTag("BadInput", ({ message }) => new Usage({ message })))
    const { key, token } = yield* Effect.provide(create, keysLayer({ creates: true }))
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

const stateOf = (key: ApiKey, now: number) =>
  Option.isSome(key.revokedAt) ? "revoked" : Option.exists(key.expiresAt, (at) => at <= now) ? "expired" : "active"

interface ListOptions {
  readonly json: boolean
}

export const list = ({ json }: ListOptions) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const all = yield* Effect.flatMap(Keys, (keys) => keys.list)
    const rows = all.map((key) => ({
      id: key.id,
      name: key.name,
      type: key.scope,
      lens: key.lens ?? null,
      origins: key.origins ?? [],
      key: `${key.prefix}…${key.hint}`,
      state: stateOf(key, now),
      created_at: iso(key.createdAt),
      last_used_at: Option.getOrNull(Option.map(key.lastUsedAt, iso)),
      expires_at: Option.getOrNull(Option.map(key.expiresAt, iso)),
      request_count: key.requestCount
    }))
    yield* print.answer(json, rows, () =>
      print.table(
        ["id", "name", "type", "lens", "key", "state", "last used", "requests"],
        rows.map((row) => [
          row.id,
          row.name,
          row.type,
          row.lens ?? "",
          row.key,
          row.state,
          row.last_used_at === null ? "never" : forPeople(row.last_used_at),
          row.request_count
        ])
      )
    )
  }).pipe(Effect.provide(keysLayer({ creates: false })))

const idOf = idReader("key", "keys")

interface RevokeOptions {
  readonly id: string
  readonly json: boolean
}

export const revoke = ({ id: text, json }: RevokeOptions) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    yield* Effect.provide(
      Effect.flatMap(Keys, (keys) => keys.revoke(id)),
      keysLayer({ creates: false })
    )
    yield* print.answer(json, { id, revoked: true }, () => print.line(`key ${id} is revoked`))
  })
