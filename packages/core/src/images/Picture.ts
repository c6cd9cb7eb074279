import { Context, type Effect } from "effect"
import type { EntityType } from "../shared/EntityRef.js"
import type { Domain } from "../rooms.js"
import type { Image } from "./Image.js"
import type { Preset } from "./presets.js"

/** What a stored row tells of its picture; stores answer null where there is none (yet). */
export interface Picture {
  readonly domain: Domain
  readonly type: EntityType
  readonly id: number
  /** Grows with every change of the picture. */
  readonly version: number
  readonly thumbhash: string | null
  /** `#rrggbb`. */
  readonly dominantColor: string | null
  readonly accentColor: string | null
}

/** Makes the image object of a payload out of a stored picture: `Pictures.image`. */
export type ToImage = (picture: Picture | null) => Image | null

/** Turns pictures into the image objects of payloads, with their signed addresses on this host. */
export class Pictures extends Context.Tag("@daybook/core/Pictures")<Pictures, {
  /** In the size of its context, by default `medium` (contract §0.6). */
  readonly image: (picture: Picture | null, preset?: Preset) => Image | null
  /** Says where the host listens: the address stands in for a public one that no setting gives. */
  readonly servedAt: (address: string) => Effect.Effect<void>
}>() {}
