import { Clock, Data, Duration, Effect, Option, Runtime, Schedule } from "effect"
import { type ApiKey, Crypto } from "../keys/KeyStore.js"
import * as Token from "../keys/token.js"
import { BadInput, NoData } from "../shared/errors.js"
import { type Client } from "./Clients.js"
import { type Grant, GrantSeal, GrantStore, type Issue, type TokenPair } from "./ports.js"
import {
  type GrantScope,
  accessLifetime,
  approvalForm,
  codeLifetime,
  consentLifetime,
  tokenPrefixes,
  webAddress
} from "./rules.js"

const flushEvery = Duration.seconds(5)
const day = 86_400_000
const maxCached = 1_000

/** The code or token is not valid: the client asks the owner again. */
export class InvalidGrant extends Data.TaggedError("InvalidGrant")<{ readonly message: string }> {}

/** New tokens: the only place that has their texts. */
export interface IssuedTokens {
  readonly access: string
  readonly refresh: string
  /** Validity of the access token in milliseconds. */
  readonly lifetime: number
  readonly scopes: ReadonlyArray<GrantScope>
}

/** What the owner allows on the consent page. */
export interface Consent {
  readonly client: Client
  readonly redirectUri: string
  readonly challenge: string
  readonly scopes: ReadonlyArray<GrantScope>
  /** What the client sees; null for everything. */
  readonly lens: string | null
  readonly days: number
}

interface CachedKey {
  readonly key: ApiKey
  readonly expiresAt: number
}

