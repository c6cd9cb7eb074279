import { type Credentials, HomeStore, type LoginAttempt, SourceLogins } from "@daybook/core/setup"
import { BadInput, Conflict, NoData } from "@daybook/core/shared"
import { SourceFailure } from "@daybook/core/sync"
import { type Token, Tokens } from "@daybook/core/tokens"
import * as HttpClient from "@effect/platform/HttpClient"
import { Clock, type ConfigError, Duration, Effect, FiberMap, Layer, Option, type Redacted } from "effect"
import { hash, randomBytes } from "node:crypto"
import { LoginAttempts, type StoredAttempt } from "../postgres/setup/LoginAttempts.js"
import { publicUrl } from "../Settings.js"
import { SourceDefinitions } from "@daybook/sources/built-in"
import {
  type CodeLogin,
  type Connection,
  type PasswordLogin,
  type PollingLogin,
  exchangeAnswer,
  pollUntilDone,
  SourceConfig
} from "@daybook/sources/kit"

/** How long a login by redirect or by name and password may take. */
const patience = Duration.minutes(15)

/** The path below the host's address that providers redirect to. */
const callbackPath = "/v1/setup/callback"

const idOf = (state: string) => hash("sha256", state, "hex")

/** Messages name the command line; on the page the person presses the button again. */
const onPage = ({ message, next }: SourceFailure): string =>
  `${message}; ${next.replace(/^run `daybook connect [\w-]+`( again)?/, "connect again")}`

const unknownLogin = new BadInput({
  message: "this login was not begun here, has ended or has expired: begin it again on the page of the source"
})

const toAttempt = ({ code, error, expiresAt, kind, source, state, url }: StoredAttempt): LoginAttempt => ({
  source,
  kind,
  state,
  url,
  code,
  error,
  expiresAt
})

