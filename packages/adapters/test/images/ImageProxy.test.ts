import { describe, expect, it } from "@effect/vitest"
import { type ImageRecord, ImageProxy, ImageRecords, Originals, Pictures, type Transform } from "@daybook/core/images"
import { DataVersions } from "@daybook/core/sync"
import { ConfigProvider, Effect, Either, Layer, Option, Schedule } from "effect"
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { derivedFiles } from "../../src/images/DerivedFiles.js"
import * as Proxy from "../../src/images/ImageProxy.js"
import * as PictureKey from "../../src/images/PictureKey.js"
import * as Addresses from "../../src/images/Pictures.js"
import * as Secret from "../../src/Secret.js"
import { scratch } from "../support/scratch.js"

/** A proxy over one stored album cover, and how often its original was read. */
const world = (dataDir: string, secret = "a secret of sixteen or more") =>
  Effect.gen(function* () {
    const original = yield* Effect.promise(() =>
      sharp({ create: { width: 900, height: 600, channels: 3, background: "#204080" } })
        .png()
        .toBuffer()
    )
    const state = { reads: 0, finds: 0, version: 3, data: 1 }
    const record = (): ImageRecord => ({
      domain: "listening",
      request: { entity: { type: "album", id: 7 }, urls: [], hints: {} },
      version: state.version,
      picture: {
        original: "a".repeat(64),
        width: 900,
        height: 600,
        thumbhash: null,
        dominantColor: null,
        accentColor: null,
        source: "deezer",
        sourceUrl: null
      },
      isOverride: false
    })
    const ports = Layer.mergeAll(
      Layer.mock(ImageRecords, {
        find: (domain, { id, type }) =>
          Effect.sync(() => {
            state.finds++
            return domain === "listening" && type === "album" && id === 7 ? Option.some(record()) : Option.none()
          })
      }),
      Layer.mock(DataVersions, { latest: () => state.data }),
      Layer.mock(Originals, {
        get: () =>
          Effect.sync(() => {
            state.reads++
            return Option.some(original)
          })
      })
    )
    const layer = Layer.mergeAll(Proxy.layer.pipe(Layer.provide(ports)), Addresses.layer).pipe(
      Layer.provide(Layer.effect(PictureKey.PictureKey, PictureKey.derived)),
      Layer.provide(Secret.layer),
      Layer.provide(
        Layer.setConfigProvider(
          ConfigProvider.fromMap(
            new Map([
              ["DAYBOOK_DATA_DIR", dataDir],
              ["DAYBOOK_SECRET", secret]
            ])
          )
        )
      )
    )
    const context = yield* Layer.build(layer)
    const pictures = yield* Effect.provide(Pictures, context)
    const image = pictures.image({
      domain: "listening",
      type: "album",
      id: 7,
      version: 3,
      thumbhash: null,
      dominantColor: null,
      accentColor: null
    })!
    const signature = new URL(image.url).searchParams.get("s")!
    const transform = (of: Partial<Transform> = {}): Transform => ({
      domain: "listening",
      collection: "albums",
      id: 7,
      version: 3,
      signature,
      width: 300,
      height: 300,
      fit: "cover",
      format: "webp",
      quality: 85,
      ...of
    })
    const { serve } = yield* Effect.provide(ImageProxy, context)
    return { state, image, serve: (of: Partial<Transform> = {}) => serve(transform(of)) }
  })

/** Pictures are cached after the answer, so this waits until one is. */
const waitUntilCached = (dataDir: string) => {
  const derived = join(dataDir, "images", "derived")
  const names = Effect.sync(() => (existsSync(derived) ? readdirSync(derived, { recursive: true }).map(String) : []))
  return Effect.repeat(names, {
    until: (fileNames) => fileNames.some((name) => /[0-9a-f]{64}$/.test(name)),
    schedule: Schedule.spaced("5 millis")
  })
}

