import { Duration, Effect, type Option, Schedule } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Ground, Unsaved } from "./Ground.js"

/** A database that is away for a moment must not cost a login that is rotated already. */
const persistence = Schedule.intersect(Schedule.exponential(Duration.millis(100)), Schedule.recurs(6))

/** Stores a token, and remembers it for the next try where that fails. False where another one stands there by now. */
export const keep = (
  { store, unsaved }: Ground,
  id: string,
  held: Unsaved["held"],
  over: Option.Option<number>
): Effect.Effect<boolean, StorageFailure> =>
  Effect.suspend(() => {
    unsaved.set(id, { held, over })
    return Effect.tap(Effect.retry(store.put(id, held, over), persistence), () => unsaved.delete(id))
  })
