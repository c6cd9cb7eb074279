import { describe, expect, it } from "@effect/vitest"
import { SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"
import { Zip as StreamingZip, ZipDeflate, ZipPassThrough, zipSync } from "fflate"
import * as Zip from "../../src/kit/exportFile/Zip.js"
import { importFile } from "../support/importFile.js"

/** A file of an archive in memory. */
const archive = (files: Readonly<Record<string, Uint8Array>>) => importFile("export.zip", zipSync(files, { level: 1 }))

/** As written by streaming programs, with the sizes after each file. */
const streamed = (files: Readonly<Record<string, Uint8Array>>): Buffer => {
  const parts: Array<Uint8Array> = []
  const zip = new StreamingZip((_, part) => void parts.push(part))
  Object.entries(files).forEach(([name, bytes], index) => {
    const file = index % 2 === 0 ? new ZipDeflate(name) : new ZipPassThrough(name)
    zip.add(file)
    file.push(bytes, true)
  })
  zip.end()
  return Buffer.concat(parts)
}

/** Where the entries of the directory begin. */
const directoryPlaces = (bytes: Buffer): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = bytes.indexOf("PK\x01\x02"); at !== -1; at = bytes.indexOf("PK\x01\x02", at + 1)) places.push(at)
  return places
}

const bytesOf = (file: ReturnType<typeof archive>, entry: Zip.ZipEntry) =>
  Effect.map(Stream.runCollect(Zip.open(file, "trakt", entry)), (parts) => Buffer.concat(Chunk.toReadonlyArray(parts)))

const mixed = Object.fromEntries(
  ["one.csv", "två.json", "dir/three.txt", "four"].map((name, index) => [
    name,
    Buffer.from(`${name} PK\x07\x08 `.repeat(index * 40 + 1))
  ])
)
const writers = { "sizes before the files": zipSync(mixed), "sizes behind the files": streamed(mixed) }
const writerNames = Object.keys(writers) as Array<keyof typeof writers>

