import { CardRasterizer } from "@daybook/core/cards"
import {
  type ImageRecord,
  ImageProxy,
  ImageRecords,
  Images,
  PictureFinders,
  PictureIntake,
  Pictures,
  type StoredPicture,
  type Transform,
  Unreachable,
  Unusable
} from "@daybook/core/images"
import { NoData } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"

/** The only signature that the sample proxy accepts. */
export const goodSignature = "signed"

const cover: StoredPicture = {
  original: "0".repeat(64),
  width: 600,
  height: 600,
  thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  dominantColor: "#203040",
  accentColor: "#e0a050",
  source: "deezer",
  sourceUrl: "https://pictures.example/found.jpg"
}

/**
 * Pictures of albums 1 and 2, the first chosen by hand; album 3 has none. The bytes contain the requested transform.
 */
const memoryRecords = () => {
  const entity = (id: number) => ({
    entity: { type: "album", id } as const,
    urls: [],
    hints: { artist: "Glass Orchard" }
  })
  const record = (id: number, picture: StoredPicture | null, isOverride: boolean): ImageRecord => ({
    domain: "listening",
    request: entity(id),
    version: picture === null ? 0 : 3,
    picture,
    isOverride
  })
  const all = new Map([
    [1, record(1, { ...cover, source: "upload", sourceUrl: null }, true)],
    [2, record(2, cover, false)],
    [3, record(3, null, false)]
  ])
  const change = (id: number, to: Partial<ImageRecord>) =>
    Effect.sync(() => {
      const record = all.get(id)
      if (record === undefined) return Option.none()
      const changed = { ...record, version: record.version + 1, ...to }
      all.set(id, changed)
      return Option.some(changed)
    })
  return Layer.mock(ImageRecords, {
    find: (domain, { id, type }) =>
      Effect.sync(() =>
        domain === "listening" && type === "album" ? Option.fromNullable(all.get(id)) : Option.none()
      ),
    override: (_, { id }, picture) => change(id, { picture, isOverride: true }),
    reset: (_, { id }) => change(id, { picture: null, isOverride: false }),
    recordOutcomes: (_, outcomes) =>
      Effect.asVoid(
        Effect.forEach(outcomes, (outcome) =>
          outcome._tag === "Found" ? change(outcome.entity.id, { picture: outcome.picture }) : Effect.void
        )
      ),
    stale: () => Effect.succeed([{ domain: "listening", entity: { type: "album", id: 2 }, original: cover.original }]),
    staleCount: Effect.succeed(1),
    markStale: Effect.void,
    setAppearance: () => Effect.void,
    refetch: () => Effect.succeed(1)
  })
}

const intake = Layer.succeed(PictureIntake, {
  fetch: ({ source, url }) =>
    url.includes("down")
      ? new Unreachable({ message: "the address did not answer within 10 s" })
      : !url.startsWith("https://pictures.example/")
        ? new Unusable({ message: "the address is no web address" })
        : Effect.succeed({ ...cover, source, sourceUrl: url }),
  store: (bytes, source) =>
    bytes[0] === 0x89
      ? Effect.succeed({ ...cover, source, sourceUrl: null })
      : new Unusable({ message: "it is no JPEG, PNG, WebP, AVIF or GIF" }),
  appearance: () => Effect.succeed(cover)
})

const finders = Layer.succeed(PictureFinders, {
  of: () => [
    {
      source: "deezer",
      find: () =>
        Effect.succeed([{ source: "deezer", url: "https://pictures.example/found.jpg", width: 1_000, height: 1_000 }])
    }
  ],
  awaits: () => []
})

const pictures = Layer.succeed(Pictures, {
  image: (picture, preset = "medium") =>
    picture === null
      ? null
      : {
          url: `https://daybook.example/images/listening/albums/${picture.id}?v=${picture.version}&size=${preset}&s=${goodSignature}`,
          thumbhash: picture.thumbhash,
          dominant_color: picture.dominantColor,
          accent_color: picture.accentColor
        },
  servedAt: () => Effect.void
})

const proxy = Layer.succeed(ImageProxy, {
  serve: (transform: Transform) =>
    transform.signature !== goodSignature || transform.collection !== "albums" || transform.id !== 2
      ? new NoData({ what: "picture" })
      : transform.version !== 3
        ? Effect.succeed({ _tag: "Moved", version: 3 } as const)
        : Effect.sync(() => ({
            _tag: "Picture" as const,
            bytes: Buffer.from(JSON.stringify(transform)),
            mediaType: `image/${transform.format}`
          }))
})

/** The bytes are the SVG backwards: other than it, and the same for the same SVG. */
const rasterizer = Layer.succeed(CardRasterizer, { png: (svg) => Effect.sync(() => Buffer.from(svg).reverse()) })

/** The picture services, created for each host. */
export const images = () =>
  Layer.mergeAll(
    Images.Default.pipe(Layer.provide([intake, finders, pictures]), Layer.provideMerge(memoryRecords())),
    proxy,
    rasterizer
  )
