import { type Credential, type Scrobbler, Scrobblers } from "@daybook/core/listening"
import type { Allowance } from "@daybook/core/keys"
import { StorageFailure } from "@daybook/core/shared"
import { Cause, Effect, Exit, Option, Runtime } from "effect"
import type { IncomingMessage } from "node:http"
import { isRefused, noBody } from "../front/body.js"
import type { BodyLimits, ReadBody } from "../front/bodyShape.js"
import { rateHeaders } from "../front/callers.js"
import type { FrontOptions } from "../front/Front.js"
import { type FindOpenAddress, type OpenAddress, type OpenRequest, everyOrigin } from "../front/openAddresses.js"
import { type PublicAddress, rootOf } from "../front/publicAddress.js"
import type { HeaderList } from "../front/send.js"
import type { Protocol, Refusal, RequestHead, ScrobbleRequest } from "./answers.js"
import { audioscrobbler } from "./audioscrobbler.js"
import { legacy } from "./legacy.js"
import { listenBrainz } from "./listenbrainz.js"
import { login } from "./login.js"
import { parametersOf } from "./parameters.js"

/** Values of JSON, or pairs and escapes of a form. */
const maxParts = { json: 400_000, form: 10_000 }

/** The addresses that clients submit listens to. */
export const scrobblingAddresses = Effect.fn("scrobblingAddresses")(function* (
  front: FrontOptions,
  place: PublicAddress
) {
  const protocols: ReadonlyArray<Protocol> = [yield* listenBrainz, yield* audioscrobbler, yield* legacy, yield* login]
  const serve = serveWith(front, yield* Scrobblers, yield* Effect.runtime<never>())
  const addresses = protocols.map((protocol): OpenAddress => {
    const methods = methodsOf(protocol)
    return {
      path: protocol.address,
      methods,
      ...cors(methods),
      rateHeaders: allowanceHeaders,
      countsRequests: true,
      serve: (open) => serve(open, protocol, headOf(place, open, protocol))
    }
  })
  const find: FindOpenAddress = ({ url = "" }) => addresses.find(({ path }) => isAt(url, path))
  return find
})

/** The addresses of forms act on GET as well, and a HEAD must change nothing. */
const methodsOf = ({ credentialInHead, methods }: Protocol): ReadonlyArray<string> =>
  credentialInHead === undefined ? methods : [...methods, "HEAD"]

/** Whether a request goes to an address or below it. */
const isAt = (url: string, address: string): boolean =>
  url.startsWith(address) && (url.length === address.length || "/?".includes(url.charAt(address.length)))

const headOf = (place: PublicAddress, { now, request }: OpenRequest, { address }: Protocol): RequestHead => {
  const { headers, method = "GET", url = "" } = request
  const [path = "", ...query] = url.split("?")
  return {
    method,
    path: path
      .slice(address.length)
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent),
    query: new URLSearchParams(query.join("?")),
    accept: headers.accept ?? "",
    authorization: headers.authorization,
    userAgent: headers["user-agent"] ?? null,
    base: `${rootOf(place, headers)}${address}`,
    now
  }
}

/** A counted request: whose it is, and how many more may come. */
interface Admitted {
  readonly scrobbler: Scrobbler | null
  readonly allowance: Allowance
  /** Set if the scrobbler could not be looked up. */
  readonly refusal?: Refusal
}

/** A counted request with its body. */
interface Read extends Admitted {
  readonly sent: ScrobbleRequest
}