/** What the owner allowed assistants: issues, checks and ends their tokens. */
export class Grants extends Effect.Service<Grants>()("@daybook/core/Grants", {
  scoped: Effect.gen(function* () {
    const store = yield* GrantStore
    const crypto = yield* Crypto
    const seal = yield* GrantSeal
    const runtime = yield* Effect.runtime<never>()
    /** By the hash of the access token. Cleared whenever a token ends. */
    const cache = new Map<string, CachedKey>()
    let cachedVersion = -1
    const uses = new Map<number, number>()

    const random = (prefix: string) =>
      Effect.repeat(
        Effect.map(crypto.randomBytes(64), (bytes) => Token.withPrefix(prefix, bytes)),
        { until: (text) => text !== null }
      )

    /** The grant as a key, for everything that asks with a key. Negative ids never meet those of keys. */
    const keyOf = (grant: Grant): ApiKey => ({
      id: -grant.id,
      name: grant.clientName,
      scope: grant.scopes.includes("write") && grant.lens === null ? "admin" : "read",
      lens: grant.lens,
      prefix: tokenPrefixes.access,
      hint: "",
      hash: seal.sign(`grant ${grant.id} ${grant.createdAt}`),
      rateLimit: Option.none(),
      createdAt: grant.createdAt,
      lastUsedAt: Option.fromNullable(grant.lastUsedAt),
      requestCount: 0,
      expiresAt: Option.some(grant.expiresAt),
      revokedAt: Option.none()
    })

    const cached = (hash: string, now: number): ApiKey | undefined => {
      const version = Effect.runSync(store.version)
      if (version !== cachedVersion) {
        cache.clear()
        cachedVersion = version
      }
      const entry = cache.get(hash)
      return entry !== undefined && now < entry.expiresAt ? entry.key : undefined
    }

    const load = (hash: string) =>
      Effect.gen(function* () {
        const before = yield* store.version
        const entry = yield* store.byAccessToken(hash, yield* Clock.currentTimeMillis)
        // A token that ended meanwhile must not enter the cache.
        if (entry === null || (yield* store.version) !== before || cachedVersion !== before) return
        if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? "")
        cache.set(hash, { key: keyOf(entry.grant), expiresAt: entry.expiresAt })
      })

    const issue = <E, R>(exchange: (pair: TokenPair) => Effect.Effect<Issue, E, R>) =>
      Effect.gen(function* () {
        const [access, refresh] = [yield* random(tokenPrefixes.access), yield* random(tokenPrefixes.refresh)]
        const now = yield* Clock.currentTimeMillis
        const grant = yield* exchange({ access: crypto.sha256(access), refresh: crypto.sha256(refresh), now })
        if (grant === "invalid")
          return yield* new InvalidGrant({ message: "it is not valid, has expired or belongs to another client" })
        if (grant === "reused")
          return yield* new InvalidGrant({ message: "it was used before; access has ended, so ask the owner again" })
        const lifetime = Math.min(accessLifetime, grant.expiresAt - now)
        return { access, refresh, lifetime, scopes: grant.scopes } satisfies IssuedTokens
      })

    const flush = Effect.uninterruptible(
      Effect.suspend(() => {
        if (uses.size === 0) return Effect.void
        const batch = Array.from(uses, ([id, at]) => ({ id, at }))
        uses.clear()
        return store.recordUses(batch)
      })
    )
    yield* Effect.addFinalizer(() => Effect.ignore(flush))

    return {
      /** Stores the times of the last uses while the scope lives. */
      watch: Effect.asVoid(Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(flush), Schedule.spaced(flushEvery)))),
      /** A new code for what the owner allowed. */
      authorize: Effect.fn("Grants.authorize")(function* (consent: Consent) {
        const { challenge, client, days, lens, redirectUri, scopes } = consent
        const now = yield* Clock.currentTimeMillis
        const bytes = yield* crypto.randomBytes(32)
        const code = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
        yield* store.create(
          {
            clientId: client.id,
            clientName: client.name,
            clientHost: client.host ?? webAddress(redirectUri)?.host ?? "",
            // A lens says what is read. What would be written through it, nobody has said.
            scopes: lens === null ? scopes : ["read"],
            lens,
            createdAt: now,
            expiresAt: now + days * day
          },
          { hash: crypto.sha256(code), clientId: client.id, redirectUri, challenge, expiresAt: now + codeLifetime }
        )
        return code
      }),
      /** Tokens for a code. */
      redeem: (
        code: string,
        use: { readonly clientId: string; readonly redirectUri: string; readonly verifier: string }
      ) =>
        issue((pair) =>
          store.redeem(
            crypto.sha256(code),
            { clientId: use.clientId, redirectUri: use.redirectUri, challenge: seal.challengeOf(use.verifier) },
            pair
          )
        ),
      /** Tokens for a refresh token, which ends. */
      refresh: (token: string, clientId: string) => issue((pair) => store.rotate(crypto.sha256(token), clientId, pair)),
      /** Ends a token of the client; a refresh token ends with its grant. Unknown tokens change nothing. */
      endToken: (token: string, clientId: string) => store.endToken(crypto.sha256(token), clientId),
      list: Effect.flatMap(Clock.currentTimeMillis, store.all),
      revoke: Effect.fn("Grants.revoke")(function* (id: number) {
        if (!(yield* store.revoke(id))) return yield* new NoData({ what: `grant ${id}` })
      }),
      /** Approves the consent page with this code, instead of an admin key. A lens limits what the page says. */
      approve: Effect.fn("Grants.approve")(function* (text: string, lens: string | null) {
        const code = text.trim().toUpperCase()
        if (!approvalForm.test(code))
          return yield* new BadInput({ message: "the code has the form ABCD-1234: give the one on the consent page" })
        yield* store.approve({ code, lens, expiresAt: (yield* Clock.currentTimeMillis) + consentLifetime })
        return code
      }),
      takeApproval: (code: string) => Effect.flatMap(Clock.currentTimeMillis, (now) => store.takeApproval(code, now)),
      /** The key that an access token stands for, from memory. */
      find: (token: string, now: number): ApiKey | undefined =>
        Token.hasForm(tokenPrefixes.access, token) ? cached(crypto.sha256(token), now) : undefined,
      /** Looks a token up, after which `find` knows it. Undefined for a text that is no access token. */
      reloadFor: (token: string): Promise<void> | undefined =>
        Token.hasForm(tokenPrefixes.access, token)
          ? Runtime.runPromise(runtime)(Effect.ignoreLogged(load(crypto.sha256(token))))
          : undefined,
      recordUse: (key: ApiKey, now: number): void => void uses.set(-key.id, now)
    }
  })
}) {}
