import { Context, type Effect } from "effect"
import type { Domain } from "../rooms.js"
import type { NoData, StorageFailure } from "../shared/errors.js"
import type { Size } from "./presets.js"

export const formats = ["auto", "avif", "webp", "jpeg"] as const
export type Format = (typeof formats)[number]
/** What a picture can be sent as. */
export type MediaFormat = Exclude<Format, "auto">

/** The longest side that is ever made, pixels. */
export const longestSide = 4_096
export const defaultQuality = 85

/** One address of the proxy, read. */
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

export type Served =
  | { readonly _tag: "Picture"; readonly bytes: Uint8Array; readonly mediaType: string }
  /** The picture is another one since: it is at the same address with this `v`. */
  | { readonly _tag: "Moved"; readonly version: number }

/** Serves pictures in the size and format that is asked for. */
export class ImageProxy extends Context.Tag("@daybook/core/ImageProxy")<ImageProxy, {
  /** `NoData` for a wrong signature as for a picture that is not there: nobody can tell them apart. */
  readonly serve: (transform: Transform) => Effect.Effect<Served, NoData | StorageFailure>
}>() {}
