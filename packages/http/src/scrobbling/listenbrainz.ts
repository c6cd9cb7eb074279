import { type Scrobbler, Scrobblers, Scrobbling } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { Effect, Either } from "effect"
import type { OpenAnswer } from "../front/openAddresses.js"
import {
  type Protocol,
  type RequestHead,
  type ScrobbleRequest,
  json,
  refusalStatus,
  refusalTexts,
  userName
} from "./answers.js"
import { listenPage, msidOf, playingPage } from "./listens.js"
import { submissionOf } from "./payload.js"

type Answered = Effect.Effect<OpenAnswer, StorageFailure>

const error = (code: number, text: string): OpenAnswer => json(code, { code, error: text })

const ok = json(200, { status: "ok" })
const noHeader = error(401, "You need to provide an Authorization header.")
const invalidToken = error(401, "Invalid authorization token.")

const tokenIn = ({ authorization, path, query }: RequestHead): string | undefined => {
  const inAddress = path.at(-1) === "validate-token" ? query.get("token") : null
  const [, scheme, text] = /^\s*(?:(token|bearer)\s+)?(\S+)\s*$/i.exec(authorization ?? "") ?? []
  // The word alone is a scheme without its token.
  const inHeader = scheme === undefined && /^(token|bearer)$/i.test(text ?? "") ? undefined : text
  return inHeader ?? (inAddress === null || inAddress === "" ? undefined : inAddress)
}

/** ListenBrainz's API 1 (https://listenbrainz.readthedocs.io/en/latest/users/api/core.html). */
export const listenBrainz = Effect.gen(function* () {
  const scrobblers = yield* Scrobblers
  const scrobbling = yield* Scrobbling

  const validate = ({ userAgent, ...request }: ScrobbleRequest, scrobbler: Scrobbler | null): Answered => {
    if (tokenIn({ userAgent, ...request }) === undefined)
      return Effect.succeed(error(400, "You need to provide an Authorization token."))
    if (scrobbler === null) return Effect.succeed(json(200, { code: 200, message: "Token invalid.", valid: false }))
    const valid = json(200, { code: 200, message: "Token valid.", valid: true, user_name: userName })
    return Effect.as(scrobblers.recordUse(scrobbler, userAgent), valid)
  }

  const submit = ({ body, now, query, userAgent }: ScrobbleRequest, scrobbler: Scrobbler): Answered =>
    Either.match(submissionOf(body, now), {
      onLeft: (message) => Effect.succeed(error(400, message)),
      onRight: (submitted) => {
        const wantsId = query.get("return_msid") === "true" && (submitted.kind === "playing" || submitted.isSingle)
        const answer = wantsId ? json(200, { status: "ok", recording_msid: msidOf(submitted.names) }) : ok
        if (submitted.kind === "playing")
          return Effect.as(
            Effect.zipRight(
              scrobbling.play(scrobbler, submitted.track, submitted.client ?? userAgent),
              scrobblers.recordUse(scrobbler, submitted.client)
            ),
            answer
          )
        return scrobbling.submit(scrobbler, submitted.plays, submitted.client ?? userAgent).pipe(
          Effect.as(answer),
          Effect.catchTag("RevokedScrobbler", () => Effect.succeed(invalidToken))
        )
      }
    })

  /** What may be asked about the owner. */
  const ofUser = ([name = "", call = ""]: ReadonlyArray<string>, request: ScrobbleRequest): Answered => {
    if (name.toLowerCase() !== userName) return Effect.succeed(error(404, `Cannot find user: ${name}`))
    switch (call) {
      case "listens":
        return listenPage(scrobbling, request.query)
      case "playing-now":
        return playingPage(scrobbling)
      case "listen-count":
        return Effect.map(scrobbling.totals, ({ plays }) => json(200, { payload: { count: plays } }))
      default:
        return Effect.succeed(missing(request))
    }
  }

  const calls: Readonly<Record<string, (request: ScrobbleRequest, scrobbler: Scrobbler) => Answered>> = {
    "POST submit-listens": submit,
    "POST playing-now/delete": (_, scrobbler) => Effect.as(scrobbling.stop(scrobbler), ok),
    // A resumed import sends listens again, which adds nothing.
    "GET latest-import": () => Effect.succeed(json(200, { musicbrainz_id: userName, latest_import: 0 })),
    "POST latest-import": () => Effect.succeed(ok),
    "POST delete-listen": () => Effect.succeed(ok),
    "POST feedback/recording-feedback": () => Effect.succeed(ok),
    "GET metadata/lookup": () => Effect.succeed(json(200, {}))
  }

  const answer: Protocol["answer"] = (sent, scrobbler) => {
    const request = { ...sent, path: withoutVersion(sent.path) }
    const method = request.method === "HEAD" ? "GET" : request.method
    const path = request.path.join("/")
    if (path === "validate-token" && method === "GET") return validate(request, scrobbler)
    const call = calls[`${method} ${path}`]
    const isOfUser = method === "GET" && request.path[0] === "user"
    if (call === undefined && !isOfUser) return Effect.succeed(missing(request))
    if (tokenIn(request) === undefined) return Effect.succeed(noHeader)
    if (scrobbler === null) return Effect.succeed(invalidToken)
    return call === undefined ? ofUser(request.path.slice(1), request) : call(request, scrobbler)
  }

  return {
    address: "/apis/listenbrainz",
    methods: ["GET", "POST"],
    maxBodyBytes: 10_240_000,
    syntax: "json",
    credentialInHead: (request) => {
      const text = tokenIn(request)
      return text === undefined ? undefined : { kind: "token", text }
    },
    answer,
    refuse: (_, refusal) => error(refusalStatus[refusal], refusalTexts[refusal])
  } satisfies Protocol
})

/** Some people add `/1` to the address, and the client adds another. */
const withoutVersion = (path: ReadonlyArray<string>): ReadonlyArray<string> =>
  path[0] === "1" ? withoutVersion(path.slice(1)) : path

const missing = ({ method, path }: ScrobbleRequest): OpenAnswer =>
  error(404, `Daybook does not have ${method} /1/${path.join("/")}.`)
