import { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import { Clock, Duration, Effect, Either, Option, Queue, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type {
  CodeLogin,
  PasswordLogin,
  PollingLogin,
  Redirect,
  PollingSession,
  LoginMethod,
  LoginRequest,
  Terminal
} from "./Connection.js"

const page = (text: string) =>
  '<!doctype html><meta charset="utf-8"><title>Daybook</title>' +
  `<body style="font: 1.2rem system-ui; margin: 4rem auto; max-width: 32rem"><p>${text}</p></body>`

/** The request's URL; null if the target is invalid, such as `//`. */
const requestUrl = (target: string): URL | null =>
  URL.canParse(target, "http://127.0.0.1") ? new URL(target, "http://127.0.0.1") : null

/**
 * Listens on the loopback interface for the redirected browser. Returns the port. Requests that `accept` rejects belong
 * to another login.
 */
const loopback = (
  login: LoginRequest,
  accept: (params: URLSearchParams) => boolean
): Effect.Effect<number, SourceFailure, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Server, SourceFailure>((resume) => {
      const server = createServer((request, response) => {
        const url = requestUrl(request.url ?? "/")
        const accepted = request.method === "GET" && url?.pathname === "/callback" && accept(url.searchParams)
        response.writeHead(accepted ? 200 : 404, {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          connection: "close"
        })
        response.end(
          page(
            accepted
              ? "Login complete: close this window and return to the terminal."
              : "This address belongs to another login."
          )
        )
      })
      server.once("error", (error) => resume(Effect.fail(cannotListen(login, error))))
      server.listen(login.port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        // Browsers open connections in advance. Node does not count them as idle before their first request, so the
        // command would wait for them. The last response has been written by then.
        setImmediate(() => server.closeAllConnections())
      })
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const cannotListen = (login: LoginRequest, error: Error) =>
  new SourceFailure({
    source: login.id,
    state: "unavailable",
    message: `cannot listen on port ${login.port} (${"code" in error ? String(error.code) : error.message})`,
    next: "give another one with --port, or none"
  })

const loginTimeout = Duration.minutes(15)

/** Runs a provider's login at the terminal. */
export const connect = (
  request: LoginRequest,
  method: LoginMethod,
  terminal: Terminal
): Effect.Effect<Token, SourceFailure> => {
  switch (method.kind) {
    case "code":
      return Effect.scoped(byCode(request, method, terminal))
    case "device":
    case "pin":
      return byPolling(request, method, terminal)
    case "password":
      return byPassword(request, method, terminal)
  }
}

const byCode = (request: LoginRequest, method: CodeLogin, terminal: Terminal) =>
  Effect.gen(function* () {
    const state = randomBytes(24).toString("base64url")
    const redirects = yield* Queue.sliding<URLSearchParams>(1)
    const port = yield* loopback(
      request,
      (params) => isRedirectOf(params, state) && Queue.unsafeOffer(redirects, params)
    )
    const redirect: Redirect = {
      state,
      redirectUri: `http://${method.host}:${port}/callback`,
      verifier: randomBytes(48).toString("base64url")
    }
    yield* terminal.print(`open this address in a browser and log in at ${request.name}:`)
    yield* showAddress(terminal, method.address(redirect))
    yield* terminal.print(
      "if the browser is on another machine, paste the address where it ends up, even if no page is shown there:"
    )
    const params = yield* Effect.timeoutFail(Effect.raceFirst(Queue.take(redirects), pastedAddress(terminal, state)), {
      duration: loginTimeout,
      onTimeout: () =>
        failure(
          request,
          "interrupted",
          `no one logged in at ${request.name} within ${Duration.toMinutes(loginTimeout)} minutes`
        )
    })
    return yield* exchangeAnswer(request, method, params, redirect)
  })

/** The token for the parameters of a redirect, which may say that the person declined. */
export const exchangeAnswer = (
  request: Pick<LoginRequest, "id" | "name">,
  method: CodeLogin,
  params: URLSearchParams,
  redirect: Redirect
): Effect.Effect<Token, SourceFailure> => {
  const error = params.get("error")
  if (error === null) return method.exchange(params, redirect)
  return failure(
    request,
    "forbidden",
    error === "access_denied"
      ? `the login was declined at ${request.name}`
      : `${request.name} refused the login (${sanitizedCode(error)})`
  )
}

/** Always prints the address, since the browser may be on another machine. */
const showAddress = (terminal: Terminal, address: string) =>
  Effect.zipRight(terminal.print(address), terminal.openBrowser?.(address) ?? Effect.void)

/** Whether these are the redirect parameters of this login. */
const isRedirectOf = (params: URLSearchParams, state: string): boolean =>
  params.get("state") === state && (params.has("code") || params.has("error"))

/** The parameters of the first pasted address that belongs to this login. */
const pastedAddress = (terminal: Terminal, state: string): Effect.Effect<URLSearchParams> =>
  Effect.flatMap(terminal.nextLine, (line) => {
    if (line.trim() === "") return pastedAddress(terminal, state)
    const params = URL.canParse(line.trim()) ? new URL(line.trim()).searchParams : new URLSearchParams()
    if (isRedirectOf(params, state)) return Effect.succeed(params)
    return Effect.zipRight(
      terminal.print(
        "that is not the address of this login: it must contain a code and the same state; paste all of it:"
      ),
      pastedAddress(terminal, state)
    )
  })

const byPolling = (request: LoginRequest, method: PollingLogin, terminal: Terminal) =>
  Effect.gen(function* () {
    const session = yield* method.begin
    yield* terminal.print(`open this address in any browser and log in at ${request.name}:`)
    yield* showAddress(terminal, session.url)
    if (Option.isSome(session.code)) yield* terminal.print(`and enter this code: ${session.code.value}`)
    return yield* pollUntilDone(request, session)
  })

const slowDown = Duration.seconds(5)

/** Failures that do not end the polling: an unreachable network or a busy provider. */
const isTemporary = ({ state }: SourceFailure) => state === "unavailable" || state === "rate_limited"

/** Polls until the person has logged in at the provider. */
export const pollUntilDone = (request: Pick<LoginRequest, "id" | "name">, session: PollingSession) =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(session.expiresAfter)
    let { interval } = session
    let lastFailure = Option.none<SourceFailure>()
    while ((yield* Clock.currentTimeMillis) < end) {
      yield* Effect.sleep(interval)
      const result = yield* Effect.either(session.poll)
      lastFailure = Either.getLeft(result)
      if (Either.isRight(result) && result.right._tag === "Done") return result.right.token
      if (Either.isLeft(result) && !isTemporary(result.left)) return yield* result.left
      if (Either.match(result, { onLeft: () => true, onRight: (poll) => poll._tag === "Pending" && poll.slower }))
        interval = Duration.sum(interval, slowDown)
    }
    return yield* Option.getOrElse(lastFailure, () =>
      failure(request, "interrupted", `no one logged in at ${request.name} before the code expired`)
    )
  })

const byPassword = (request: LoginRequest, method: PasswordLogin, terminal: Terminal) =>
  Effect.gen(function* () {
    const name = yield* Effect.flatMap(
      terminal.ask(`${request.name} user name or e-mail address:`),
      requireInput(request)
    )
    const password = yield* Effect.flatMap(
      terminal.askSecret(`${request.name} password (it is not stored):`),
      requireInput(request)
    )
    return yield* method.login(name.trim(), password)
  })

/** A prompt in a job or in a closed pipe would never return. */
const requireInput =
  (request: LoginRequest) =>
  <A>(line: Option.Option<A>): Effect.Effect<A, SourceFailure> =>
    Option.isSome(line)
      ? Effect.succeed(line.value)
      : new SourceFailure({
          source: request.id,
          state: "interrupted",
          message: "there is no interactive terminal here",
          next: `run \`daybook connect ${request.id}\` in a terminal`
        })

const failure = (request: Pick<LoginRequest, "id" | "name">, state: "forbidden" | "interrupted", message: string) =>
  new SourceFailure({ source: request.id, state, message, next: `run \`daybook connect ${request.id}\` again` })

/** The provider's error code, reduced to safe characters. */
const sanitizedCode = (code: string) => code.replaceAll(/[^\w .-]/g, "").slice(0, 60)
