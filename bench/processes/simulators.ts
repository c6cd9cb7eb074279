import { type LoggedRequest, serveSimulators, type Size } from "@daybook/adapters/simulators"
import { Effect } from "effect"
import { answering } from "../support/answering.js"

/** The providers of one made-up life, served on loopback. Tells what they were asked since they were last asked for it. */
answering(({ size }: { readonly size: Size }) => Effect.gen(function*() {
  const world = yield* serveSimulators({ size })
  const { requests } = world.simulators.lastfm.control
  const taken = (_: "requests"): Effect.Effect<ReadonlyArray<LoggedRequest>> => Effect.zipLeft(requests.all, requests.clear)
  return [{ settings: world.settings, zone: world.persona.zone }, taken] as const
}))
