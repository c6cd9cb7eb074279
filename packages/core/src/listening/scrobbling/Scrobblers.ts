import { Clock, Effect, Option } from "effect"
import { Crypto } from "../../keys/KeyStore.js"
import { BadInput, NoData, type StorageFailure } from "../../shared/errors.js"
import { type Scrobbler, ScrobblerSeal, ScrobblerStore } from "./ports.js"
import * as Session from "./sessions.js"

const maxNameLength = 100
const maxClientLength = 100
/** The last use of a token is stored once in this time, in milliseconds. */
const useInterval = 60_000
const maxCredentialLength = 200

/** How a client proves who it is. */
export type Credential =
  | { readonly kind: "token" | "session" | "handshake_session"; readonly text: string }
  /** `digest` is MD5 of the user name and the MD5 of the token. */
  | { readonly kind: "password"; readonly userName: string; readonly digest: string }
  /** `digest` is MD5 of the MD5 of the token and the time. */
  | { readonly kind: "handshake"; readonly time: string; readonly digest: string }

interface ActiveScrobbler {
  readonly scrobbler: Scrobbler
  /** MD5 of the token; null if it was encrypted with another secret. */
  readonly digest: string | null
  readonly session: string
}

/** A new scrobbler: the only place that has its token. */
export interface IssuedScrobbler {
  readonly scrobbler: Scrobbler
  readonly token: string
  readonly apiKey: string
  readonly sharedSecret: string
}

