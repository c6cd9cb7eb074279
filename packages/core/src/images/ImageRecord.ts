import type { Domain } from "../rooms.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { EntityWant } from "./ImageWant.js"

/** A picture that was taken in: its original is stored, its looks are known. */
export interface TakenPicture {
  /** Under which the original is stored: the SHA-256 of its bytes, hexadecimal. */
  readonly original: string
  readonly width: number
  readonly height: number
  /** Base64 of the ThumbHash (https://evanw.github.io/thumbhash/). */
  readonly thumbhash: string | null
  /** `#rrggbb`. */
  readonly dominantColor: string | null
  readonly accentColor: string | null
  /** Who had it: a provider's id, `page`, `upload`, `chosen`. */
  readonly source: string
  /** Where it was, without any token; null for an upload. */
  readonly sourceUrl: string | null
}

/** What is known of one entity's picture. */
export interface ImageRecord {
  readonly domain: Domain
  readonly want: EntityWant
  /** Grows with every change of the picture; 0 until there has been one. */
  readonly version: number
  readonly picture: TakenPicture | null
  /** A person chose it: syncs leave it alone. */
  readonly isOverride: boolean
}

/** How a look for a picture ended. `Postponed`: somebody could not be asked, so that nothing follows from it. */
export type Outcome =
  | { readonly _tag: "Found"; readonly entity: EntityRef; readonly picture: TakenPicture }
  | { readonly _tag: "Missing"; readonly entity: EntityRef }
  | { readonly _tag: "Postponed"; readonly entity: EntityRef }
