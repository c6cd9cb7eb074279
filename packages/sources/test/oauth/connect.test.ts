import { SourceFailure } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Option, Queue, Redacted, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { connecting } from "../../../adapters/src/connecting.js"
import { connectableOf } from "../../../adapters/src/setup/reaching.js"
import { authorizationCode } from "../../src/kit/oauth/authorizationCode.js"
import type { Connection, LoginMethod, Terminal } from "../../src/kit/oauth/Connection.js"
import { deviceCode } from "../../src/kit/oauth/deviceCode.js"
import { type OAuthClient, oauthLogin, withLogin } from "../../src/kit/oauth/tokenEndpoint.js"
import * as Setting from "../../src/kit/settings.js"
import { plexPin } from "../../src/plex/login.js"
import { memoryTokens } from "../support/tokens.js"
import { authority, type Behaviour } from "./authority.js"

const secret = "cl13nt-s3cr3t"

const clientOf = (base: string, more: Partial<OAuthClient> = {}): OAuthClient => ({
  id: "somewhere",
  name: "Somewhere",
  tokenUrl: `${base}/token`,
  clientId: "123",
  clientSecret: Redacted.make(secret),
  settings: "DAYBOOK_SOMEWHERE_CLIENT_ID and DAYBOOK_SOMEWHERE_CLIENT_SECRET",
  ...more
})

const codeFlow = (base: string, host: "127.0.0.1" | "localhost" = "127.0.0.1") =>
  authorizationCode(
    clientOf(base, {
      accountOf: (answer) => ({ athlete: String((answer as { athlete?: { id?: number } }).athlete?.id) })
    }),
    {
      authorizeUrl: `${base}/authorize`,
      scope: "read,activity:read_all",
      needs: ["activity:read_all"],
      parameters: { access_type: "offline" },
      host
    }
  )

/** Typing this ends the input. */
const end = "\u0004"

/** A terminal that records its output and types the test's input. */
const person = Effect.gen(function* () {
  const printed: Array<string> = []
  const visited: Array<string> = []
  const typed = yield* Queue.unbounded<string>()
  const line = Queue.take(typed)
  const ask = (question: string) =>
    Effect.zipRight(
      Effect.sync(() => printed.push(question)),
      Effect.map(
        line,
        Option.liftPredicate((text) => text !== end)
      )
    )
  const one: Terminal = {
    print: (text) => Effect.sync(() => void printed.push(text)),
    openBrowser: (address) => Effect.sync(() => void visited.push(address)),
    nextLine: line,
    ask,
    askSecret: (question) =>
      Effect.map(
        ask(question),
        Option.map((text) => Redacted.make(text))
      )
  }
  const url = Effect.map(
    Effect.repeat(
      Effect.delay(
        Effect.sync(() => printed.find((text) => text.startsWith("http"))),
        "10 millis"
      ),
      { until: (text) => text !== undefined, times: 1_000 }
    ),
    (text) => text!
  )
  return { one, printed, typed, url, visited }
})

const connectionOf = (way: Effect.Effect<LoginMethod, never, HttpClient.HttpClient>): Connection => ({
  id: "somewhere",
  name: "Somewhere",
  missing: Effect.succeed([]),
  given: Effect.succeedNone,
  way
})

/** Logs in at a local authorization server. */
const session = (behaviour: Behaviour, way: (base: string) => Connection["way"]) =>
  Effect.gen(function* () {
    const { arrived, base } = yield* authority(behaviour)
    const typist = yield* person
    const connection = connectionOf(way(base) as ReturnType<typeof codeFlow>)
    const login = yield* Effect.fork(connecting(connection, 0, typist.one))
    return { arrived, base, login, ...typist }
  })

const failureOf = <A, E>(login: Fiber.Fiber<A, E>) =>
  Effect.map(Effect.flip(Fiber.join(login)), (error) =>
    error instanceof SourceFailure ? error : expect.fail(String(error))
  )