const serveWith = (front: FrontOptions, scrobblers: Scrobblers, runtime: Runtime.Runtime<never>) => {
  const run = Runtime.runPromiseExit(runtime)
  const logFailure = (cause: Cause.Cause<unknown>) =>
    Runtime.runSync(runtime)(Effect.logError("a request of a scrobbler failed", cause))

  const refusalOf = (cause: Cause.Cause<StorageFailure>): Refusal => {
    const failure = Option.getOrUndefined(Cause.failureOption(cause))
    if (failure instanceof StorageFailure && failure.unavailable) return "unavailable"
    logFailure(cause)
    return "broken"
  }

  /** Counts against the scrobbler if it is known, otherwise against the address, and then looks it up. */
  const admit = async (
    request: IncomingMessage,
    head: RequestHead,
    credential: Credential | undefined
  ): Promise<Admitted> => {
    const cached = credential === undefined ? undefined : scrobblers.cached(credential, head.now)
    if (cached !== undefined)
      return { scrobbler: cached, allowance: await front.limits.takeScrobbler(cached.id, head.now) }
    const allowance = await front.limits.take(undefined, () => front.address(request), head.now)
    if (credential === undefined || !allowance.allowed) return { scrobbler: null, allowance }
    const exit = await run(scrobblers.identify(credential))
    if (Exit.isFailure(exit)) return { scrobbler: null, allowance, refusal: refusalOf(exit.cause) }
    return { scrobbler: exit.value, allowance }
  }

  /**
   * Whose request it is, and its body. A token in the headers is looked up first, and no body of a stranger is read.
   * Where only the body has the token, the request counts for its address until the body says whose it is.
   */
  const read = async ({ request, response }: OpenRequest, protocol: Protocol, head: RequestHead): Promise<Read> => {
    const limits: BodyLimits = {
      bytes: protocol.maxBodyBytes,
      parts: maxParts[protocol.syntax],
      syntax: protocol.syntax
    }
    const bodyOf = (stranger: string | undefined) =>
      head.method === "POST"
        ? new Promise<ReadBody>((resolve) => front.bodies(request, response, limits, stranger, resolve))
        : Promise.resolve(noBody)
    if (protocol.credentialInHead !== undefined) {
      const admitted = await admit(request, head, protocol.credentialInHead(head))
      const isKnown = admitted.scrobbler !== null && admitted.allowance.allowed
      return withBody(admitted, head, isKnown ? await bodyOf(undefined) : noBody)
    }
    const address = front.address(request)
    const allowance = front.limits.reserve(address, head.now)
    if (!allowance.allowed) return withBody({ scrobbler: null, allowance }, head, noBody)
    const body = await bodyOf(address)
    front.limits.release(address)
    const sent = requestOf(head, body)
    return withBody(await admit(request, head, protocol.credentialIn?.(sent)), head, body, sent)
  }

  return async (open: OpenRequest, protocol: Protocol, head: RequestHead): Promise<void> => {
    const { allowance, refusal, scrobbler, sent } = await read(open, protocol, head)
    if (!allowance.allowed) front.observer.rateLimited(scrobbler === null ? "address" : "key")
    const refused = allowance.allowed ? refusal : "busy"
    if (refused !== undefined) return open.send(protocol.refuse(sent, refused), allowance)
    // Suspended, so that a defect in the reading of a request is an answer and not an unhandled rejection.
    const exit = await run(Effect.suspend(() => protocol.answer(sent, scrobbler)))
    open.send(Exit.isSuccess(exit) ? exit.value : protocol.refuse(sent, refusalOf(exit.cause)), allowance)
  }
}

/** A request with its body, whose parameters are parsed once. */
const requestOf = (head: RequestHead, body: ReadBody): ScrobbleRequest => {
  const text = isRefused(body) ? "" : body.toString()
  return { ...head, body: text, parameters: parametersOf(head.query, text) }
}

const withBody = (admitted: Admitted, head: RequestHead, body: ReadBody, sent = requestOf(head, body)): Read => ({
  ...admitted,
  sent,
  ...(isRefused(body) ? { refusal: admitted.refusal ?? refusals[body.status] ?? "too_large" } : {})
})

/** Why a body is not read, by the status that the host gives elsewhere. */
const refusals: Readonly<Record<number, Refusal>> = { 400: "too_complex", 429: "busy" }

/** The token is in the request, never in a cookie. */
const cors = (methods: ReadonlyArray<string>) => {
  const { headers, preflight } = everyOrigin(methods, "Authorization, Content-Type, Accept")
  const exposed =
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset-In, X-RateLimit-Reset, Retry-After, X-Request-Id"
  return { headers: [...headers, "Access-Control-Expose-Headers", exposed], preflight }
}

/** Clients of ListenBrainz read in how many seconds the limit is reset. */
const allowanceHeaders = (allowance: Allowance, now: number): HeaderList => [
  ...rateHeaders(allowance, now),
  "X-RateLimit-Reset-In",
  String(Math.max(0, Math.ceil((allowance.resetAt - now) / 1_000)))
]