/** Issues, checks and revokes the tokens of clients that submit listens. */
export class Scrobblers extends Effect.Service<Scrobblers>()("@daybook/core/Scrobblers", {
  effect: Effect.gen(function* () {
    const store = yield* ScrobblerStore
    const crypto = yield* Crypto
    const seal = yield* ScrobblerSeal
    let active: ReadonlyArray<ActiveScrobbler> = []
    let byHash = new Map<string, ActiveScrobbler>()
    let bySession = new Map<string, ActiveScrobbler>()
    let secrets = new Map<string, string>()
    let version = -1
    const lastUses = new Map<number, { readonly at: number; readonly client: string | null }>()

    const place = (hash: string) => `scrobbler ${hash}`

    const lock = yield* Effect.makeSemaphore(1)
    const reload = lock.withPermits(1)(
      Effect.gen(function* () {
        const before = yield* store.version
        const all = yield* store.all
        active = all
          .filter(({ revokedAt }) => revokedAt === null)
          .map((scrobbler) => ({
            scrobbler,
            digest: Option.getOrNull(seal.open(place(scrobbler.hash), scrobbler.sealedDigest)),
            session: Session.sessionKeyOf(seal.sign, scrobbler)
          }))
        byHash = new Map(active.map((one) => [one.scrobbler.hash, one]))
        bySession = new Map(active.map((one) => [one.session, one]))
        secrets = new Map(
          active.map(({ scrobbler }) => [
            Session.apiKeyOf(seal.sign, scrobbler),
            Session.sharedSecretOf(seal.sign, scrobbler)
          ])
        )
        version = before
      })
    )

    const find = (credential: Credential, now: number): Scrobbler | undefined => {
      const one = (matches: (digest: string) => boolean) =>
        active.find(({ digest }) => digest !== null && matches(digest))?.scrobbler
      switch (credential.kind) {
        case "token":
          return byHash.get(crypto.sha256(credential.text))?.scrobbler
        case "session":
          return bySession.get(credential.text.toLowerCase())?.scrobbler
        case "handshake_session":
          return Session.ofHandshakeSession(
            seal.sign,
            credential.text,
            active.map(({ scrobbler }) => scrobbler),
            now
          )
        case "password": {
          // Some libraries prove the name in lower case and send it as it was typed.
          const names = [credential.userName, credential.userName.toLowerCase()]
          return one((digest) => names.some((name) => seal.md5(name + digest) === credential.digest.toLowerCase()))
        }
        case "handshake":
          return one((digest) => seal.md5(digest + credential.time) === credential.digest.toLowerCase())
      }
    }

    const isAbsurd = (credential: Credential) =>
      Object.values(credential).some((text) => text.length > maxCredentialLength)

    return {
      /** The scrobbler from memory. Undefined also means that memory is out of date: then ask `identify`. */
      cached: (credential: Credential, now: number): Scrobbler | undefined =>
        isAbsurd(credential) || Effect.runSync(store.version) !== version ? undefined : find(credential, now),
      /** The scrobbler, read again if memory does not have it: another host may just have created it. */
      identify: (credential: Credential): Effect.Effect<Scrobbler | null, StorageFailure> =>
        Effect.gen(function* () {
          if (isAbsurd(credential)) return null
          yield* reload
          return find(credential, yield* Clock.currentTimeMillis) ?? null
        }),
      /** The shared secret of an API key that was issued here; undefined for the key of a client. */
      secretOf: (apiKey: string): string | undefined => secrets.get(apiKey.toLowerCase()),
      md5: seal.md5,
      sessionOf: (scrobbler: Scrobbler): string => Session.sessionKeyOf(seal.sign, scrobbler),
      /** The session after a handshake at a time in epoch seconds; null if the scrobbler had one at that time. */
      shakeHands: (scrobbler: Scrobbler, time: number): Effect.Effect<string | null, StorageFailure> =>
        Effect.map(store.claimHandshake(scrobbler.id, time), (isNew) =>
          isNew ? Session.handshakeSessionOf(seal.sign, scrobbler, time) : null
        ),
      /** Stores the time of a use, at most once a minute unless the client changed. */
      recordUse: (scrobbler: Scrobbler, client: string | null): Effect.Effect<void, StorageFailure> =>
        Effect.gen(function* () {
          const at = yield* Clock.currentTimeMillis
          const last = lastUses.get(scrobbler.id)
          if (last !== undefined && at - last.at < useInterval && (client === null || client === last.client)) return
          yield* store.recordUse(scrobbler.id, { at, client: clientName(client) })
          lastUses.set(scrobbler.id, { at, client })
        }),
      /** A token for a login in the browser. */
      newLogin: Effect.gen(function* () {
        const bytes = yield* crypto.randomBytes(4)
        return Session.loginTokenOf(seal.sign, hexOf(bytes), yield* Clock.currentTimeMillis)
      }),
      isLogin: (token: string, now: number): boolean => Session.isLoginToken(seal.sign, token, now),
      allowLogin: (token: string, scrobbler: Scrobbler) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          store.allowLogin(crypto.sha256(token), scrobbler.id, now + Session.loginLifetime)
        ),
      /** The scrobbler that the owner allowed this login, once; null if there is none. */
      ofLogin: Effect.fn("Scrobblers.ofLogin")(function* (token: string) {
        const id = yield* store.loginOf(crypto.sha256(token), yield* Clock.currentTimeMillis)
        if (id === null) return null
        yield* reload
        return active.find(({ scrobbler }) => scrobbler.id === id)?.scrobbler ?? null
      }),
      create: Effect.fn("Scrobblers.create")(function* (requested: string) {
        const name = requested.replace(/\0/g, "").trim()
        if (name === "" || name.length > maxNameLength)
          return yield* new BadInput({ message: `name must have 1 to ${maxNameLength} characters` })
        const token = uuidOf(yield* crypto.randomBytes(16))
        const hash = crypto.sha256(token)
        const scrobbler = yield* store.create({
          name,
          hint: token.slice(-4),
          hash,
          sealedDigest: seal.seal(place(hash), seal.md5(token)),
          createdAt: yield* Clock.currentTimeMillis
        })
        // The token is shown only once, so a failed reload must not fail this call.
        yield* Effect.ignoreLogged(reload)
        return {
          scrobbler,
          token,
          apiKey: Session.apiKeyOf(seal.sign, scrobbler),
          sharedSecret: Session.sharedSecretOf(seal.sign, scrobbler)
        } satisfies IssuedScrobbler
      }),
      list: store.all,
      revoke: Effect.fn("Scrobblers.revoke")(function* (id: number) {
        if (!(yield* store.revoke(id, yield* Clock.currentTimeMillis)))
          return yield* new NoData({ what: `active scrobbler ${id}` })
        yield* Effect.ignoreLogged(reload)
      })
    }
  })
}) {}

/** What a program calls itself, without control characters. */
export const clientName = (text: string | null): string | null => {
  const name = (text ?? "")
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, maxClientLength)
    .trim()
  return name === "" ? null : name
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/**
 * A random UUID (version 4): the form of ListenBrainz's tokens, which some clients check. It has 36 characters: a
 * client of AudioScrobbler 1.2 takes 32 for an MD5.
 */
const uuidOf = (bytes: Uint8Array): string => {
  const text = hexOf(
    bytes.slice(0, 16).map((byte, place) => (place === 6 ? (byte & 15) | 64 : place === 8 ? (byte & 63) | 128 : byte))
  )
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-")
}
