import { grantsLayer } from "@daybook/adapters/grants"
import { Grants } from "@daybook/core/grants"
import { iso } from "@daybook/core/shared"
import { Lenses } from "@daybook/core/lenses"
import { Effect, Option } from "effect"
import { Usage } from "../failures.js"
import { idReader } from "../ids.js"
import * as print from "../print.js"
import { forPeople, plain } from "../text.js"

interface ListOptions {
  readonly json: boolean
}

export const list = ({ json }: ListOptions) =>
  Effect.gen(function* () {
    const all = yield* Effect.flatMap(Grants, (grants) => grants.list)
    const rows = all.map((grant) => ({
      id: grant.id,
      client_name: grant.clientName,
      client_host: grant.clientHost,
      scopes: grant.scopes,
      lens: grant.lens,
      created_at: iso(grant.createdAt),
      last_used_at: grant.lastUsedAt === null ? null : iso(grant.lastUsedAt),
      expires_at: iso(grant.expiresAt)
    }))
    yield* print.answer(json, rows, () =>
      print.table(
        ["id", "client", "host", "scopes", "lens", "last used", "expires"],
        rows.map((row) => [
          row.id,
          plain(row.client_name),
          row.client_host,
          row.scopes.join(" "),
          row.lens ?? "",
          row.last_used_at === null ? "never" : forPeople(row.last_used_at),
          forPeople(row.expires_at)
        ])
      )
    )
  }).pipe(Effect.provide(grantsLayer))

interface ApproveOptions {
  readonly code: string
  readonly lens: Option.Option<string>
  readonly json: boolean
}

export const approve = ({ code: text, json, lens: chosen }: ApproveOptions) =>
  Effect.gen(function* () {
    const lens = Option.getOrNull(chosen)
    const approval = Effect.gen(function* () {
      yield* (yield* Lenses).requireFor("read", lens)
      return yield* (yield* Grants).approve(text, lens)
    })
    const code = yield* approval.pipe(
      Effect.catchTag("BadInput", ({ message }) => new Usage({ message })),
      Effect.provide(grantsLayer)
    )
    const what = lens === null ? "" : ` for what the lens ${lens} shows`
    yield* print.answer(json, { code, lens, approved: true }, () =>
      print.line(`${code} is approved${what}, for ten minutes: press "Go on" on the page that shows it`)
    )
  })

const idOf = idReader("grant", "grants")

interface RevokeOptions {
  readonly id: string
  readonly json: boolean
}

export const revoke = ({ id: text, json }: RevokeOptions) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    yield* Effect.provide(
      Effect.flatMap(Grants, (grants) => grants.revoke(id)),
      grantsLayer
    )
    yield* print.answer(json, { id, revoked: true }, () => print.line(`grant ${id} is revoked`))
  })
