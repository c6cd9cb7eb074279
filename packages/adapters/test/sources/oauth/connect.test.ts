import { SourceFailure } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Option, Queue, Redacted, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { connecting } from "../../../src/connecting.js"
import { connectableOf } from "../../../src/sources/connections.js"
import { authorizationCode, type Connection, deviceCode, missingLogin, type OAuthClient, oauthLogin, type Person, plexPin, type Way } from "../../../src/sources/oauth/index.js"
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
  authorizationCode(clientOf(base, { accountOf: (answer) => ({ athlete: String((answer as { athlete?: { id?: number } }).athlete?.id) }) }), {
    authorizeUrl: `${base}/authorize`,
    scope: "read,activity:read_all",
    needs: ["activity:read_all"],
    parameters: { access_type: "offline" },
    host
  })

/** Typed, it ends what can be typed. */
const end = "\u0004"

/** A person who reads what is told and types what the test says. */
const person = Effect.gen(function*() {
  const told: Array<string> = []
  const visited: Array<string> = []
  const typed = yield* Queue.unbounded<string>()
  const line = Queue.take(typed)
  const ask = (question: string) => Effect.zipRight(Effect.sync(() => told.push(question)), Effect.map(line, Option.liftPredicate((text) => text !== end)))
  const one: Person = { tell: (text) => Effect.sync(() => void told.push(text)), visit: (address) => Effect.sync(() => void visited.push(address)), line, ask, askSecret: (question) => Effect.map(ask(question), Option.map((text) => Redacted.make(text))) }
  const url = Effect.map(
    Effect.repeat(Effect.delay(Effect.sync(() => told.find((text) => text.startsWith("http"))), "10 millis"), { until: (text) => text !== undefined, times: 1_000 }),
    (text) => text!
  )
  return { one, told, typed, url, visited }
})

const connectionOf = (way: Effect.Effect<Way, never, HttpClient.HttpClient>): Connection => ({
  id: "somewhere",
  name: "Somewhere",
  missing: Effect.succeed([]),
  given: Effect.succeedNone,
  way
})

/** Logs in with the way made for a local authorisation server. */
const session = (behaviour: Behaviour, way: (base: string) => Connection["way"]) =>
  Effect.gen(function*() {
    const { arrived, base } = yield* authority(behaviour)
    const somebody = yield* person
    const connection = connectionOf(way(base) as ReturnType<typeof codeFlow>)
    const login = yield* Effect.fork(connecting(connection, 0, somebody.one))
    return { arrived, base, login, ...somebody }
  })

const failureOf = <A, E>(login: Fiber.Fiber<A, E>) => Effect.map(Effect.flip(Fiber.join(login)), (error) => error instanceof SourceFailure ? error : assert.fail(String(error)))

