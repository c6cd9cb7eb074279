import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isBuiltIn } from "@daybook/core"
import { rateHeaders, requestIds } from "../front/callers.js"
import type { FrontOptions, Listener } from "../front/Front.js"
import { type PublicAddress, rootOf } from "../front/publicAddress.js"
import { problemOf } from "../front/routing.js"
import { type HeaderList, etagMatches, sendError } from "../front/send.js"
import { sendAs } from "../inside.js"
import { ownerKey } from "../kit/ownerKey.js"
import { type ErrorEnvelope, notFound, serverError, tooManyRequests } from "../kit/errors.js"
import { sendEmbed } from "./embed.js"
import { feedFormats, type PublishedItem } from "./feeds.js"

const wrongMethod: ErrorEnvelope = { error: "only GET is supported below /p", status: 405 }

const address = /^\/p\/([a-z][a-z0-9-]*)\/(?:([a-z]+)\/)?feed\.([a-z]+)$/

/** Items of a feed. */
const mostItems = 50

const hour = 3_600_000

/** A feed that an address names. */
interface FeedAddress {
  readonly lens: string
  /** Null for all domains of the lens. */
  readonly domain: string | null
  readonly format: string
}

const addressOf = (path: string): FeedAddress | undefined => {
  const [, lens, domain, format] = address.exec(path) ?? []
  if (lens === undefined || format === undefined || !feedFormats.has(format)) return undefined
  return domain !== undefined && !isBuiltIn(domain) ? undefined : { lens, domain: domain ?? null, format }
}

/**
 * Adds feeds of public lenses, which feed readers open without a key: `/p/{lens}/feed.xml`. They are what a key with
 * the lens gets of the feed.
 */
export const publishingListener = (front: FrontOptions, options: PublicAddress) => {
  const requestIdOf = requestIds()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const now = front.now()
    const allowance = await front.limits.take(undefined, () => front.address(request), now)
    const headers = rateHeaders(allowance, now)
    headers.push("X-Request-Id", requestIdOf(request.headers["x-request-id"]), "X-Content-Type-Options", "nosniff")
    headers.push("Access-Control-Allow-Origin", "*")
    if (!allowance.allowed) return sendError(request, response, headers, tooManyRequests)
    if (request.method !== "GET" && request.method !== "HEAD")
      return sendError(request, response, [...headers, "Allow", "GET, HEAD"], wrongMethod)
    const { url = "/" } = request
    const [path = "/"] = url.split("?")
    if (sendEmbed(path, request, response, headers)) return
    const problem = problemOf(url)
    const feed = addressOf(path)
    if (problem !== undefined || feed === undefined) return sendError(request, response, headers, problem ?? notFound)
    return sendFeed(front, options, feed, request, response, headers)
  }
  return (request: IncomingMessage, response: ServerResponse, other: Listener): void => {
    if (request.url?.startsWith("/p/") !== true) return other(request, response)
    answer(request, response).catch(() => {
      if (!response.headersSent) sendError(request, response, [], serverError)
    })
  }
}

const sendFeed = async (
  front: FrontOptions,
  place: PublicAddress,
  { domain, format, lens }: FeedAddress,
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList
): Promise<void> => {
  const definition = front.lenses(lens)?.definition
  if (definition?.public !== true) return sendError(request, response, headers, notFound)
  const target = `/v1/feed${domain === null ? "" : `/domain/${domain}`}?limit=${mostItems}`
  const { status, text } = await sendAs(front, { ...ownerKey("read"), lens })(
    { method: "GET", target },
    new AbortController().signal
  )
  // A lens that does not allow the feed has none.
  if (status !== 200) return sendError(request, response, headers, status === 403 ? notFound : serverError)
  const { data } = JSON.parse(text) as { readonly data: ReadonlyArray<PublishedItem> }
  const self = `${rootOf(place, request.headers)}${(request.url ?? "").split("?")[0]}`
  const { contentType, write } = feedFormats.get(format)!
  const feed = { title: titleOf(lens, domain), self, host: new URL(self).hostname, lens, items: data }
  const body = Buffer.from(write({ ...feed, delay: (definition.feed_delay ?? 0) * hour }))
  const etag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`
  headers.push("ETag", etag, "Cache-Control", "public, max-age=300")
  if (etagMatches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  headers.push("Content-Type", contentType, "Content-Length", String(body.byteLength))
  response.writeHead(200, headers)
  response.end(request.method === "HEAD" ? undefined : body)
}

const titleOf = (lens: string, domain: string | null) =>
  domain === null ? `Daybook: ${lens}` : `Daybook: ${lens}, ${domain}`
