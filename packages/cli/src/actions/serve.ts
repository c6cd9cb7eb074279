import * as Daybook from "@daybook/adapters"
import { Waiting } from "@daybook/adapters/opening"
import { Keys } from "@daybook/core/keys"
import { type HomeControl, HomeControls, OneTimeCodes } from "@daybook/core/setup"
import type { HomeZones } from "@daybook/core/shared"
import { Cause, Clock, Deferred, Duration, Effect, Either, Option } from "effect"
import { explain, Usage } from "../failures.js"
import { runHost } from "../host.js"
import { highestPort, type HostSettings, hostSettings, units as unitsSetting } from "../hostSettings.js"
import * as print from "../print.js"
import { unitsInUse } from "../unitsInUse.js"
import { openingAnswers } from "./openingAnswers.js"

interface ServeOptions {
  readonly host: Option.Option<string>
  readonly port: Option.Option<string>
  readonly noSchedule: boolean
}

const portOf = (text: string) =>
  Either.mapLeft(Daybook.Setting.readWholeNumber("--port", text, 0, highestPort), (message) => new Usage({ message }))

/** Whether a key can read this host. */
const hasKey = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const all = yield* Effect.flatMap(Keys, (keys) => keys.list)
  return all.some((key) => Option.isNone(key.revokedAt) && !Option.exists(key.expiresAt, (at) => at <= now))
})

/** Without a key nobody can read the page: a new host prints an address that opens it once. */
const printFirstAddress = (address: string) =>
  Effect.gen(function* () {
    if (yield* hasKey) return
    const code = yield* Effect.flatMap(OneTimeCodes, (codes) => codes.issue)
    yield* print.line(`open  ${address}/setup#open=${code}`)
    yield* print.note("no key exists yet: the address above works once, for 60 s; `daybook open` prints another")
  })

/** The response to the change is sent before the host closes its listener. */
const beforeReopening = Duration.millis(100)

interface Opening {
  /** The home to move to; null for the one that the data has. */
  readonly home: HomeZones | null
  readonly problem: string | null
  readonly port: number
  readonly isFirst: boolean
}

/** Serves until the page changes a setting of the home. Returns how to open the data again. */
const serveOnce = (settings: HostSettings, schedule: boolean, opening: Opening) =>
  Effect.gen(function* () {
    const next = yield* Deferred.make<HomeZones | null>()
    const fixesUnits = yield* unitsSetting.isSet
    const fixesZone = yield* Daybook.instanceSettings.fields.timeZone.isSet
    let { units } = settings
    const answers = opening.isFirst ? null : yield* openingAnswers(settings.host, opening.port)
    const control: HomeControl = {
      units: () => units,
      fixesUnits,
      fixesZone,
      problem: opening.problem,
      reopen: (home) => Effect.asVoid(Effect.forkDaemon(Effect.delay(Deferred.succeed(next, home), beforeReopening)))
    }
    const serving = Effect.gen(function* () {
      units = yield* unitsInUse
      if (answers !== null) yield* answers.close
      const address = yield* runHost({ ...settings, units, port: opening.port }, { schedule, workEnv: process.env })
      if (opening.isFirst) {
        yield* print.line(`listening on ${address}`)
        yield* printFirstAddress(address)
      }
      const home = yield* Deferred.await(next)
      return { home, problem: null, port: Number(new URL(address).port), isFirst: false } satisfies Opening
    })
    return yield* Effect.scoped(serving).pipe(
      Effect.provide(opening.home === null ? Daybook.answeringLayer : Daybook.answeringLayerIn(opening.home)),
      Effect.provideService(HomeControls, control),
      Effect.provideService(Waiting, answers?.waiting ?? (yield* Waiting))
    )
  }).pipe(Effect.scoped)

export const serve = ({ host, noSchedule, port }: ServeOptions) =>
  Effect.gen(function* () {
    const settings = yield* hostSettings.config
    const effective = {
      ...settings,
      host: Option.getOrElse(host, () => settings.host),
      port: Option.isSome(port) ? yield* portOf(port.value) : settings.port
    }
    let opening: Opening = { home: null, problem: null, port: effective.port, isFirst: true }
    for (;;) {
      const current: Opening = opening
      // If the data cannot move, the host goes on in the time zone that it has.
      opening = yield* Effect.catchAllCause(serveOnce(effective, !noSchedule, current), (cause) => {
        if (current.home === null || Cause.isInterrupted(cause)) return Effect.failCause(cause)
        const [problem = "the home time zone could not be changed"] = explain(Cause.squash(cause))
        return Effect.as(print.note(problem), { ...current, home: null, problem })
      })
    }
  })