describe("ImageProxy", () => {
  it.scopedLive("renders a picture once for a thousand concurrent requests, and never again", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      const { serve, state } = yield* world(dataDir)
      const served = yield* Effect.all(
        Array.from({ length: 1_000 }, () => serve()),
        { concurrency: "unbounded" }
      )
      expect(state.reads).toBe(1)
      const [first] = served
      if (first?._tag !== "Picture") throw new Error("expected a picture")
      expect(yield* Effect.promise(() => sharp(first.bytes).metadata())).toMatchObject({
        format: "webp",
        width: 300,
        height: 300
      })
      yield* waitUntilCached(dataDir)
      const again = yield* world(dataDir)
      expect((yield* again.serve())._tag).toBe("Picture")
      expect(again.state.reads).toBe(0)
      yield* again.serve({ width: 64, height: 64 })
      expect(again.state.reads).toBe(1)
    })
  )

  it.scopedLive("accepts only signatures of this picture made with this secret", () =>
    Effect.gen(function* () {
      const { image, serve } = yield* world(yield* scratch)
      const signature = new URL(image.url).searchParams.get("s")!
      expect(image.url).toMatch(
        /^http:\/\/127\.0\.0\.1:8787\/images\/listening\/albums\/7\?v=3&w=300&h=300&fit=cover&s=[\w-]{22}$/
      )
      const other = yield* world(yield* scratch, "another secret, long enough")
      const refused: ReadonlyArray<Partial<Transform>> = [
        { signature: "" },
        { signature: signature.slice(1) },
        { signature: `${signature}AA` },
        { signature: signature.replace(/^./, (letter) => (letter === "A" ? "B" : "A")) },
        { id: 8 },
        { collection: "artists" },
        { domain: "reading" },
        { collection: "album" }
      ]
      for (const of of refused) expect(Either.isLeft(yield* Effect.either(serve(of))), JSON.stringify(of)).toBe(true)
      expect((yield* Effect.flip(other.serve({ signature })))._tag).toBe("NoData")
      expect((yield* serve())._tag).toBe("Picture")
    })
  )

  it.scopedLive("does not serve an outdated version of a picture", () =>
    Effect.gen(function* () {
      const { serve, state } = yield* world(yield* scratch)
      state.version = 4
      expect(yield* serve()).toEqual({ _tag: "Moved", version: 4 })
      expect((yield* serve({ version: 4 }))._tag).toBe("Picture")
    })
  )

  it.scopedLive("reads a record once for all sizes, until the data changes or another version is requested", () =>
    Effect.gen(function* () {
      const { serve, state } = yield* world(yield* scratch)
      for (const width of [100, 200, 300]) expect((yield* serve({ width }))._tag).toBe("Picture")
      expect(state.finds).toBe(1)
      // A recent change whose notification has not arrived.
      state.version = 4
      expect((yield* serve({ version: 4 }))._tag).toBe("Picture")
      expect(state.finds).toBe(2)
      state.data++
      expect(yield* serve()).toEqual({ _tag: "Moved", version: 4 })
      expect(state.finds).toBe(3)
    })
  )
})

describe("derived files", () => {
  const sizes = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

  it.scopedLive("stay within the limit, evicting the least recently used", () =>
    Effect.gen(function* () {
      const path = yield* scratch
      let now = 0
      const files = yield* Effect.promise(() => derivedFiles(path, 1_000, () => now++))
      yield* Effect.promise(async () => {
        await files.put("first", Buffer.alloc(300))
        for (let index = 0; index < 50; index++) {
          await files.put(`file ${index}`, Buffer.alloc(300))
          expect(await files.get("first"), String(index)).toBeDefined()
          expect(sizes(path)).toBeLessThanOrEqual(1_000)
        }
        expect(await files.get("file 0")).toBeUndefined()
        expect(await files.get("file 49")).toBeDefined()
        await files.put("huge", Buffer.alloc(1_001))
        expect(await files.get("huge")).toBeUndefined()
      })
    })
  )

  it.scopedLive("include existing files after a start, remove drafts, and tolerate missing files", () =>
    Effect.gen(function* () {
      const path = yield* scratch
      yield* Effect.promise(async () => {
        const before = await derivedFiles(path, 1_000, () => Date.now())
        await before.put("aa1", Buffer.alloc(400))
        await before.put("aa2", Buffer.alloc(400))
        writeFileSync(join(path, "aa", "aa3.0123.tmp"), "a draft")
        const after = await derivedFiles(path, 1_000, () => Date.now())
        expect(readdirSync(join(path, "aa")).sort()).toEqual(["aa1", "aa2"])
        await after.put("bb1", Buffer.alloc(400))
        expect(sizes(path)).toBe(800)
        rmSync(join(path, "bb"), { recursive: true })
        expect(await after.get("bb1")).toBeUndefined()
      })
    })
  )
})
