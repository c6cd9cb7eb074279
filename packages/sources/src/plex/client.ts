import { SourceFailure as Failure, type SourceFailure } from "@daybook/core/sync"
import type { Login, Tokens } from "@daybook/core/tokens"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Either, Option, Redacted, Stream } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import { bearer } from "../kit/provider/Bearer.js"
import * as Provider from "../kit/provider/Provider.js"
import type { Settings } from "./login.js"
import { type Raw, countOf, isRaw, rowsOf } from "./wire.js"

/** Identifies Daybook to the server. */
export const client = { product: "Daybook", identifier: "daybook-self-hosted" }

type Query = Readonly<Record<string, string | number>>

/** One response of the server. */
export interface Container {
  readonly rows: ReadonlyArray<Raw>
  /** Total number of rows, as counted by the server. */
  readonly total: number
  readonly container: Raw
}

/** Plex Media Server's HTTP interface. */
export interface Plex {
  readonly get: (path: string, query?: Query) => Effect.Effect<Container, SourceFailure>
  /** A page of a list: `size` rows from `start`. */
  readonly part: (path: string, query: Query, start: number, size: number) => Effect.Effect<Container, SourceFailure>
  /** None if the server no longer has the item. */
  readonly find: (path: string, query?: Query) => Effect.Effect<Option.Option<Container>, SourceFailure>
}

export const make = ({ gap, token, url }: Settings): Effect.Effect<Plex, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
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
        ...Option.match(token, { onNone: () => ({}), onSome: (value) => ({ [tokenHeader]: Redacted.value(value) }) })
      }
    })
    const get: Plex["get"] = (path, query = {}) => provider.read({ path, query: () => query }, readContainer)
    return {
      get,
      find: (path, query) => Provider.orNone(get(path, query)),
      part: (path, query, start, size) => {
        const window = { "X-Plex-Container-Start": start, "X-Plex-Container-Size": size }
        return provider.read(
          {
            path,
            query: () => ({ ...query, ...window }),
            headers: { "x-plex-container-start": String(start), "x-plex-container-size": String(size) }
          },
          (answer) =>
            Either.filterOrLeft(
              readContainer(answer),
              ({ rows, total }) => start > 0 || total === 0 || rows.length > 0,
              () => "reports rows but sends none"
            )
        )
      }
    }
  })

const tokenHeader = "x-plex-token"

const signWith = (request: HttpClientRequest.HttpClientRequest, { access }: { readonly access: Redacted.Redacted }) =>
  HttpClientRequest.setHeader(request, tokenHeader, Redacted.value(access))

/** The token of a PIN login does not expire, and only the person can get a new one. */
const login: Login = {
  id: "plex",
  source: "plex",
  name: "Plex",
  configuredRefreshToken: Option.none(),
  refresh: () =>
    new Failure({
      source: "plex",
      state: "unauthorized",
      message: "Plex no longer accepts the login",
      next: "run `daybook connect plex`"
    })
}

const advice = {
  unauthorized: "sign in again: run `daybook connect plex`, or put a new token into DAYBOOK_PLEX_TOKEN",
  not_found: "check DAYBOOK_PLEX_URL",
  unavailable: "check that the media server runs at DAYBOOK_PLEX_URL and sync again: it continues where it stopped",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_PLEX_URL"
}

const readContainer = (answer: Answer): Either.Either<Container, string> =>
  answer.json.pipe(
    Either.mapLeft(() => "answers with something that is not JSON"),
    Either.flatMap((json): Either.Either<Container, string> => {
      const container = isRaw(json) ? json["MediaContainer"] : undefined
      if (!isRaw(container)) return Either.left("answers in an unknown shape")
      const rows = rowsOf(container)
      return Either.right({
        container,
        rows,
        total: countOf(container["totalSize"]) ?? countOf(container["size"]) ?? rows.length
      })
    })
  )

export interface Part {
  readonly rows: ReadonlyArray<Raw>
  readonly total: number
}

const size = 200
/** Rows of a page that are requested again with the next page. If none of them recurs, rows were deleted meanwhile. */
const overlap = 10
const maxStepsBack = 20

/**
 * The pages of a list that may change while it is read. After insertions some rows occur twice; after deletions the
 * reader steps back, so that no row is missed. Ends at the end of the list, whatever the server counts, or after the
 * first page for which `goesOn` is false.
 */
export const listPages = (
  plex: Plex,
  path: string,
  query: Readonly<Record<string, string | number>>,
  options: { readonly keyOf: (row: Raw) => string; readonly goesOn: (rows: ReadonlyArray<Raw>) => boolean }
): Stream.Stream<Part, SourceFailure> =>
  Stream.unwrap(
    Effect.sync(() => {
      const seen = new Set<string>()
      let stepsBack = 0
      const next = (start: number): Effect.Effect<readonly [Part, Option.Option<number>], SourceFailure> =>
        Effect.gen(function* () {
          const { rows, total } = yield* plex.part(path, query, start, size)
          const isTorn =
            start > 0 &&
            rows.length > 0 &&
            !rows.some((row) => seen.has(options.keyOf(row))) &&
            stepsBack++ < maxStepsBack
          if (isTorn) return yield* next(Math.max(0, start - size + overlap))
          const fresh = rows.filter((row) => !seen.has(options.keyOf(row)))
          for (const row of fresh) seen.add(options.keyOf(row))
          const end = start + rows.length
          const isLast =
            rows.length === 0 || (rows.length < size && end >= total) || fresh.length === 0 || !options.goesOn(rows)
          return [
            { rows: fresh, total },
            isLast ? Option.none() : Option.some(Math.max(start + 1, end - overlap))
          ] as const
        })
      return Stream.paginateEffect(0, next)
    })
  )
