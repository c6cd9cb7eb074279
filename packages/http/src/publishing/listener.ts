import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { rateHeaders, requestIds } from "../front/callers.js"
import type { FrontOptions, Listener } from "../front/Front.js"
import { type PublicAddress, rootOf } from "../front/publicAddress.js"
import { problemOf } from "../front/routing.js"
import { type HeaderList, etagMatches, sendError } from "../front/send.js"
import { sendAs } from "../inside.js"
import { type ErrorEnvelope, notFound, serverError, tooManyRequests } from "../kit/errors.js"
import { ownerKey } from "../kit/ownerKey.js"
import type { LensView } from "../lenses/lensed.js"
import { type PictureReader, cardAt } from "./cards.js"
import { calendarAt } from "./calendarFiles.js"
import { sendEmbed } from "./embed.js"
import { feedAt } from "./feedFiles.js"
import type { Json, PublishedFile, PublishedRequest, Publisher, ReadAnswer } from "./publication.js"

const wrongMethod: ErrorEnvelope = { error: "only GET is supported below /p", status: 405 }

const address = /^\/p\/(\w[\w-]*)\/([a-z0-9./-]+)$/

export interface PublishingOptions extends PublicAddress {
  readonly pictures: PictureReader
  /** The name of the lens that a token opens, whether it is public or not. */
  readonly ofToken: (text: string) => string | undefined
}

/** A lens by its name or by a token, which is a secret between the owner and a program. */
interface OpenedLens {
  readonly lens: LensView
  readonly isPublic: boolean
}

interface OpenedFile extends PublishedFile, Pick<OpenedLens, "isPublic"> {}

/**
 * Adds files of lenses, which other programs open without a key: `/p/{lens}/feed.xml` of a public lens, `/p/{token}/…`
 * of any. They contain what a key with the lens gets.
 */
export const publishingListener = (front: FrontOptions, options: PublishingOptions) => {
  const requestIdOf = requestIds()
  const publisherAt = (path: string): Publisher | undefined =>
    feedAt(path) ?? calendarAt(path) ?? cardAt(path, options.pictures)
  const lensAt = (segment: string): OpenedLens | undefined => {
    const ofToken = options.ofToken(segment)
    const lens = front.lenses(ofToken ?? segment)
    if (lens === undefined || (ofToken === undefined && lens.definition.public !== true)) return undefined
    return { lens, isPublic: ofToken === undefined }
  }
  const fileOf = async (request: IncomingMessage, now: number): Promise<OpenedFile | ErrorEnvelope> => {
    const { headers, url = "/" } = request
    const problem = problemOf(url)
    if (problem !== undefined) return problem
    const [path = "/", ...query] = url.split("?")
    const [, segment = "", name = ""] = address.exec(path) ?? []
    const publisher = publisherAt(name)
    const opened = publisher === undefined ? undefined : lensAt(segment)
    if (publisher === undefined || opened === undefined) return notFound
    const self = `${rootOf(options, headers)}${path}`
    const params = new Map(new URLSearchParams(query.join("?")))
    const about = { lens: opened.lens, params, self, host: new URL(self).hostname, now }
    const file = await publisher({ ...about, ...dayAndRead(front, opened.lens, now) })
    return "error" in file ? file : { ...file, isPublic: opened.isPublic }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const now = front.now()
    const allowance = await front.limits.take(undefined, () => front.address(request), now)
    const headers = rateHeaders(allowance, now)
    headers.push("X-Request-Id", requestIdOf(request.headers["x-request-id"]), "X-Content-Type-Options", "nosniff")
    headers.push("Access-Control-Allow-Origin", "*")
    if (!allowance.allowed) return sendError(request, response, headers, tooManyRequests)
    if (request.method !== "GET" && request.method !== "HEAD")
      return sendError(request, response, [...headers, "Allow", "GET, HEAD"], wrongMethod)
    const [path = "/"] = (request.url ?? "/").split("?")
    if (sendEmbed(path, request, response, headers)) return
    const file = await fileOf(request, now)
    if ("error" in file) return sendError(request, response, headers, file)
    send(request, response, headers, file)
  }
  return (request: IncomingMessage, response: ServerResponse, other: Listener): void => {
    if (request.url?.startsWith("/p/") !== true) return other(request, response)
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendError(request, response, [], isEnvelope(error) ? error : serverError)
    })
  }
}

const isEnvelope = (error: unknown): error is ErrorEnvelope =>
  typeof error === "object" && error !== null && "status" in error && "error" in error

/** Reads as a key with the lens does. What the host cannot answer now, no file can contain. */
const dayAndRead = (
  front: FrontOptions,
  lens: LensView,
  now: number
): Pick<PublishedRequest, "today" | "dayOf" | "read"> => {
  const ask = sendAs(front, { ...ownerKey("read"), lens: lens.definition.name })
  return {
    today: front.today(now),
    dayOf: front.today,
    read: async (target): Promise<ReadAnswer> => {
      const { status, text } = await ask({ method: "GET", target }, new AbortController().signal)
      const body = JSON.parse(text) as Json
      if (status >= 500) throw body
      return { status, body }
    }
  }
}

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  { body, contentType, headers: more = [], isPublic, maxAge }: OpenedFile
): void => {
  const bytes = Buffer.from(body)
  const etag = `"${hash("sha256", bytes, "base64url").slice(0, 27)}"`
  headers.push("ETag", etag, "Cache-Control", `${isPublic ? "public" : "private"}, max-age=${maxAge}`, ...more)
  if (etagMatches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  headers.push("Content-Type", contentType, "Content-Length", String(bytes.byteLength))
  response.writeHead(200, headers)
  response.end(request.method === "HEAD" ? undefined : bytes)
}
