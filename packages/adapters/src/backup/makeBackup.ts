import { Originals } from "@daybook/core/images"
import { Effect, Layer, Option } from "effect"
import * as FoundOriginals from "../images/Originals.js"
import type { Address } from "../postgres/Database.js"
import * as Database from "../postgres/Database.js"
import * as Secret from "../Secret.js"
import { type Settings, settings } from "../Settings.js"
import { copyAtRest } from "./copyAtRest.js"
import { dump } from "./dump.js"
import { marks } from "./marks.js"
import { patientEngine } from "./patientEngine.js"
import { type Progress, silent } from "./Progress.js"

/** What to read from: a server as it is, of the embedded database a copy, so that a host beside goes on. */
const atRest = ({ dataDir, databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onSome: (url) => Effect.succeed<Address>({ _tag: "Url", url }),
    onNone: () => Effect.flatMap(copyAtRest(dataDir), (copy) => patientEngine(copy))
  })

/**
 * Writes everything into one file: all rows as they are at one moment, and the original pictures. Keys are in it as the
 * hashes that are stored, logins at providers sealed as they are stored; the secret that opens them is not.
 */
export const makeBackup = (file: string, progress: Progress = silent) =>
  Effect.scoped(Effect.gen(function*() {
    const known = yield* settings
    const client = yield* Layer.build(Layer.unwrapScoped(Effect.map(atRest(known), Database.layer)))
    return yield* Effect.gen(function*() {
      return yield* dump(file, marks, progress, yield* Originals)
    }).pipe(Effect.provide(Layer.merge(FoundOriginals.layer, Secret.layer)), Effect.provide(client))
  }))