/** A browser that follows the redirect. */
const visit = (url: string) => Effect.promise(async () => (await fetch(url)).status)
/** A browser on another machine: the redirect leads to an address without a listener, which it displays. */
const redirectOf = (url: string) =>
  Effect.promise(async () => (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "")

const run = <A, E>(effect: Effect.Effect<A, E, Tokens | Scope.Scope | HttpClient.HttpClient>) =>
  effect.pipe(Effect.scoped, Effect.provide([memoryTokens, NodeHttpClient.layerUndici]))

describe("login with an authorization code", () => {
  it.live("receives the redirect and stores the tokens", () =>
    run(
      Effect.gen(function* () {
        const { arrived, login, printed, url, visited } = yield* session({ more: { athlete: { id: 28684 } } }, codeFlow)
        const page = new URL(yield* url)
        expect(visited, "the browser is opened at the address that was printed").toStrictEqual([page.href])
        expect(page.searchParams.get("response_type")).toBe("code")
        expect(page.searchParams.get("access_type")).toBe("offline")
        expect(page.searchParams.get("redirect_uri") ?? "").toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
        const back = page.searchParams.get("redirect_uri")!
        expect(yield* visit(`${back}?code=stolen&state=guessed`)).toBe(404)
        expect(yield* visit(back.replace("callback", "favicon.ico"))).toBe(404)
        expect(yield* visit(`${back}?state=${page.searchParams.get("state") ?? ""}`)).toBe(404)
        expect(yield* visit(page.href)).toBe(200)
        const token = yield* Fiber.join(login)
        expect(Redacted.value(token.access)).toBe("the-access-token")
        expect(token.account).toStrictEqual({ scope: "read activity:read_all", athlete: "28684" })
        const [exchange] = arrived.filter(({ path }) => path === "/token")
        expect(exchange?.fields).toMatchObject({
          client_id: "123",
          client_secret: secret,
          code: "c0de",
          redirect_uri: back
        })
        const standings = yield* Effect.flatMap(Tokens, (tokens) => tokens.statuses)
        expect(standings).toStrictEqual([{ id: "somewhere", readable: true, renews: true, endsAt: Option.none() }])
        for (const word of [secret, "the-access-token", "the-refresh-token", "c0de"])
          expect(printed.join("\n")).not.toContain(word)
      })
    )
  )

  it.live("accepts the pasted redirect address and rejects others", () =>
    run(
      Effect.gen(function* () {
        const { login, printed, typed, url } = yield* session({}, (base) => codeFlow(base, "localhost"))
        const back = yield* redirectOf(yield* url)
        expect(back).toMatch(/^http:\/\/localhost:\d+\/callback\?/)
        yield* Queue.offerAll(typed, ["", "what?", "http://localhost/callback?code=c0de&state=other", `  ${back} `])
        expect(Option.isSome((yield* Fiber.join(login)).refresh)).toBe(true)
        expect(printed.filter((text) => text.startsWith("that is not the address"))).toHaveLength(2)
      })
    )
  )

  it.live("reports a declined login, a missing scope and an unknown client", () =>
    run(
      Effect.gen(function* () {
        const printed = (behaviour: Behaviour) =>
          Effect.gen(function* () {
            const { login, url } = yield* session(behaviour, codeFlow)
            yield* visit(yield* url)
            const { message, next, state } = yield* failureOf(login)
            return `${state}: ${message}; ${next}`
          })
        expect(yield* printed({ grants: { error: "access_denied" } })).toBe(
          "forbidden: the login was declined at Somewhere; run `daybook connect somewhere` again"
        )
        expect(yield* printed({ grants: { code: "c0de", scope: "read" } })).toBe(
          "forbidden: the login at Somewhere does not allow activity:read_all; run `daybook connect somewhere` again and leave every box ticked"
        )
        expect(yield* printed({ refuses: [401, { error: "invalid_client" }] })).toBe(
          "unauthorized: Somewhere refuses the client id or secret (HTTP 401); check DAYBOOK_SOMEWHERE_CLIENT_ID and DAYBOOK_SOMEWHERE_CLIENT_SECRET"
        )
        expect(yield* printed({ grants: { code: "another" } })).toBe(
          "unauthorized: Somewhere does not accept the code that it issued (HTTP 400); run `daybook connect somewhere`"
        )
        expect(yield* Effect.flatMap(Tokens, (tokens) => tokens.statuses)).toStrictEqual([])
      })
    )
  )

  it.live(
    "ignores malformed requests and idle connections",
    () =>
      run(
        Effect.gen(function* () {
          const { login, url } = yield* session({}, codeFlow)
          const port = Number(new URL(new URL(yield* url).searchParams.get("redirect_uri")!).port)
          for (const target of ["//", "http://["])
            expect(yield* Effect.promise(() => answered(port, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`))).toMatch(
              /^HTTP\/1\.1 404/
            )
          const early = yield* Effect.promise(() => opened(port))
          const closed = new Promise((resolve) => early.once("close", resolve))
          expect(yield* visit(yield* url)).toBe(200)
          yield* Fiber.join(login)
          yield* Effect.promise(() => closed)
        })
      ),
    5_000
  )

  it.live("closes the port when it is interrupted", () =>
    run(
      Effect.gen(function* () {
        const { login, url } = yield* session({}, codeFlow)
        const back = new URL(yield* url).searchParams.get("redirect_uri")!
        yield* Fiber.interrupt(login)
        expect(
          yield* Effect.promise(() =>
            fetch(back).then(
              () => false,
              () => true
            )
          )
        ).toBe(true)
      })
    )
  )
})

const opened = (port: number) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket))
  })

const answered = async (port: number, request: string) => {
  const socket = await opened(port)
  socket.write(request)
  let text = ""
  for await (const part of socket) text += String(part)
  return text
}

describe("login with a password", () => {
  const asking = () => Effect.succeed<LoginMethod>({ kind: "password", login: () => Effect.never })

  it.live(
    "fails without an interactive terminal",
    () =>
      run(
        Effect.gen(function* () {
          for (const typing of [[end], ["me", end]]) {
            const { login, typed } = yield* session({}, asking)
            yield* Queue.offerAll(typed, typing)
            const { message, next } = yield* failureOf(login)
            expect([message, next]).toStrictEqual([
              "there is no interactive terminal here",
              "run `daybook connect somewhere` in a terminal"
            ])
          }
        })
      ),
    5_000
  )
})

/** Polls without the provider's interval. */
const hurried = <W extends LoginMethod>(way: W): W =>
  way.kind === "device" || way.kind === "pin"
    ? { ...way, begin: Effect.map(way.begin, (visit) => ({ ...visit, interval: "10 millis" as never })) }
    : way

describe("login on another device", () => {
  const device =
    (more: Partial<OAuthClient> = {}, codeField = "device_code") =>
    (base: string) =>
      Effect.map(deviceCode(clientOf(base, more), { codeUrl: `${base}/device/code`, codeField }), hurried)
  const token = [
    200,
    { access_token: "a1", expires_in: 604800, refresh_token: "r2", created_at: 1_763_700_000 }
  ] as const

  it.live("shows address and code, and polls until the login is done (RFC 8628)", () =>
    run(
      Effect.gen(function* () {
        const { arrived, base, login, printed } = yield* session(
          { polls: [[400, { error: "authorization_pending" }], [400, { error: "authorization_pending" }], token] },
          device()
        )
        expect((yield* Fiber.join(login)).expiresAt).toStrictEqual(Option.some((1_763_700_000 + 604_800) * 1000))
        expect(printed.slice(-2)).toStrictEqual([`${base}/activate`, "and enter this code: ABCD-EFGH"])
        expect(
          arrived.filter(({ path }) => path === "/token").map(({ fields }) => fields["device_code"])
        ).toStrictEqual(["d1", "d1", "d1"])
      })
    )
  )

  it.live("adds five seconds to the interval after slow_down", () =>
    run(
      Effect.gen(function* () {
        const begin = Date.now()
        const { arrived, login } = yield* session({ polls: [[400, { error: "slow_down" }], token] }, device())
        yield* Fiber.join(login)
        expect(arrived.filter(({ path }) => path === "/token")).toHaveLength(2)
        expect(Date.now() - begin).toBeGreaterThanOrEqual(5_000)
      })
    )
  )

  it.live("supports JSON requests and statuses without a body (Trakt)", () =>
    run(
      Effect.gen(function* () {
        const { arrived, login } = yield* session({ polls: [[400, null], token] }, device({ encoding: "json" }, "code"))
        yield* Fiber.join(login)
        expect(arrived.at(-1)?.fields).toMatchObject({ code: "d1", client_id: "123", client_secret: secret })
      })
    )
  )

  it.live("reports why it failed", () =>
    run(
      Effect.gen(function* () {
        for (const [poll, message] of [
          [[418, null], "the login was declined at Somewhere"],
          [[400, { error: "access_denied" }], "the login was declined at Somewhere"],
          [[410, null], "no one logged in at Somewhere before the code expired"],
          [[400, { error: "expired_token" }], "no one logged in at Somewhere before the code expired"],
          [[401, { error: "invalid_client" }], "Somewhere refuses the client id or secret"],
          [[418, { error: "denied" }], "the login was declined at Somewhere"],
          [[410, { error: "expired" }], "no one logged in at Somewhere before the code expired"],
          [[404, null], "Somewhere no longer knows the code"],
          [[409, null], "the code has been used at Somewhere already"],
          [[400, { error: "invalid_grant" }], "Somewhere does not continue the login (HTTP 400)"]
        ] as const) {
          const { login } = yield* session({ polls: [poll] }, device())
          expect((yield* failureOf(login)).message).toBe(message)
        }
      })
    )
  )

  it.live("polls a PIN until it has a token (Plex)", () =>
    run(
      Effect.gen(function* () {
        const pin = (base: string) =>
          Effect.map(
            plexPin({
              id: "somewhere",
              name: "Somewhere",
              baseUrl: base,
              authUrl: "https://app.plex.example/auth",
              clientIdentifier: "this-daybook"
            }),
            hurried
          )
        const waiting = { id: 77, code: "strongcode", authToken: null }
        const { login, url } = yield* session(
          {
            polls: [
              [200, waiting],
              [200, { ...waiting, id: "77", authToken: "t0k3n" }]
            ]
          },
          pin
        )
        expect(yield* url).toContain("#?clientID=this-daybook&code=strongcode")
        const token = yield* Fiber.join(login)
        expect([Redacted.value(token.access), token.refresh, token.expiresAt]).toStrictEqual([
          "t0k3n",
          Option.none(),
          Option.none()
        ])
        const ended = yield* session({ polls: [[404, {}]] }, pin)
        expect((yield* failureOf(ended.login)).state).toBe("interrupted")
      })
    )
  )
})

describe("an OAuth login", () => {
  it.live("comes from the settings or from connect, and refreshes itself", () =>
    run(
      Effect.gen(function* () {
        const { arrived, base } = yield* authority({ more: { refresh_token: undefined, expires_at: 4_102_444_800 } })
        const tokens = yield* Tokens
        const refreshToken = Setting.secret("DAYBOOK_SOMEWHERE_REFRESH_TOKEN", "a login made by hand")
        const { missing } = withLogin("somewhere", Setting.settings({}), refreshToken)
        expect(yield* missing).toStrictEqual(["DAYBOOK_SOMEWHERE_REFRESH_TOKEN (or run `daybook connect somewhere`)"])
        const login = yield* oauthLogin(clientOf(base), "somewhere", Option.some(Redacted.make("from-settings")))
        const token = yield* tokens.access(login)
        expect(token.expiresAt).toStrictEqual(Option.some(4_102_444_800_000))
        expect(Option.map(token.refresh, Redacted.value), "the old one goes on").toStrictEqual(
          Option.some("from-settings")
        )
        expect(arrived.at(-1)?.fields).toMatchObject({ grant_type: "refresh_token", refresh_token: "from-settings" })
        expect(yield* missing).toStrictEqual([])
        expect(Option.getOrThrow(token.expiresAt)).toBeGreaterThan(yield* Clock.currentTimeMillis)
      })
    )
  )

  it.live("fails immediately when it is refused, in any format of the provider", () =>
    run(
      Effect.gen(function* () {
        for (const [body, next] of [
          [
            { error: "invalid_grant", error_description: "Token has been expired or revoked." },
            "run `daybook connect somewhere`"
          ],
          [
            { message: "Bad Request", errors: [{ resource: "RefreshToken", field: "refresh_token", code: "invalid" }] },
            "run `daybook connect somewhere`"
          ],
          [
            { message: "Bad Request", errors: [{ resource: "Application", field: "client_id", code: "invalid" }] },
            "check DAYBOOK_SOMEWHERE_CLIENT_ID and DAYBOOK_SOMEWHERE_CLIENT_SECRET"
          ]
        ] as const) {
          const { arrived, base } = yield* authority({ refuses: [400, body] })
          const login = yield* oauthLogin(clientOf(base), "somewhere", Option.some(Redacted.make("r0")))
          const failure = yield* Effect.flip(Effect.flatMap(Tokens, (tokens) => tokens.access(login)))
          expect([failure.state, failure.next]).toStrictEqual(["unauthorized", next])
          expect(arrived).toHaveLength(1)
        }
      })
    )
  )
})

describe("the connectable names", () => {
  it("are every source, and each shared login under its own name", () => {
    const google = { ...connectionOf(Effect.never as never), id: "google" }
    const strava = { ...connectionOf(Effect.never as never), id: "strava" }
    const all = connectableOf([
      { id: "lastfm" },
      { id: "strava", connect: strava },
      { id: "calendar", connect: google },
      { id: "tickets", connect: google }
    ])
    expect(all.map(({ connection, name, sources }) => [name, connection?.id, sources])).toStrictEqual([
      ["lastfm", undefined, []],
      ["strava", "strava", ["strava"]],
      ["calendar", "google", ["calendar", "tickets"]],
      ["tickets", "google", ["calendar", "tickets"]],
      ["google", "google", ["calendar", "tickets"]]
    ])
  })
})
