import { lastfmQuotedCsv, serveSimulators, type Size } from "@daybook/simulators"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { answering } from "../support/answering.js"

/** Writes all plays of the sample owner as an export file. Returns their number. */
answering(({ path, size }: { readonly path: string; readonly size: Size }) =>
  Effect.gen(function* () {
    const { simulators } = yield* serveSimulators({ size, enabled: ["lastfm"] })
    const plays = yield* simulators.lastfm.control.plays()
    yield* Effect.sync(() => writeFileSync(path, lastfmQuotedCsv(plays)))
    return [plays.length, () => Effect.void] as const
  })
)
