import { Context, type Effect, Schema } from "effect"
import { type Domain, type EntityRef, type EntityType, domainDeclarations, domains, isBuiltIn } from "../domains.js"
import type { EntityDeclaration } from "../kit/domain.js"
import { publicField } from "../shared/fields.js"

/** How a picture fits a size: `cover` fills and crops; `contain` and `scale-down` keep the whole picture inside. */
export const fits = ["cover", "contain", "scale-down"] as const
export type Fit = (typeof fits)[number]

/** Pixels; null to derive it from the other side. Pictures are never enlarged. */
export interface Size {
  readonly width: number | null
  readonly height: number | null
  readonly fit: Fit
}

const square = (side: number): Size => ({ width: side, height: side, fit: "cover" })
const poster = (width: number, height: number): Size => ({ width, height, fit: "cover" })

/** The named sizes. */
export const presets = {
  thumbnail: square(64),
  small: square(150),
  medium: square(300),
  large: square(600),
  "poster-sm": poster(240, 360),
  poster: poster(342, 513),
  "poster-lg": poster(500, 750),
  backdrop: poster(780, 439),
  original: { width: null, height: null, fit: "scale-down" }
} as const satisfies Readonly<Record<string, Size>>
export type Preset = keyof typeof presets

export const presetNames = Object.keys(presets) as unknown as readonly [Preset, ...ReadonlyArray<Preset>]

/** A picture in payloads. `url` is absolute and contains the picture's version. */
export const Image = Schema.Struct({
  url: publicField(
    Schema.String,
    "Absolute address of the picture on this host, with size and version",
    "http://127.0.0.1:8787/images/listening/albums/42?v=1&w=300&h=300&fit=cover&s=qCU6PtDufcdk3MGsHiwEyA"
  ),
  thumbhash: publicField(
    Schema.NullOr(Schema.String),
    "ThumbHash placeholder of about 25 bytes, base64 (evanw/thumbhash)",
    "48gFFwSbZYum84ezVGlpmMh26fDmsIIF"
  ),
  dominant_color: publicField(Schema.NullOr(Schema.String), "Dominant colour of the picture", "#93df7b"),
  accent_color: publicField(
    Schema.NullOr(Schema.String),
    "Accent colour with contrast to the dominant colour",
    "#9ac224"
  )
}).annotations({ identifier: "Image" })

export type Image = typeof Image.Type

export const OptionalImage = Schema.NullOr(Image)
export const imageField = publicField(OptionalImage, "Picture; null if there is none")

/** The picture of a stored row; null where there is none (yet). */
export interface Picture {
  readonly domain: Domain
  readonly type: EntityType
  readonly id: number
  /** Increases with every change of the picture. */
  readonly version: number
  readonly thumbhash: string | null
  /** `#rrggbb`. */
  readonly dominantColor: string | null
  readonly accentColor: string | null
}

/** Converts a stored picture to the image object of a payload: `Pictures.image`. */
export type ToImage = (picture: Picture | null) => Image | null

/** Converts pictures to image objects of payloads, with signed addresses on this host. */
export class Pictures extends Context.Tag("@daybook/core/Pictures")<
  Pictures,
  {
    /** In a preset size, by default `medium`. */
    readonly image: (picture: Picture | null, preset?: Preset) => Image | null
    /** Sets the address of this host, used when no setting gives a public one. */
    readonly servedAt: (address: string) => Effect.Effect<void>
  }
>() {}

/** Entity types of the six domains by their plural in addresses, by domain. */
const collections: Readonly<Record<string, Readonly<Record<string, EntityType>>>> = Object.fromEntries(
  domainDeclarations.map(({ entities, name }) => [
    name,
    Object.fromEntries(
      Object.entries<EntityDeclaration>(entities).flatMap(([type, { pictures }]) =>
        pictures === undefined ? [] : [[pictures, type]]
      )
    )
  ])
)

/** Every plural in addresses, each once. */
export const collectionNames: ReadonlyArray<string> = Array.from(
  new Set(Object.values(collections).flatMap((names) => Object.keys(names)))
)

/**
 * The entity type of a plural; undefined if the domain has no such pictures. Types of a declared domain have one name
 * in all places.
 */
export const entityTypeOf = (domain: Domain, collection: string): EntityType | undefined => {
  const own = isBuiltIn(domain) ? collections[domain]! : undefined
  if (own === undefined) return collection
  return Object.hasOwn(own, collection) ? own[collection] : undefined
}

/** The plural in addresses of an entity type. */
export const collectionOf = (domain: Domain, type: EntityRef["type"]): string =>
  isBuiltIn(domain) ? (Object.entries(collections[domain]!).find(([, of]) => of === type)?.[0] ?? `${type}s`) : type

/** The domains among the six whose entities have pictures. */
export const domainsWithPictures: ReadonlyArray<Domain> = domains.filter(
  (domain) => Object.keys(collections[domain]!).length > 0
)
