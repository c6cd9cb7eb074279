import { type Context, Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { SourceFailure } from "./SourceFailure.js"
import type { SyncStore } from "./SyncStore.js"

const heartbeat = "5 seconds"

/** Says again and again that the run is alive. Fails once it counts as dead all the same: another may have begun. */
export const alive = (
  store: Context.Tag.Service<SyncStore>,
  source: string,
  run: number
): Effect.Effect<never, SourceFailure | StorageFailure> =>
  Effect.delay(store.beat(run), heartbeat).pipe(
    Effect.flatMap((ours) => ours ? Effect.void : Effect.fail(overtaken(source))),
    Effect.forever
  )

const overtaken = (source: string) =>
  new SourceFailure({
    source,
    state: "interrupted",
    message: `the sync of ${source} was silent for so long that it counted as dead`,
    next: "run it again: it goes on where it was"
  })
