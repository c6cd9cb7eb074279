import type { IncomingMessage } from "node:http"
import type { FrontOptions } from "../front/Front.js"
import { type FindOpenAddress, type OpenAddress, type OpenAnswer, everyOrigin } from "../front/openAddresses.js"
import { type PublicAddress, rootOf } from "../front/publicAddress.js"
import { etagOf } from "../front/send.js"
import { sendAs } from "../inside.js"
import { type ErrorEnvelope, notFound } from "../kit/errors.js"
import { ownerKey } from "../kit/ownerKey.js"
import type { LensView } from "../lenses/lensed.js"
import { type PictureReader, cardAt } from "./cards.js"
import { calendarAt } from "./calendarFiles.js"
import { embedAt } from "./embed.js"
import { feedAt } from "./feedFiles.js"
import type { Json, PublishedFile, PublishedRequest, Publisher, ReadAnswer } from "./publication.js"

const addressPattern = /^\/p\/(\w[\w-]*)\/([a-z0-9./-]+)$/

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
 * The addresses of files of lenses, which other programs open without a key: `/p/{lens}/feed.xml` of a public lens,
 * `/p/{token}/…` of any. They contain what a key with the lens gets.
 */
export const publishedAddresses = (front: FrontOptions, options: PublishingOptions): FindOpenAddress => {
  const publisherAt = (path: string): Publisher | undefined =>
    feedAt(path) ?? calendarAt(path) ?? cardAt(path, options.pictures)
  const lensAt = (segment: string): OpenedLens | undefined => {
    const ofToken = options.ofToken(segment)
    const lens = front.lenses(ofToken ?? segment)
    if (lens === undefined || (ofToken === undefined && lens.definition.public !== true)) return undefined
    return { lens, isPublic: ofToken === undefined }
  }
  const fileAt = async ({ headers, url = "/" }: IncomingMessage, now: number): Promise<OpenedFile | ErrorEnvelope> => {
    const [path = "/", ...query] = url.split("?")
    const [, segment = "", name = ""] = addressPattern.exec(path) ?? []
    const publisher = publisherAt(name)
    const opened = publisher === undefined ? undefined : lensAt(segment)
    if (publisher === undefined || opened === undefined) return notFound
    const self = `${rootOf(options, headers)}${path}`
    const params = new Map(new URLSearchParams(query.join("?")))
    const about = { lens: opened.lens, params, self, host: new URL(self).hostname, now }
    const file = await publisher({ ...about, ...dayAndRead(front, opened.lens, now) })
    return "error" in file ? file : { ...file, isPublic: opened.isPublic }
  }
  const methods = ["GET", "HEAD"]
  const address: OpenAddress = {
    path: "/p",
    methods,
    ...everyOrigin(methods, "If-None-Match"),
    serve: async ({ now, refuse, request, send }) => {
      const embed = embedAt((request.url ?? "/").split("?")[0]!, request)
      if (embed !== undefined) return send(embed)
      const file = await fileAt(request, now).catch(envelopeOf)
      return "error" in file ? refuse(file) : send(answerOf(file))
    }
  }
  return ({ url = "" }) => (url.startsWith("/p/") ? address : undefined)
}

const envelopeOf = (cause: unknown): ErrorEnvelope => {
  if (isEnvelope(cause)) return cause
  throw cause
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

const answerOf = ({ body, contentType, headers = {}, isPublic, maxAge }: OpenedFile): OpenAnswer => {
  const bytes = Buffer.from(body)
  return {
    status: 200,
    headers: {
      "Content-Type": contentType,
      ETag: etagOf(bytes),
      "Cache-Control": `${isPublic ? "public" : "private"}, max-age=${maxAge}`,
      ...headers
    },
    body: bytes
  }
}
