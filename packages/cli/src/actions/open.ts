import { publicUrl } from "@daybook/adapters"
import { openLayer } from "@daybook/adapters/setup"
import { iso } from "@daybook/core/shared"
import { codeLifetime, HomeStore, OneTimeCodes } from "@daybook/core/setup"
import { Clock, Effect } from "effect"
import { Failure } from "../failures.js"
import * as print from "../print.js"
import { openInBrowser } from "../terminal.js"

/** A host on this machine answers at once. */
const patienceMs = 3_000

const isHostAt = (address: string) =>
  Effect.promise(() =>
    fetch(`${address}/v1/health`, { signal: AbortSignal.timeout(patienceMs) }).then(
      (answer) => answer.ok,
      () => false
    )
  )

const noHost = (where: string) =>
  new Failure({ message: `no host answers${where}: start one with \`daybook serve\`, then run \`daybook open\` again` })

/** The address that a browser can reach the running host at. */
const hostAddress = Effect.gen(function* () {
  const announced = yield* Effect.flatMap(HomeStore, (home) => home.address)
  if (announced === null) return yield* noHost("")
  if (!(yield* isHostAt(reachable(announced)))) return yield* noHost(` at ${announced}`)
  const configured = yield* publicUrl.config
  return configured === "" ? reachable(announced) : configured
})

/** A host that listens on every address is reached on this machine's own. */
const reachable = (address: string): string => {
  const url = new URL(address)
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1"
  if (url.hostname === "[::]") url.hostname = "[::1]"
  return url.href.replace(/\/+$/, "")
}

interface OpenOptions {
  readonly noBrowser: boolean
  readonly json: boolean
}

/** The code is in the fragment, which browsers never send and which the page removes from the history. */
export const open = ({ json, noBrowser }: OpenOptions) =>
  Effect.gen(function* () {
    const host = yield* hostAddress
    const isEmpty = yield* Effect.flatMap(HomeStore, (home) => home.isEmpty)
    const code = yield* Effect.flatMap(OneTimeCodes, (codes) => codes.issue)
    const expiresAt = (yield* Clock.currentTimeMillis) + codeLifetime
    const address = `${host}/${isEmpty ? "setup" : "sources"}#open=${code}`
    yield* print.answer(json, { address, expires_at: iso(expiresAt) }, () =>
      Effect.zipRight(print.line(address), print.note("the address works once, for 60 s"))
    )
    if (!noBrowser && !json) yield* openInBrowser(address)
  }).pipe(Effect.provide(openLayer))
