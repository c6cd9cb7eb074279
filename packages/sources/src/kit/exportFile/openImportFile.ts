import { type ImportFile, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type FileHandle, open } from "node:fs/promises"
import { basename } from "node:path"
import { codeOf } from "@daybook/core/shared"

const chunkBytes = 65_536

/** Opens an export file on the local disk and closes it with the scope. */
export const openImportFile = Effect.fn("openImportFile")(function* (source: string, path: string) {
  const refuse = (cause: unknown) =>
    new SourceFailure({
      source,
      state: "bad_file",
      message: `${path} cannot be read: ${reasonOf(cause)}`,
      next: "give the path of the export file"
    })
  const attempt = <A>(read: () => Promise<A>) => Effect.tryPromise({ try: read, catch: refuse })
  const handle = yield* Effect.acquireRelease(
    attempt(() => open(path, "r")),
    (opened) => Effect.promise(() => opened.close())
  )
  const stat = yield* attempt(() => handle.stat())
  if (!stat.isFile()) return yield* refuse(new Error("it is not a file"))
  const slice = (from: number, to: number) => attempt(() => bytes(handle, from, Math.min(to, stat.size)))
  const starts = Stream.iterate(0, (start) => start + chunkBytes).pipe(Stream.takeWhile((start) => start < stat.size))
  return {
    name: basename(path),
    size: stat.size,
    slice,
    stream: Stream.mapEffect(starts, (start) => slice(start, start + chunkBytes))
  } satisfies ImportFile
})

const bytes = async (handle: FileHandle, from: number, to: number) => {
  const buffer = new Uint8Array(Math.max(0, to - from))
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
  return buffer.subarray(0, bytesRead)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder"
}

const reasonOf = (cause: unknown) => reasons[codeOf(cause)] ?? (cause instanceof Error ? cause.message : String(cause))
