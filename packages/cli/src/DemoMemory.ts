import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { Failure } from "./Failure.js"

const Memory = Schema.Struct({
  /** The loopback port of the simulators. */
  port: Schema.optional(Schema.Int.pipe(Schema.between(1, 65_535))),
  read: Schema.optional(Schema.String),
  admin: Schema.optional(Schema.String)
})
type Memory = typeof Memory.Type
const Text = Schema.parseJson(Memory)

/** What a demo remembers beside its sample data, to be the same the next time. A file that cannot be read is forgotten. */
export interface DemoMemory {
  readonly read: Effect.Effect<Memory>
  readonly keep: (more: Memory) => Effect.Effect<void, Failure>
}

/** The memory in a data folder, which is made when something is to be kept. */
export const demoMemory = (dataDir: string): Effect.Effect<DemoMemory, never, FileSystem.FileSystem> =>
  Effect.map(FileSystem.FileSystem, (files) => {
    const path = join(dataDir, "demo.json")
    const read = files.readFileString(path).pipe(Effect.flatMap(Schema.decode(Text)), Effect.orElseSucceed((): Memory => ({})))
    const write = (memory: Memory) =>
      files.makeDirectory(dataDir, { recursive: true, mode: 0o700 }).pipe(
        Effect.zipRight(files.writeFileString(path, Schema.encodeSync(Text)(memory), { mode: 0o600 })),
        Effect.mapError(() => new Failure({ message: `the folder ${dataDir} cannot be written: give another one with --data` }))
      )
    return { read, keep: (more) => Effect.flatMap(read, (known) => write({ ...known, ...more })) }
  })
