import * as Daybook from "@daybook/adapters"
import { Sources } from "@daybook/core/sync"
import { Args, Command, Options } from "@effect/cli"
import { Duration, Effect } from "effect"
import { chosen } from "../choose.js"
import { described } from "../manual.js"
import * as Option from "../options.js"
import * as print from "../print.js"
import { dataOf, follow, orFail, syncOne, tableOf } from "../syncing.js"

/** Look-ups of a small library are through well before this; a large one goes on in the host. */
const followBudget = Duration.seconds(100)

const names = Args.text({ name: "source or domain" }).pipe(Args.withDescription("What to sync; everything that is set up when nothing is named"), Args.repeated)

const options = {
  full: Options.boolean("full").pipe(Options.withDescription("Read everything again, not only what is new")),
  dryRun: Option.dryRun,
  noFollowers: Options.boolean("no-followers").pipe(Options.withDescription("Leave links, tags and pictures to the running host")),
  allowMassDelete: Option.allowMassDelete,
  json: Option.json
}

export const sync = Command.make("sync", { names, ...options }, ({ json, names, noFollowers, ...options }) =>
  Effect.gen(function*() {
    const sources = yield* chosen(yield* Sources, names)
    const outcomes = yield* Effect.forEach(sources, (source) => syncOne(source, options, json))
    if (!noFollowers && !options.dryRun) {
      yield* Effect.forEach(new Set(sources.map(({ domain }) => domain)), (domain) => follow(domain, followBudget))
    }
    yield* print.answer(json, dataOf(outcomes), () => tableOf(outcomes))
    yield* orFail(outcomes)
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(described("Read what is new from the sources", "daybook sync lastfm")))
