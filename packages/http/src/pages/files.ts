import { type Asset, assets } from "@daybook/page"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { gunzipSync } from "node:zlib"
import type { AdmittedRequest } from "../front/requests.js"

/** True if a client takes gzip: named, or covered by `*`, with a quality above 0 (RFC 9110 §12.5.3). */
export const takesGzip = (acceptEncoding = ""): boolean => {
  const qualities = new Map(
    acceptEncoding.split(",").map((coding) => {
      const [name = "", ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith("q="))
      return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const
    })
  )
  return (qualities.get("gzip") ?? qualities.get("x-gzip") ?? qualities.get("*") ?? 0) > 0
}

const served = ({ base64, contentType, isCompressed, path }: Asset) => {
  const bytes = Buffer.from(base64, "base64")
  return {
    path: `/${path}` as const,
    isCompressed,
    answer: ({ headers }: AdmittedRequest) =>
      Effect.sync(() =>
        isCompressed && takesGzip(String(headers["accept-encoding"]))
          ? HttpServerResponse.uint8Array(bytes, { contentType, headers: { "content-encoding": "gzip" } })
          : HttpServerResponse.uint8Array(isCompressed ? gunzipSync(bytes) : bytes, { contentType })
      )
  }
}

/** The files of the page. Their paths contain a content hash, so they can be cached for good. */
export const pageFiles = assets.map(served)
