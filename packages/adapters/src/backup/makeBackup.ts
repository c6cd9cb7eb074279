import { Originals } from "@daybook/core/images"
import { Effect, Layer } from "effect"
import * as FoundOriginals from "../images/Originals.js"
import { existingDatabase } from "../opened.js"
import * as Secret from "../Secret.js"
import { type Progress, silent } from "./contents.js"
import { dump, marks } from "./dump.js"

/**
 * Writes everything into one file: a consistent snapshot of all rows, and the original pictures. API keys are included
 * as hashes and provider logins encrypted, as they are stored. The secret that decrypts them is not included.
 */
export const makeBackup = (file: string, progress: Progress = silent) =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* Layer.build(existingDatabase)
      return yield* Effect.gen(function* () {
        return yield* dump(file, marks, progress, yield* Originals)
      }).pipe(Effect.provide(Layer.merge(FoundOriginals.layer, Secret.layer)), Effect.provide(client))
    })
  )
