import { isPlatformError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Stream } from "effect"
import { Failure } from "./failures.js"

/** A file system error as a message for the user. */
export const unwritable =
  (out: string) =>
  <E>(error: E) =>
    isPlatformError(error)
      ? new Failure({
          message: `the export into ${out} cannot be written: ${error._tag === "SystemError" ? (error.description ?? error.reason) : error.message}; give --out a folder that this user may write to`
        })
      : error

/** Makes a folder that only this user can read. */
export const makePrivateFolder = (folder: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.makeDirectory(folder, { recursive: true, mode: 0o700 }))

/** Writes a file atomically, readable by its owner only. */
export const writePrivateFile = Effect.fn("privateFile.write")(function* <E, R>(
  file: string,
  bytes: Stream.Stream<Uint8Array, E, R>
) {
  const files = yield* FileSystem.FileSystem
  const draft = `${file}.part`
  // The platform takes a write of no bytes for a full disk.
  const chunks = Stream.filter(bytes, ({ length }) => length > 0)
  yield* Stream.run(chunks, files.sink(draft, { mode: 0o600 })).pipe(
    Effect.zipRight(files.rename(draft, file)),
    Effect.onError(() => Effect.ignore(files.remove(draft, { force: true })))
  )
})
