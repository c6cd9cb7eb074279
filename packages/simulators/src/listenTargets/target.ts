import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A listen that a service has, under what it knows listens by. `at` is in unix seconds. */
export interface TakenListen {
  readonly at: number
  readonly artist: string
  readonly track: string
  readonly album: string | null
}

/**
 * What happens to one request.
 *
 * - `refused`: the connection ends before anything is read. `lost`: it ends after the listens were accepted.
 * - `cut`: they are stored, and half of the answer arrives.
 * - `page`: a web page with status 200, and nothing is accepted.
 * - `unavailable`: an error that passes. `limited`: the rate limit.
 */
export const targetFaults = ["refused", "lost", "cut", "page", "unavailable", "limited"] as const
export type TargetFault = (typeof targetFaults)[number]

export interface TargetRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface TargetAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How a service answers. It stores what it takes in `books`. */
export interface TargetRules {
  readonly answer: (request: TargetRequest, books: TargetBooks) => TargetAnswer
  readonly failing: (fault: "unavailable" | "limited") => TargetAnswer
}

export interface TargetBooks {
  readonly take: (listens: ReadonlyArray<TakenListen>) => void
  readonly play: (track: Omit<TakenListen, "at">) => void
}

/** A service on this machine that takes listens. */
export interface ListenTarget {
  readonly url: string
  /** The listens that it has, each once, in the order of their time. */
  readonly listens: () => ReadonlyArray<TakenListen>
  /** Listens that arrived again after their answer had arrived. */
  readonly repeats: () => ReadonlyArray<string>
  readonly playing: () => ReadonlyArray<Omit<TakenListen, "at">>
  /** The number of listens of each request that it took. */
  readonly batches: () => ReadonlyArray<number>
  readonly requests: () => ReadonlyArray<TargetRequest>
  /** The next requests meet these, in order. */
  readonly meet: (faults: ReadonlyArray<TargetFault>) => void
  readonly close: () => Promise<void>
}

/** Services compare names without case. */
export const keyOfListen = ({ artist, at, track }: TakenListen): string =>
  `${at} ${artist.toLowerCase()} ${track.toLowerCase()}`

const page = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in to the network</body></html>"

/** Starts a service on a free port. */
export const startTarget = async ({ answer, failing }: TargetRules): Promise<ListenTarget> => {
  const accepted = new Map<string, TakenListen>()
  const acknowledged = new Set<string>()
  const repeats: Array<string> = []
  const playing: Array<Omit<TakenListen, "at">> = []
  const batches: Array<number> = []
  const requests: Array<TargetRequest> = []
  const faults: Array<TargetFault> = []

  const respond = (request: TargetRequest, response: ServerResponse) => {
    const fault = faults.shift()
    if (fault === "refused") return void response.destroy()
    requests.push(request)
    if (fault === "page") return void response.writeHead(200, { "content-type": "text/html" }).end(page)
    if (fault === "unavailable" || fault === "limited") return send(response, failing(fault))
    const batch: Array<TakenListen> = []
    const reply = answer(request, {
      take: (listens) => void batch.push(...listens),
      play: (track) => void playing.push(track)
    })
    const keys = batch.map(keyOfListen)
    repeats.push(...keys.filter((key) => acknowledged.has(key)))
    batch.forEach((listen, place) => accepted.set(keys[place]!, listen))
    if (batch.length > 0) batches.push(batch.length)
    if (fault === "lost") return void response.destroy()
    if (fault === "cut") return void cutShort(response, reply)
    for (const key of keys) acknowledged.add(key)
    return send(response, reply)
  }

  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const { headers, method = "GET", url = "/" } = request
      respond({ method, path: url, headers, body: Buffer.concat(parts).toString() }, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listens: () => [...accepted.values()].sort((a, b) => a.at - b.at),
    repeats: () => repeats,
    playing: () => playing,
    batches: () => batches,
    requests: () => requests,
    meet: (next) => void faults.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const textOf = (body: unknown) => JSON.stringify(body)

const send = (response: ServerResponse, { body, headers = {}, status }: TargetAnswer): void =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(textOf(body))

/** The length is announced, and the connection ends in the middle. */
const cutShort = (response: ServerResponse, { body, headers = {}, status }: TargetAnswer): void => {
  const text = textOf(body)
  response.writeHead(status, { "content-type": "application/json", "content-length": String(text.length), ...headers })
  response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy())
}
