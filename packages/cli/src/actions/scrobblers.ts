import { scrobblersLayer } from "@daybook/adapters/scrobblers"
import { Scrobblers } from "@daybook/core/listening"
import { iso, isoOrNull } from "@daybook/core/shared"
import { Effect } from "effect"
import { Usage } from "../failures.js"
import { idReader } from "../ids.js"
import * as print from "../print.js"
import { forPeople, plain } from "../text.js"

interface AddOptions {
  readonly name: string
  readonly json: boolean
}

export const add = ({ json, name }: AddOptions) =>
  Effect.gen(function* () {
    const { apiKey, scrobbler, sharedSecret, token } = yield* Effect.flatMap(Scrobblers, (scrobblers) =>
      scrobblers.create(name)
    ).pipe(
      Effect.catchTag("BadInput", ({ message }) => new Usage({ message: `--${message}` })),
      Effect.provide(scrobblersLayer({ creates: true }))
    )
    const row = {
      id: scrobbler.id,
      name: scrobbler.name,
      token,
      api_key: apiKey,
      shared_secret: sharedSecret,
      created_at: iso(scrobbler.createdAt)
    }
    yield* print.answer(json, row, () =>
      Effect.zipRight(
        print.line(token),
        print.note(`token of scrobbler ${row.id} "${plain(row.name)}": shown this once, paste it into the client`)
      )
    )
  })

interface ListOptions {
  readonly json: boolean
}

export const list = ({ json }: ListOptions) =>
  Effect.gen(function* () {
    const all = yield* Effect.flatMap(Scrobblers, (scrobblers) => scrobblers.list)
    const rows = all.map((scrobbler) => ({
      id: scrobbler.id,
      name: scrobbler.name,
      token: `…${scrobbler.hint}`,
      state: scrobbler.revokedAt === null ? "active" : "revoked",
      client: scrobbler.client,
      listen_count: scrobbler.listens,
      created_at: iso(scrobbler.createdAt),
      last_used_at: isoOrNull(scrobbler.lastUsedAt),
      last_submitted_at: isoOrNull(scrobbler.submittedAt)
    }))
    yield* print.answer(json, rows, () =>
      print.table(
        ["id", "name", "token", "state", "client", "listens", "last used"],
        rows.map((row) => [
          row.id,
          plain(row.name),
          row.token,
          row.state,
          plain(row.client ?? ""),
          row.listen_count,
          row.last_used_at === null ? "never" : forPeople(row.last_used_at)
        ])
      )
    )
  }).pipe(Effect.provide(scrobblersLayer({ creates: false })))

const idOf = idReader("scrobbler", "scrobblers")

interface RevokeOptions {
  readonly id: string
  readonly json: boolean
}

export const revoke = ({ id: text, json }: RevokeOptions) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    yield* Effect.provide(
      Effect.flatMap(Scrobblers, (scrobblers) => scrobblers.revoke(id)),
      scrobblersLayer({ creates: false })
    )
    yield* print.answer(json, { id, revoked: true }, () => print.line(`scrobbler ${id} is revoked`))
  })
