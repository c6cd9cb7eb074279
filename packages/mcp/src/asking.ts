import { Api } from "@daybook/http/contract"
import * as HttpApi from "@effect/platform/HttpApi"
import { type Context, Effect } from "effect"
import { type Ask, AskError, type Params } from "./Ask.js"

/** A request to the API, without key and host. */
export interface ApiRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** JSON. */
  readonly body?: string
}

export interface ApiAnswer {
  readonly status: number
  readonly text: string
  /** The header `Retry-After` in seconds. */
  readonly retryAfter: number | null
}

/** Sends a request and resolves with the answer; rejects if none arrives or the signal aborts. */
export type SendRequest = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>

interface Endpoint {
  readonly method: string
  readonly path: string
}

let endpoints: ReadonlyMap<string, Endpoint> | undefined

/** Method and path of every operation, from the contract. */
const endpointOf = (operation: string): Endpoint => {
  if (endpoints === undefined) {
    const all = new Map<string, Endpoint>()
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) =>
        void all.set(`${group.identifier}.${endpoint.name}`, { method: endpoint.method, path: endpoint.path })
    })
    endpoints = all
  }
  return endpoints.get(operation)!
}

const requestOf = ({ method, path }: Endpoint, params: Params, body: unknown): ApiRequest => {
  const rest = new Map(Object.entries(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value ?? ""))
  })
  const query = new URLSearchParams()
  for (const [name, value] of rest) if (value !== undefined && value !== null) query.set(name, String(value))
  const target = query.size === 0 ? filled : `${filled}?${query.toString()}`
  return { method, target, ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }) }
}

const noAnswer = new AskError({ status: 0, message: "the host did not answer", retryAfter: null })

const errorOf = ({ retryAfter, status, text }: ApiAnswer): AskError => {
  const message = /"error":("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  return new AskError({
    status,
    message: message === undefined ? `status ${status}` : String(JSON.parse(message)),
    retryAfter
  })
}

/** Sends a request and parses the answer. */
export const answerTo = (send: SendRequest, request: ApiRequest): Effect.Effect<unknown, AskError> =>
  Effect.flatMap(Effect.tryPromise({ try: (signal) => send(request, signal), catch: () => noAnswer }), (answer) =>
    answer.status >= 200 && answer.status < 300
      ? Effect.try({ try: () => JSON.parse(answer.text) as unknown, catch: () => noAnswer })
      : Effect.fail(errorOf(answer))
  )

/** The port over whatever carries the requests. */
export const asking = (send: SendRequest): Context.Tag.Service<Ask> => ({
  call: (operation, params, body) =>
    Effect.suspend(() => answerTo(send, requestOf(endpointOf(operation), params, body))),
  declared: (domain, path, params) =>
    answerTo(send, requestOf({ method: "GET", path: `/v1/${domain}/${path}` }, params, undefined))
})

/** Sends requests to a host elsewhere. `url` may have a path. */
export const remote =
  (url: string, key: string): SendRequest =>
  async ({ body, method, target }, signal) => {
    const response = await fetch(`${url.replace(/\/+$/, "")}${target}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body })
    })
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN)
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: Number.isNaN(retryAfter) ? null : retryAfter
    }
  }
