import { Duration, Effect, Schedule } from "effect"
import { Crypto, type Scope } from "../keys/KeyStore.js"
import { isEqual } from "../keys/tickets.js"
import * as Token from "../keys/token.js"
import { BadInput, Conflict, NoData } from "../shared/errors.js"
import { builtInLenses } from "./builtIn.js"
import type { LensDefinition } from "./definition.js"
import { LensStore, type LensToken } from "./LensStore.js"

/** How often to check for lenses that other hosts created or removed. The check needs no query. */
const recheckEvery = Duration.millis(200)

/** How the token in an address begins: no name of a lens contains an underscore. */
const tokenPrefix = "svc_url_"

/** A lens, and when it was created in epoch milliseconds; null if it comes with Daybook. */
export interface Lens {
  readonly definition: LensDefinition
  readonly createdAt: number | null
}

const builtIn: ReadonlyArray<Lens> = builtInLenses.map((definition) => ({ definition, createdAt: null }))

/** Lenses: what keys may see. Their definitions are checked before they come here. */
export class Lenses extends Effect.Service<Lenses>()("@daybook/core/Lenses", {
  effect: Effect.gen(function* () {
    const store = yield* LensStore
    const crypto = yield* Crypto
    let tokens: ReadonlyArray<LensToken> = []
    let byName = new Map(builtIn.map((lens) => [lens.definition.name, lens]))
    let version = -1
    const all = Effect.map(store.all, (own): ReadonlyArray<Lens> => [...builtIn, ...own])
    const reloadLock = yield* Effect.makeSemaphore(1)
    const reload = reloadLock.withPermits(1)(
      Effect.gen(function* () {
        const seen = yield* store.version
        byName = new Map((yield* all).map((lens) => [lens.definition.name, lens]))
        tokens = yield* store.tokens
        version = seen
      })
    )
    const refresh = Effect.flatMap(store.version, (newest) => (newest === version ? Effect.void : reload))
    const isBuiltIn = (name: string) => builtIn.some(({ definition }) => definition.name === name)
    const one = Effect.fn("Lenses.one")(function* (name: string) {
      const lens = (yield* all).find(({ definition }) => definition.name === name)
      return lens ?? (yield* new NoData({ what: `lens ${name}` }))
    })
    return {
      /** Loads the lenses, then follows changes while the scope lives. */
      watch: Effect.zipRight(
        reload,
        Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(refresh), Schedule.spaced(recheckEvery)))
      ),
      /** The definition of a lens, from memory. */
      find: (name: string): LensDefinition | undefined => byName.get(name)?.definition,
      /** Those that come with Daybook first. */
      list: all,
      one,
      /** The name of the lens that the token of an address opens, from memory. */
      ofToken: (text: string): string | undefined => {
        if (!Token.hasForm(tokenPrefix, text)) return undefined
        const hash = crypto.sha256(text)
        return tokens.filter((token) => isEqual(token.hash, hash))[0]?.lens
      },
      /** Tokens by lens. */
      tokens: store.tokens,
      /** Makes a token for the addresses of a lens. An earlier one opens nothing more. */
      renewToken: Effect.fn("Lenses.renewToken")(function* (name: string) {
        yield* one(name)
        const token = yield* Effect.repeat(
          Effect.map(crypto.randomBytes(64), (bytes) => Token.withPrefix(tokenPrefix, bytes)),
          { until: (text) => text !== null }
        )
        const { createdAt } = yield* store.putToken(name, crypto.sha256(token))
        yield* Effect.ignoreLogged(reload)
        return { token, createdAt }
      }),
      /** Takes the token of a lens away. Fails if it has none. */
      removeToken: Effect.fn("Lenses.removeToken")(function* (name: string) {
        if (!(yield* store.removeToken(name))) return yield* new NoData({ what: `token of lens ${name}` })
        yield* Effect.ignoreLogged(reload)
      }),
      /** Fails if a new key cannot have this lens; null for none. */
      requireFor: Effect.fn("Lenses.requireFor")(function* (scope: Scope, name: string | null) {
        if (name === null) return
        const lens = (yield* all).find(({ definition }) => definition.name === name)
        if (lens === undefined)
          return yield* new BadInput({ message: `there is no lens ${name}: list them with daybook lens list` })
        if (scope === "publish" && lens.definition.public !== true)
          return yield* new BadInput({
            message: `the lens ${name} is not public: publishable keys need "public": true`
          })
      }),
      /** Fails if a lens has the name. */
      create: Effect.fn("Lenses.create")(function* (definition: LensDefinition) {
        const { name } = definition
        if (isBuiltIn(name) || !(yield* store.create(definition)))
          return yield* new Conflict({
            message: `there is a lens ${name}: choose another name, or remove that lens first`
          })
        yield* Effect.ignoreLogged(reload)
      }),
      /** Removes a lens, revokes its keys and ends its grants. */
      remove: Effect.fn("Lenses.remove")(function* (name: string) {
        if (isBuiltIn(name))
          return yield* new Conflict({ message: `the lens ${name} comes with Daybook and cannot be removed` })
        if (!(yield* store.remove(name))) return yield* new NoData({ what: `lens ${name}` })
        yield* Effect.ignoreLogged(reload)
      })
    }
  })
}) {}
