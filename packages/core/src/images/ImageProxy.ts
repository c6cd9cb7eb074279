import { Context, type Effect } from "effect"
import type { Domain } from "../domains.js"
import type { NoData, StorageFailure } from "../shared/errors.js"
import type { Size } from "./Picture.js"

export const formats = ["auto", "avif", "webp", "jpeg"] as const
export type Format = (typeof formats)[number]
/** Formats of served pictures. */
export type MediaFormat = Exclude<Format, "auto">

/** Maximum side length, pixels. */
export const maxSide = 4_096
export const defaultQuality = 85

/** A parsed address of the proxy. */
export interface Transform extends Size {
  readonly domain: Domain
  readonly collection: string
  readonly id: number
  readonly version: number | null
  readonly signature: string
  readonly format: MediaFormat
  /** 1 to 100. */
  readonly quality: number
}

export type ProxyResult =
  | { readonly _tag: "Picture"; readonly bytes: Uint8Array; readonly mediaType: string }
  /** The picture changed: it is at the same address with this `v`. */
  | { readonly _tag: "Moved"; readonly version: number }

/** Serves pictures in the requested size and format. */
export class ImageProxy extends Context.Tag("@daybook/core/ImageProxy")<
  ImageProxy,
  {
    /** `NoData` both for a wrong signature and for a missing picture, so that clients cannot distinguish them. */
    readonly serve: (transform: Transform) => Effect.Effect<ProxyResult, NoData | StorageFailure>
  }
>() {}

/** The media types that an `Accept` header accepts, without wildcards. */
const acceptedTypes = (accept: string): ReadonlySet<string> =>
  new Set(
    accept
      .toLowerCase()
      .split(",")
      .flatMap((part) => {
        const [type = "", ...parameters] = part.split(";").map((text) => text.trim())
        return parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? [] : [type]
      })
  )

/** The smallest format that the client accepts by name; otherwise JPEG, which every client supports. */
export const formatFor = (format: Format, accept: string): MediaFormat => {
  if (format !== "auto") return format
  const types = acceptedTypes(accept)
  return types.has("image/avif") ? "avif" : types.has("image/webp") ? "webp" : "jpeg"
}
