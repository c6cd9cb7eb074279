import * as Daybook from "@daybook/adapters"
import { nodeListener } from "@daybook/http"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { text as textOfStream } from "node:stream/consumers"
import { Failure, Usage } from "../failures.js"
import * as print from "../print.js"
import { version } from "../version.js"

interface JsonOption {
  readonly json: boolean
}

interface LensOption extends JsonOption {
  readonly name: string
}

interface ShownOperation {
  readonly operation: string
  readonly hidden: ReadonlyArray<string>
}

interface LensAnswer {
  readonly name: string
  readonly built_in: boolean
  readonly token_created_at: string | null
  readonly definition: { readonly public?: boolean }
  readonly shows: ReadonlyArray<ShownOperation>
  readonly notes: ReadonlyArray<string>
}

const inside = { rateLimit: 1, corsOrigins: [], trustedProxies: [], version }

/** Asks the API in this process, so that a lens is checked by the same code everywhere. */
const ask = <A>(method: string, path: string, body?: unknown) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { sendAsOwner } = yield* nodeListener(inside)
      const request = { method, target: `/v1/admin/lenses${path}` }
      const content = body === undefined ? {} : { body: JSON.stringify(body) }
      const { status, text } = yield* Effect.promise((signal) =>
        sendAsOwner("admin")({ ...request, ...content }, signal)
      )
      if (status < 400) return JSON.parse(text) as A
      const { error } = JSON.parse(text) as { readonly error: string }
      return yield* new Failure({
        message: status === 404 ? "there is no such lens: daybook lens list shows all" : error
      })
    })
  ).pipe(Effect.provide(Daybook.hostLayer))

const named = (name: string) => `/${encodeURIComponent(name)}`

export const list = ({ json }: JsonOption) =>
  Effect.gen(function* () {
    const { data } = yield* ask<{ readonly data: ReadonlyArray<LensAnswer> }>("GET", "")
    yield* print.answer(json, data, () =>
      print.table(
        ["name", "public", "operations", "comes with Daybook"],
        data.map(({ built_in, definition, name, shows }) => [
          name,
          definition.public === true ? "yes" : "no",
          shows.length,
          built_in ? "yes" : "no"
        ])
      )
    )
  })

const read = (file: string) =>
  Effect.tryPromise({
    try: () => (file === "-" ? textOfStream(process.stdin) : readFile(file, "utf8")),
    catch: () => new Usage({ message: `${file} cannot be read: give a file with the definition in JSON` })
  })

interface CreateOptions extends JsonOption {
  readonly file: string
}

export const create = ({ file, json }: CreateOptions) =>
  Effect.gen(function* () {
    const text = yield* read(file)
    const definition = yield* Effect.try({
      try: () => JSON.parse(text) as unknown,
      catch: () => new Usage({ message: `${file} is not valid JSON; check its syntax` })
    })
    const lens = yield* ask<LensAnswer>("POST", "", definition)
    yield* print.answer(json, lens, () =>
      print.line(`lens ${lens.name} is created: daybook lens check ${lens.name} says what it shows`)
    )
  })

export const check = ({ json, name }: LensOption) =>
  Effect.gen(function* () {
    const lens = yield* ask<LensAnswer>("GET", named(name))
    yield* print.answer(json, lens, () =>
      Effect.gen(function* () {
        yield* print.table(
          ["operation", "fields left out"],
          lens.shows.map(({ hidden, operation }) => [operation, hidden.join(", ") || "none"])
        )
        yield* Effect.forEach(lens.notes, print.line, { discard: true })
      })
    )
  })

interface PreviewOptions extends LensOption {
  readonly operation: string
  readonly param: ReadonlyArray<string>
}

export const preview = ({ json, name, operation, param }: PreviewOptions) =>
  Effect.gen(function* () {
    const wrong = param.find((pair) => !/^\w+=/.test(pair))
    if (wrong !== undefined)
      return yield* new Usage({ message: `--param is "${wrong}": give name=value such as limit=1` })
    const pairs = param.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const)
    const body = { operation, params: Object.fromEntries(pairs) }
    const answer = yield* ask<{ readonly after: { readonly body: unknown } }>("POST", `${named(name)}/preview`, body)
    yield* print.answer(json, answer, () => print.line(JSON.stringify(answer.after.body, null, 2)))
  })

interface TokenOptions extends LensOption {
  readonly renew: boolean
  readonly remove: boolean
}

const removeToken = ({ json, name }: LensOption) =>
  Effect.gen(function* () {
    yield* ask("DELETE", `${named(name)}/token`)
    yield* print.answer(json, { name, removed: true }, () =>
      print.line(`the token of lens ${name} is removed: its addresses open nothing more`)
    )
  })

const newToken = ({ json, name, renew }: TokenOptions) =>
  Effect.gen(function* () {
    const { token_created_at: since } = yield* ask<LensAnswer>("GET", named(name))
    if (since !== null && !renew)
      return yield* new Failure({
        message: `lens ${name} has a token since ${since}, which cannot be shown again: --renew replaces it`
      })
    const answer = yield* ask<{ readonly path: string }>("POST", `${named(name)}/token`)
    yield* print.answer(json, answer, () => print.line(answer.path))
  })

export const token = (options: TokenOptions) => (options.remove ? removeToken(options) : newToken(options))

export const remove = ({ json, name }: LensOption) =>
  Effect.gen(function* () {
    yield* ask("DELETE", named(name))
    yield* print.answer(json, { name, removed: true }, () =>
      print.line(`lens ${name} is removed, and its keys are revoked`)
    )
  })
