import type { SourceFailure } from "@daybook/core/sync"
import type { Login, Tokens } from "@daybook/core/tokens"
import { SourceFailure as Failure } from "@daybook/core/sync"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Either, Option, Redacted } from "effect"
import { bearer, Provider, type Answer } from "../provider/index.js"
import type { Settings } from "./settings.js"
import { type Raw, countOf, isRaw, rowsOf } from "./wire.js"

/** What the server is told of who asks. */
export const client = { product: "Daybook", identifier: "daybook-self-hosted" }

type Query = Readonly<Record<string, string | number>>

/** One answer of the server. */
export interface Container {
  readonly rows: ReadonlyArray<Raw>
  /** Rows in the whole list, as the server counts them. */
  readonly total: number
  readonly container: Raw
}

/** Plex Media Server's HTTP interface. */
export interface Plex {
  readonly get: (path: string, query?: Query) => Effect.Effect<Container, SourceFailure>
  /** A part of a list: `size` rows from `start`. */
  readonly part: (path: string, query: Query, start: number, size: number) => Effect.Effect<Container, SourceFailure>
  /** None where the server has no such thing any more. */
  readonly find: (path: string, query?: Query) => Effect.Effect<Option.Option<Container>, SourceFailure>
}

export const make = ({ gap, token, url }: Settings): Effect.Effect<Plex, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function*() {
    const signed = Option.isNone(token) ? { bearer: yield* bearer(login, signWith) } : {}
    const provider = yield* Provider.make({
      source: "plex",
      name: "Plex",
      baseUrl: url,
      gap,
      advice,
      ...signed,
      headers: {
        accept: "application/json",
        "x-plex-product": client.product,
        "x-plex-client-identifier": client.identifier,
        ...Option.match(token, { onNone: () => ({}), onSome: (given) => ({ [tokenHeader]: Redacted.value(given) }) })
      }
    })
    const get: Plex["get"] = (path, query = {}) => provider.read({ path, query: () => query }, readContainer)
    return {
      get,
      find: (path, query) =>
        Effect.asSome(get(path, query)).pipe(Effect.catchIf((failure) => failure.state === "not_found", () => Effect.succeedNone)),
      part: (path, query, start, size) => {
        const window = { "X-Plex-Container-Start": start, "X-Plex-Container-Size": size }
        return provider.read(
          { path, query: () => ({ ...query, ...window }), headers: { "x-plex-container-start": String(start), "x-plex-container-size": String(size) } },
          (answer) => Either.filterOrLeft(
            readContainer(answer),
            ({ rows, total }) => start > 0 || total === 0 || rows.length > 0,
            () => "announces rows and sends none"
          )
        )
      }
    }
  })

const tokenHeader = "x-plex-token"

const signWith = (request: HttpClientRequest.HttpClientRequest, { access }: { readonly access: Redacted.Redacted }) =>
  HttpClientRequest.setHeader(request, tokenHeader, Redacted.value(access))

/** The token of a PIN login does not end by itself, and there is none to be had without the person. */
const login: Login = {
  id: "plex",
  source: "plex",
  name: "Plex",
  given: Option.none(),
  refresh: () =>
    new Failure({ source: "plex", state: "unauthorized", message: "Plex no longer takes the login", next: "run `daybook connect plex`" })
}

const advice = {
  unauthorized: "sign in again: run `daybook connect plex`, or put a new token into DAYBOOK_PLEX_TOKEN",
  not_found: "check DAYBOOK_PLEX_URL",
  unavailable: "check that the media server runs at DAYBOOK_PLEX_URL and sync again: it goes on where it was",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_PLEX_URL"
}

const readContainer = (answer: Answer): Either.Either<Container, string> =>
  answer.json.pipe(
    Either.mapLeft(() => "answers with something that is not JSON"),
    Either.flatMap((json): Either.Either<Container, string> => {
      const container = isRaw(json) ? json["MediaContainer"] : undefined
      if (!isRaw(container)) return Either.left("answers in an unknown shape")
      const rows = rowsOf(container)
      return Either.right({ container, rows, total: countOf(container["totalSize"]) ?? countOf(container["size"]) ?? rows.length })
    })
  )
