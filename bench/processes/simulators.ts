import { type LoggedRequest, serveSimulators, type Size } from "@daybook/simulators"
import { Effect } from "effect"
import { answering } from "../support/answering.js"

/** Serves the simulated providers on loopback. A question returns and clears the recorded requests. */
answering(({ size }: { readonly size: Size }) =>
  Effect.gen(function* () {
    const world = yield* serveSimulators({ size })
    const { requests } = world.simulators.lastfm.control
    const takeRequests = (_: "requests"): Effect.Effect<ReadonlyArray<LoggedRequest>> =>
      Effect.zipLeft(requests.all, requests.clear)
    return [{ settings: world.settings, zone: world.sampleOwner.zone }, takeRequests] as const
  })
)
