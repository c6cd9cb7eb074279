import * as NodeStream from "@effect/platform-node/NodeStream"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { constants, createGunzip } from "node:zlib"
import { badFile } from "./exportPages.js"
import type { Member } from "./members.js"
import { isGzip } from "./sample.js"

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
  ({ bytes, name, ...member }: Member): Member => ({
    ...member,
    name,
    bytes: Stream.unwrap(
      Effect.map(Stream.runHead(bytes), (head) =>
        Option.exists(head, isGzip) ? gunzipped(bytes, name, source) : bytes
      )
    )
  })
