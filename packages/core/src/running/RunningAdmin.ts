import { Context, Effect } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import { NoData } from "../shared/errors.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import { discard, recompute } from "./room.js"
import { RunningRecords } from "./RunningRecords.js"

/** What the operator can do to runs (contract §12). */
export class RunningAdmin extends Effect.Service<RunningAdmin>()("@daybook/core/RunningAdmin", {
  effect: Effect.gen(function*() {
    const context = Context.empty().pipe(
      Context.add(RunningRecords, yield* RunningRecords),
      Context.add(Publisher, yield* Publisher),
      Context.add(Transaction, yield* Transaction),
      Context.add(DataVersions, yield* DataVersions)
    )
    return {
      /** Deletes a run for good: records, counts, feed and search forget it, and no sync brings it back. */
      delete: (id: number) =>
        Effect.provide(discard(id), context).pipe(
          Effect.filterOrFail((was) => was, () => new NoData({ what: `run ${id}` })),
          Effect.asVoid
        ),
      /** Makes everything that is counted anew, from what the providers said. */
      recompute: Effect.provide(recompute, context)
    }
  })
}) {}
