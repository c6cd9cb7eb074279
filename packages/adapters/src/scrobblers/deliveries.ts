import { ScrobblerStore, scrobbling } from "@daybook/core/listening"
import { type LatestDelivery, PushedSources } from "@daybook/core/sync"
import { Effect, Layer } from "effect"

/** The newest submission of all scrobblers, for the sync status. */
export const layer = Layer.effect(
  PushedSources,
  Effect.map(ScrobblerStore, (store) => ({
    latest: Effect.map(store.all, (all): ReadonlyMap<string, LatestDelivery> => {
      const [newest] = all
        .flatMap(({ lastAdded, submittedAt }) => (submittedAt === null ? [] : [{ at: submittedAt, added: lastAdded }]))
        .sort((a, b) => b.at - a.at)
      return new Map(newest === undefined ? [] : [[scrobbling, { ...newest, syncType: "scrobbles" }]])
    })
  }))
)
