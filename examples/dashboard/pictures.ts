import { FileSystem, HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"

/** The signature covers only the path, so the size can be chosen freely. */
const sized = (url: string): string => {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ w: "320", h: "320", fit: "cover", format: "webp" }))
    address.searchParams.set(name, value)
  return address.href
}

/** Copies pictures into a folder. Returns file names by URL, without the pictures that could not be fetched. */
export const copyPictures = (urls: ReadonlyArray<string>, folder: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
    yield* files.makeDirectory(join(folder, "pictures"), { recursive: true })
    const copies = yield* Effect.forEach(
      new Set(urls),
      (url) =>
        Effect.gen(function* () {
          const name = `pictures/${createHash("sha256").update(url).digest("hex").slice(0, 16)}.webp`
          const answer = yield* client.get(sized(url))
          yield* files.writeFile(join(folder, name), new Uint8Array(yield* answer.arrayBuffer))
          return [[url, name] as const]
        }).pipe(Effect.catchTags({ ResponseError: () => Effect.succeed([]), RequestError: () => Effect.succeed([]) })),
      { concurrency: 4 }
    )
    return new Map(copies.flat())
  })
