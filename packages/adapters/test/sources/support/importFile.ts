import type { ImportFile } from "@daybook/core/sync"
import { Effect, Stream } from "effect"

/** An export file held in memory, read in small parts so that rows and characters are cut. */
export const importFile = (name: string, content: string | Uint8Array, part = 7): ImportFile => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const parts = Array.from({ length: Math.ceil(bytes.length / part) }, (_, index) => bytes.subarray(index * part, (index + 1) * part))
  return {
    name,
    size: bytes.length,
    stream: Stream.fromIterable(parts),
    slice: (from, to) => Effect.sync(() => bytes.slice(from, to))
  }
}
