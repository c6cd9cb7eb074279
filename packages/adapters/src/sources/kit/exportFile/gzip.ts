import * as NodeStream from "@effect/platform-node/NodeStream"
import type { ImportFile, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { constants, createGunzip } from "node:zlib"
import { badFile } from "./exportPages.js"
import { type FileSample, type Member, sampleOf } from "./members.js"
import { isGzip, unpackedHead } from "./sample.js"

const headBytes = 4_096

/** As `sampleOf`, with the unpacked start of a file that is compressed with gzip. */
export const unpackedSample = (file: ImportFile, source: string): Effect.Effect<FileSample, SourceFailure> =>
  Effect.flatMap(file.slice(0, Math.min(file.size, headBytes)), (head) =>
    isGzip(head)
      ? Effect.succeed({ head: Buffer.from(unpackedHead(head)).toString("utf8"), members: [] })
      : sampleOf(file, source)
  )

/** The start of a damaged file is still read. The reader notices that the end is missing. */
const gunzipped = (bytes: Stream.Stream<Uint8Array, SourceFailure>, name: string, source: string) =>
  NodeStream.pipeThroughDuplex(
    bytes,
    () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
    () => badFile(source, `${name} is damaged`, "export it again and import the new file")
  ).pipe(Stream.catchAll(() => Stream.empty))

/** A member whose bytes are unpacked as they are read, if they are compressed with gzip. */
export const unpackedMember =
  (source: string) =>
  ({ bytes, name }: Member): Member => ({
    name,
    bytes: Stream.unwrap(
      Effect.map(Stream.runHead(bytes), (head) =>
        Option.exists(head, isGzip) ? gunzipped(bytes, name, source) : bytes
      )
    )
  })