/** A browser: goes where it is sent. */
const visit = (url: string) => Effect.promise(async () => (await fetch(url)).status)
/** A browser on another machine: it is sent to an address where nobody answers, and shows that. */
const redirectOf = (url: string) => Effect.promise(async () => (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "")

const run = <A, E>(effect: Effect.Effect<A, E, Tokens | Scope.Scope | HttpClient.HttpClient>) =>
  effect.pipe(Effect.scoped, Effect.provide([memoryTokens, NodeHttpClient.layerUndici]))

describe("connecting with a code", () => {
  it.live("sends the browser back here, and keeps the tokens", () =>
    run(Effect.gen(function*() {
      const { arrived, login, told, url, visited } = yield* session({ more: { athlete: { id: 28684 } } }, codeFlow)
      const page = new URL(yield* url)
      assert.deepStrictEqual(visited, [page.href], "the browser is opened at the address that was told")
      assert.strictEqual(page.searchParams.get("response_type"), "code")
      assert.strictEqual(page.searchParams.get("access_type"), "offline")
      assert.match(page.searchParams.get("redirect_uri") ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback$/)
      const back = page.searchParams.get("redirect_uri")!
      assert.strictEqual(yield* visit(`${back}?code=stolen&state=guessed`), 404)
      assert.strictEqual(yield* visit(back.replace("callback", "favicon.ico")), 404)
      assert.strictEqual(yield* visit(`${back}?state=${page.searchParams.get("state") ?? ""}`), 404)
      assert.strictEqual(yield* visit(page.href), 200)
      const token = yield* Fiber.join(login)
      assert.strictEqual(Redacted.value(token.access), "the-access-token")
      assert.deepStrictEqual(token.account, { scope: "read activity:read_all", athlete: "28684" })
      const [exchange] = arrived.filter(({ path }) => path === "/token")
      assert.deepInclude(exchange?.fields, { client_id: "123", client_secret: secret, code: "c0de", redirect_uri: back })
      const stored = yield* Effect.flatMap(Tokens, (tokens) => tokens.standings)
      assert.deepStrictEqual(stored, [{ id: "somewhere", readable: true, renews: true, endsAt: Option.none() }])
      for (const word of [secret, "the-access-token", "the-refresh-token", "c0de"]) assert.notInclude(told.join("\n"), word)
    })))

  it.live("takes the address pasted from another machine, and no other", () =>
    run(Effect.gen(function*() {
      const { login, told, typed, url } = yield* session({}, (base) => codeFlow(base, "localhost"))
      const back = yield* redirectOf(yield* url)
      assert.match(back, /^http:\/\/localhost:\d+\/callback\?/)
      yield* Queue.offerAll(typed, ["", "what?", "http://localhost/callback?code=c0de&state=other", `  ${back} `])
      assert.isTrue(Option.isSome((yield* Fiber.join(login)).refresh))
      assert.strictEqual(told.filter((text) => text.startsWith("that is not the address")).length, 2)
    })))

  it.live("says when it was declined, when a box was not ticked, and when the client is unknown", () =>
    run(Effect.gen(function*() {
      const told = (behaviour: Behaviour) =>
        Effect.gen(function*() {
          const { login, url } = yield* session(behaviour, codeFlow)
          yield* visit(yield* url)
          const { message, next, state } = yield* failureOf(login)
          return `${state}: ${message}; ${next}`
        })
      assert.strictEqual(yield* told({ grants: { error: "access_denied" } }), "forbidden: the login was declined at Somewhere; run `daybook connect somewhere` again")
      assert.strictEqual(
        yield* told({ grants: { code: "c0de", scope: "read" } }),
        "forbidden: the login at Somewhere does not allow activity:read_all; run `daybook connect somewhere` again and leave every box ticked"
      )
      assert.strictEqual(
        yield* told({ refuses: [401, { error: "invalid_client" }] }),
        "unauthorized: Somewhere refuses the client id or secret (HTTP 401); check DAYBOOK_SOMEWHERE_CLIENT_ID and DAYBOOK_SOMEWHERE_CLIENT_SECRET"
      )
      assert.strictEqual(
        yield* told({ grants: { code: "another" } }),
        "unauthorized: Somewhere does not take the code that it gave (HTTP 400); run `daybook connect somewhere`"
      )
      assert.deepStrictEqual(yield* Effect.flatMap(Tokens, (tokens) => tokens.standings), [])
    })))

  it.live("minds neither requests that no browser sends nor connections opened in advance", () =>
    run(Effect.gen(function*() {
      const { login, url } = yield* session({}, codeFlow)
      const port = Number(new URL(new URL(yield* url).searchParams.get("redirect_uri")!).port)
      for (const target of ["//", "http://["]) assert.match(yield* Effect.promise(() => answered(port, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)), /^HTTP\/1\.1 404/)
      const early = yield* Effect.promise(() => opened(port))
      const closed = new Promise((resolve) => early.once("close", resolve))
      assert.strictEqual(yield* visit(yield* url), 200)
      yield* Fiber.join(login)
      yield* Effect.promise(() => closed)
    })), 5_000)

  it.live("stops listening when it is stopped", () =>
    run(Effect.gen(function*() {
      const { login, url } = yield* session({}, codeFlow)
      const back = new URL(yield* url).searchParams.get("redirect_uri")!
      yield* Fiber.interrupt(login)
      assert.isTrue(yield* Effect.promise(() => fetch(back).then(() => false, () => true)))
    })))
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

describe("connecting with a password", () => {
  const asking = () => Effect.succeed<Way>({ kind: "password", login: () => Effect.never })

  it.live("ends where nobody can type", () =>
    run(Effect.gen(function*() {
      for (const typing of [[end], ["me", end]]) {
        const { login, typed } = yield* session({}, asking)
        yield* Queue.offerAll(typed, typing)
        const { message, next } = yield* failureOf(login)
        assert.deepStrictEqual([message, next], ["nobody can type here", "run `daybook connect somewhere` in a terminal"])
      }
    })), 5_000)
})

/** Polls without the provider's seconds between them. */
const hurried = <W extends Way>(way: W): W =>
  way.kind === "device" || way.kind === "pin" ? { ...way, begin: Effect.map(way.begin, (visit) => ({ ...visit, interval: "10 millis" as never })) } : way

describe("connecting on another device", () => {
  const device = (more: Partial<OAuthClient> = {}, codeField = "device_code") => (base: string) =>
    Effect.map(deviceCode(clientOf(base, more), { codeUrl: `${base}/device/code`, codeField }), hurried)
  const token = [200, { access_token: "a1", expires_in: 604800, refresh_token: "r2", created_at: 1_763_700_000 }] as const

  it.live("shows address and code, and asks until it is done (RFC 8628)", () =>
    run(Effect.gen(function*() {
      const { arrived, base, login, told } = yield* session({ polls: [[400, { error: "authorization_pending" }], [400, { error: "authorization_pending" }], token] }, device())
      assert.deepStrictEqual((yield* Fiber.join(login)).expiresAt, Option.some((1_763_700_000 + 604_800) * 1000))
      assert.deepStrictEqual(told.slice(-2), [`${base}/activate`, "and enter this code: ABCD-EFGH"])
      assert.deepStrictEqual(arrived.filter(({ path }) => path === "/token").map(({ fields }) => fields["device_code"]), ["d1", "d1", "d1"])
    })))

  it.live("asks five seconds later when it is told to slow down", () =>
    run(Effect.gen(function*() {
      const begin = Date.now()
      const { arrived, login } = yield* session({ polls: [[400, { error: "slow_down" }], token] }, device())
      yield* Fiber.join(login)
      assert.strictEqual(arrived.filter(({ path }) => path === "/token").length, 2)
      assert.isAtLeast(Date.now() - begin, 5_000)
    })))

  it.live("understands statuses without a body, and JSON (Trakt)", () =>
    run(Effect.gen(function*() {
      const { arrived, login } = yield* session({ polls: [[400, null], token] }, device({ encoding: "json" }, "code"))
      yield* Fiber.join(login)
      assert.deepInclude(arrived.at(-1)?.fields, { code: "d1", client_id: "123", client_secret: secret })
    })))

  it.live("says why it came to nothing", () =>
    run(Effect.gen(function*() {
      for (const [poll, message] of [
        [[418, null], "the login was declined at Somewhere"],
        [[400, { error: "access_denied" }], "the login was declined at Somewhere"],
        [[410, null], "nobody logged in at Somewhere before the code ended"],
        [[400, { error: "expired_token" }], "nobody logged in at Somewhere before the code ended"],
        [[401, { error: "invalid_client" }], "Somewhere refuses the client id or secret"],
        [[418, { error: "denied" }], "the login was declined at Somewhere"],
        [[410, { error: "expired" }], "nobody logged in at Somewhere before the code ended"],
        [[404, null], "Somewhere does not know the code any more"],
        [[409, null], "the code has been used at Somewhere already"],
        [[400, { error: "invalid_grant" }], "Somewhere does not go on with the login (HTTP 400)"]
      ] as const) {
        const { login } = yield* session({ polls: [poll] }, device())
        assert.strictEqual((yield* failureOf(login)).message, message)
      }
    })))

  it.live("with a PIN, until it has a token (Plex)", () =>
    run(Effect.gen(function*() {
      const pin = (base: string) =>
        Effect.map(plexPin({ id: "somewhere", name: "Somewhere", baseUrl: base, authUrl: "https://app.plex.example/auth", clientIdentifier: "this-daybook" }), hurried)
      const waiting = { id: 77, code: "strongcode", authToken: null }
      const { login, url } = yield* session({ polls: [[200, waiting], [200, { ...waiting, id: "77", authToken: "t0k3n" }]] }, pin)
      assert.include(yield* url, "#?clientID=this-daybook&code=strongcode")
      const token = yield* Fiber.join(login)
      assert.deepStrictEqual([Redacted.value(token.access), token.refresh, token.expiresAt], ["t0k3n", Option.none(), Option.none()])
      const ended = yield* session({ polls: [[404, {}]] }, pin)
      assert.strictEqual((yield* failureOf(ended.login)).state, "interrupted")
    })))
})

describe("a login through OAuth", () => {
  it.live("is had from the settings or from connect, and renews itself", () =>
    run(Effect.gen(function*() {
      const { arrived, base } = yield* authority({ more: { refresh_token: undefined, expires_at: 4_102_444_800 } })
      const tokens = yield* Tokens
      assert.deepStrictEqual(yield* missingLogin("somewhere", "SOMEWHERE_REFRESH_TOKEN"), ["DAYBOOK_SOMEWHERE_REFRESH_TOKEN (or run `daybook connect somewhere`)"])
      const login = yield* oauthLogin(clientOf(base), "somewhere", Option.some(Redacted.make("from-settings")))
      const token = yield* tokens.access(login)
      assert.deepStrictEqual(token.expiresAt, Option.some(4_102_444_800_000))
      assert.deepStrictEqual(Option.map(token.refresh, Redacted.value), Option.some("from-settings"), "the old one goes on")
      assert.deepInclude(arrived.at(-1)?.fields, { grant_type: "refresh_token", refresh_token: "from-settings" })
      assert.deepStrictEqual(yield* missingLogin("somewhere", "SOMEWHERE_REFRESH_TOKEN"), [])
      assert.isAbove(Option.getOrThrow(token.expiresAt), yield* Clock.currentTimeMillis)
    })))

  it.live("that is refused says so at once, whichever way the provider puts it", () =>
    run(Effect.gen(function*() {
      for (const [body, next] of [
        [{ error: "invalid_grant", error_description: "Token has been expired or revoked." }, "run `daybook connect somewhere`"],
        [{ message: "Bad Request", errors: [{ resource: "RefreshToken", field: "refresh_token", code: "invalid" }] }, "run `daybook connect somewhere`"],
        [{ message: "Bad Request", errors: [{ resource: "Application", field: "client_id", code: "invalid" }] }, "check DAYBOOK_SOMEWHERE_CLIENT_ID and DAYBOOK_SOMEWHERE_CLIENT_SECRET"]
      ] as const) {
        const { arrived, base } = yield* authority({ refuses: [400, body] })
        const login = yield* oauthLogin(clientOf(base), "somewhere", Option.some(Redacted.make("r0")))
        const failure = yield* Effect.flip(Effect.flatMap(Tokens, (tokens) => tokens.access(login)))
        assert.deepStrictEqual([failure.state, failure.next], ["unauthorized", next])
        assert.strictEqual(arrived.length, 1)
      }
    })))
})

describe("what can be connected", () => {
  it("is every source by its name, and a login that several share by its own", () => {
    const google = { ...connectionOf(Effect.never as never), id: "google" }
    const strava = { ...connectionOf(Effect.never as never), id: "strava" }
    const all = connectableOf([{ id: "lastfm" }, { id: "strava", connect: strava }, { id: "calendar", connect: google }, { id: "tickets", connect: google }])
    assert.deepStrictEqual(all.map(({ connection, name, sources }) => [name, connection?.id, sources]), [
      ["lastfm", undefined, []],
      ["strava", "strava", ["strava"]],
      ["calendar", "google", ["calendar", "tickets"]],
      ["tickets", "google", ["calendar", "tickets"]],
      ["google", "google", ["calendar", "tickets"]]
    ])
  })
})