describe("a zip archive", () => {
  it.effect("streams a zip bomb in small chunks", () =>
    Effect.gen(function* () {
      const file = archive({ "a.csv": new Uint8Array(64 * 1_048_576) })
      const [entry] = (yield* Zip.contents(file, "trakt")).files
      const sizes = yield* Stream.runFold(
        Stream.chunks(Zip.open(file, "trakt", entry!)),
        { most: 0, sum: 0 },
        ({ most, sum }, chunk) => {
          const size = Array.from(chunk).reduce((bytes, part) => bytes + part.length, 0)
          return { most: Math.max(most, size), sum: sum + size }
        }
      )
      expect(sizes.sum).toBe(64 * 1_048_576)
      expect(sizes.most).toBeLessThanOrEqual(20 * 1_048_576)
    })
  )

  it.effect("fails on a file whose content does not match its checksum", () =>
    Effect.gen(function* () {
      for (const level of [0, 6] as const) {
        const whole = zipSync({ "a.csv": new TextEncoder().encode("one,two\n".repeat(500)) }, { level })
        for (const damage of [
          (bytes: Uint8Array) => bytes.fill(0x41, 45, 48),
          (bytes: Uint8Array) => bytes.fill(0xff, 40, 60)
        ]) {
          const bytes = damage(whole.slice())
          const file = importFile("export.zip", bytes)
          const [entry] = (yield* Zip.contents(file, "trakt")).files
          const failure = yield* Effect.flip(Stream.runDrain(Zip.open(file, "trakt", entry!)))
          expect(failure.message).toMatch(/^export\.zip is a damaged zip archive/)
        }
      }
    })
  )

  it.effect("gives the files before the cut, and the start of the truncated one", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.constantFrom(...writerNames), fc.nat(), async (name, where) => {
          const whole = writers[name]
          const tableAt = Buffer.from(whole).indexOf("PK\x01\x02", 0, "latin1")
          const bytes = whole.subarray(0, 30 + (where % (whole.length - 30)))
          const file = importFile("export.zip", bytes)
          const { cut, files } = await Effect.runPromise(Zip.contents(file, "trakt"))
          expect(cut).not.toBeNull()
          expect(files.filter(({ isCut }) => !isCut).map(({ name }) => name)).toStrictEqual(
            Object.keys(mixed).slice(0, files.filter(({ isCut }) => !isCut).length)
          )
          if (bytes.length >= tableAt) expect(files.filter(({ isCut }) => !isCut)).toHaveLength(4)
          for (const entry of files) {
            const content = await Effect.runPromise(bytesOf(file, entry))
            const expected = mixed[entry.name]
            if (!entry.isCut) expect(content).toStrictEqual(expected)
            else if (expected !== undefined) {
              // With a data descriptor, its beginning looks like the end of an uncompressed file.
              expect(content.length).toBeLessThan(expected.length + 16)
              const common = Math.min(expected.length, content.length)
              expect(expected.subarray(0, common).equals(content.subarray(0, common))).toBe(true)
            }
          }
        }),
        { numRuns: 120 }
      )
    )
  )

  it.effect("is read by local headers when its central directory is damaged or followed by other bytes", () =>
    Effect.gen(function* () {
      for (const whole of Object.values(writers)) {
        const damaged = Buffer.from(whole)
        damaged.fill(0, damaged.indexOf("PK\x01\x02", 0, "latin1") + 4)
        for (const bytes of [damaged, Buffer.concat([whole, Buffer.from("more")])]) {
          const file = importFile("export.zip", bytes)
          const { cut, files } = yield* Zip.contents(file, "trakt")
          expect(cut).toBe("its central directory is incomplete")
          const contents = yield* Effect.forEach(files, (entry) => bytesOf(file, entry))
          expect(contents).toStrictEqual(Object.values(mixed))
        }
      }
    })
  )

  it.effect("passes on a read error of its file", () =>
    Effect.gen(function* () {
      const file = archive({ "a.csv": Buffer.alloc(1_000) })
      const diskFailure = new SourceFailure({
        source: "trakt",
        state: "bad_file",
        message: "the disk is gone",
        next: "look"
      })
      const { files } = yield* Zip.contents(file, "trakt")
      expect(yield* Effect.flip(Zip.contents({ ...file, slice: () => diskFailure }, "trakt"))).toBe(diskFailure)
      expect(yield* Effect.flip(bytesOf({ ...file, slice: () => diskFailure }, files[0]!))).toBe(diskFailure)
      const later = { ...file, slice: (from: number, to: number) => (from < 30 ? file.slice(from, to) : diskFailure) }
      expect(yield* Effect.flip(bytesOf(later, files[0]!))).toBe(diskFailure)
    })
  )

  it.effect("of which a file unpacks to more than the directory says is refused at that size", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from(zipSync({ "a.csv": new Uint8Array(64 * 1_048_576) }, { level: 9 }))
      const [place] = directoryPlaces(bytes)
      bytes.writeUInt32LE(1_000, place! + 24)
      const file = importFile("export.zip", bytes)
      const [entry] = (yield* Zip.contents(file, "strava")).files
      let read = 0
      const parts = Stream.tap(Zip.open(file, "strava", entry!), (part) => Effect.sync(() => (read += part.length)))
      const failure = yield* Effect.flip(Stream.runDrain(parts))
      expect(failure.message).toMatch(/^export\.zip is a damaged zip archive: a\.csv in it is damaged/)
      expect(read).toBeLessThanOrEqual(1_000)
    })
  )

  it.effect("whose files share their packed bytes is refused", () =>
    Effect.gen(function* () {
      const random = Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7_919 * (index + 1)) >> 3)
      const bytes = Buffer.from(
        zipSync({ "a.csv": random, "b.csv": random, "c.csv": random.slice(0, 10) }, { level: 0 })
      )
      const [first, ...others] = directoryPlaces(bytes)
      for (const place of others) {
        // Packed size, unpacked size and the place of the local header.
        for (const at of [20, 24, 42]) bytes.writeUInt32LE(bytes.readUInt32LE(first! + at), place + at)
      }
      const failure = yield* Effect.flip(Zip.contents(importFile("export.zip", bytes), "trakt"))
      expect(failure.message).toMatch(/^export\.zip is a damaged zip archive/)
    })
  )
})