export const layer = Layer.scoped(
  SourceLogins,
  Effect.gen(function* () {
    const definitions = yield* SourceDefinitions
    const config = yield* SourceConfig
    const tokens = yield* Tokens
    const attempts = yield* LoginAttempts
    const home = yield* HomeStore
    const client = yield* HttpClient.HttpClient
    const polls = yield* FiberMap.make<string>()
    const configuredUrl = yield* publicUrl.config

    const connectionOf = (source: string) => {
      const definition = definitions.find(({ id }) => id === source)
      if (definition === undefined) return new NoData({ what: `source ${source}` })
      return definition.connect === undefined
        ? new NoData({ what: `login of ${source}` })
        : Effect.succeed(definition.connect)
    }

    const withSettings = <A, E>(effect: Effect.Effect<A, E, HttpClient.HttpClient>) =>
      config.read(Effect.provideService(effect, HttpClient.HttpClient, client))

    const hostAddress = configuredUrl === "" ? home.address : Effect.succeed(configuredUrl)

    /** Stores the token, and the sources that need it are there at once. */
    const store = (connection: Connection, token: Token) =>
      Effect.uninterruptible(
        Effect.gen(function* () {
          const configured = yield* Effect.orElseSucceed(config.read(connection.given), () =>
            Option.none<Redacted.Redacted>()
          )
          yield* tokens.store(connection.id, token, configured)
          yield* config.reload
        })
      )

    /** Records how a login ended. */
    const end = (connection: Connection, attempt: string, login: Effect.Effect<Token, SourceFailure>) =>
      Effect.gen(function* () {
        const failure = yield* Effect.match(login, { onFailure: (failed) => failed, onSuccess: (token) => token })
        if (failure instanceof SourceFailure) return yield* attempts.end(attempt, onPage(failure))
        yield* store(connection, failure)
        return yield* attempts.end(attempt, null)
      })

    const latest = (source: string) =>
      Effect.gen(function* () {
        const connection = yield* connectionOf(source)
        const attempt = yield* attempts.latest(connection.id)
        if (Option.isNone(attempt)) return yield* new NoData({ what: `login of ${source}` })
        const isOver = attempt.value.state === "pending" && attempt.value.expiresAt <= (yield* Clock.currentTimeMillis)
        return isOver
          ? {
              ...toAttempt(attempt.value),
              state: "failed" as const,
              url: null,
              code: null,
              error: "no one logged in before the login expired; connect again"
            }
          : toAttempt(attempt.value)
      })

    const newAttempt = (source: string, connection: Connection, kind: LoginAttempt["kind"]) => {
      const state = randomBytes(24).toString("base64url")
      return {
        state,
        of: { source, kind, connection: connection.id, attempt: idOf(state) },
        parts: {
          url: "",
          code: null,
          redirectUri: "",
          page: null,
          verifier: randomBytes(48).toString("base64url"),
          state
        }
      }
    }

    const byCode = (source: string, connection: Connection, method: CodeLogin, page: string | null) =>
      Effect.gen(function* () {
        const address = yield* hostAddress
        if (address === null)
          return yield* new Conflict({
            message: "the host does not know its own address: set DAYBOOK_PUBLIC_URL, then start it again"
          })
        const { of, parts, state } = newAttempt(source, connection, "code")
        const redirect = { state, verifier: parts.verifier, redirectUri: redirectOf(address, method.host) }
        yield* attempts.begin({
          ...of,
          expiresAt: (yield* Clock.currentTimeMillis) + Duration.toMillis(patience),
          parts: { ...parts, page, redirectUri: redirect.redirectUri, url: method.address(redirect) }
        })
      })

    const byPolling = (source: string, connection: Connection, method: PollingLogin) =>
      Effect.gen(function* () {
        const session = yield* Effect.mapError(method.begin, (failure) => new Conflict({ message: onPage(failure) }))
        const { of, parts } = newAttempt(source, connection, method.kind)
        yield* attempts.begin({
          ...of,
          expiresAt: (yield* Clock.currentTimeMillis) + Duration.toMillis(session.expiresAfter),
          parts: { ...parts, url: session.url, code: Option.getOrNull(session.code) }
        })
        const poll = end(connection, of.attempt, pollUntilDone(connection, session))
        yield* FiberMap.run(polls, connection.id, Effect.ignoreLogged(poll))
      })

    const byPassword = (
      source: string,
      connection: Connection,
      method: PasswordLogin,
      credentials: Option.Option<Credentials>
    ) =>
      Effect.gen(function* () {
        if (Option.isNone(credentials))
          return yield* new BadInput({ message: `username and password are missing: give those of ${connection.name}` })
        const { of, parts } = newAttempt(source, connection, "password")
        yield* attempts.begin({
          ...of,
          expiresAt: (yield* Clock.currentTimeMillis) + Duration.toMillis(patience),
          parts
        })
        const { password, username } = credentials.value
        yield* end(connection, of.attempt, method.login(username.trim(), password))
      })

    return {
      begin: (source, credentials, page) =>
        Effect.gen(function* () {
          const connection = yield* connectionOf(source)
          const missing = yield* config.read(connection.missing)
          if (missing.length > 0)
            return yield* new Conflict({ message: `the login needs more settings: set ${missing.join(" and ")}` })
          const method = yield* withSettings(connection.way)
          yield* FiberMap.remove(polls, connection.id)
          if (method.kind === "code") yield* byCode(source, connection, method, page)
          else if (method.kind === "password") yield* byPassword(source, connection, method, credentials)
          else yield* byPolling(source, connection, method)
          return yield* latest(source)
        }).pipe(Effect.catchTag("ConfigError", (error) => new Conflict({ message: messageOf(error) }))),
      latest,
      finish: (params) =>
        Effect.gen(function* () {
          const attempt = yield* attempts.redeem(idOf(params["state"] ?? ""), yield* Clock.currentTimeMillis)
          if (Option.isNone(attempt) || Option.isNone(attempt.value.parts)) return yield* unknownLogin
          const { connection: id, parts, source } = attempt.value
          const connection = definitions.find(({ connect }) => connect?.id === id)?.connect
          const method = yield* connection === undefined
            ? Effect.succeed(undefined)
            : Effect.orElseSucceed(withSettings(connection.way), () => undefined)
          if (connection === undefined || method?.kind !== "code") return yield* unknownLogin
          const answer = exchangeAnswer(connection, method, new URLSearchParams(params), parts.value)
          yield* end(connection, attempt.value.attempt, answer)
          return { source, page: parts.value.page }
        }),
      forget: (source) =>
        Effect.gen(function* () {
          const connection = yield* connectionOf(source)
          if (!(yield* tokens.forget(connection.id))) return yield* new NoData({ what: `login of ${source}` })
          yield* config.reload
        })
    }
  })
)

const messageOf = (error: ConfigError.ConfigError): string =>
  "message" in error && typeof error.message === "string" ? error.message : "a setting of the login is not valid"

/** A loopback host has the name that is registered with the provider. */
const redirectOf = (address: string, host: CodeLogin["host"]): string => {
  const url = new URL(address)
  if (url.protocol === "http:" && (url.hostname === "127.0.0.1" || url.hostname === "localhost")) url.hostname = host
  return `${url.href.replace(/\/+$/, "")}${callbackPath}`
}
