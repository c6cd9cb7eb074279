import { Effect } from "effect"
import type { Bench } from "./Bench.js"
import { helper } from "./helper.js"
import { ask } from "./http.js"

/** A host without an answer cache on the bench's data. */
export interface Cold {
  readonly port: number
  readonly address: string
  /** The name of the embedding model. */
  readonly model: string
  readonly key: string
}

/** Starts a cold host. `embed` returns the embeddings of texts. */
export const coldHost = (bench: Bench) =>
  Effect.gen(function* () {
    const { cwd, env, key } = yield* bench.dataset
    const { ask: embed, ready } = yield* helper<
      Omit<Cold, "key">,
      ReadonlyArray<string>,
      ReadonlyArray<ReadonlyArray<number>>
    >("coldHost", null, { cwd, env: { ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" } })
    const cold: Cold = { ...ready, key }
    return { ...cold, embed }
  })

/** Where to ask, and with which key. */
export type Reader = Pick<Cold, "port" | "key">

export const requestCold = ({ key, port }: Reader, path: string) =>
  ask({ port, path, headers: { authorization: `Bearer ${key}` } })
