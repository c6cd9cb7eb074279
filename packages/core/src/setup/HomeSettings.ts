import { Clock, Context, Effect, Either, Ref } from "effect"
import { SharedLimits } from "../keys/limits.js"
import { Calendar, fromZoneName } from "../shared/Calendar.js"
import { BadInput, Conflict } from "../shared/errors.js"
import type { HomeZones, ZoneHistory } from "../shared/HomeZones.js"
import { historyText, homeMovedTo, homeWith } from "../shared/ZoneHistory.js"
import { type DeclinedZone, zoneSuggestions } from "../shared/zoneSuggestions.js"
import { SyncStore } from "../sync/SyncStore.js"
import { HomeStore, type UnitSystem } from "./ports.js"

/** What the program around the API does with the settings of the home. */
export interface HomeControl {
  /** The units in use. */
  readonly units: () => UnitSystem
  /** Whether the environment sets them. */
  readonly fixesUnits: boolean
  readonly fixesZone: boolean
  /** Opens the data again with another home, or with the stored one. Null if the program cannot. */
  readonly reopen: ((home: HomeZones | null) => Effect.Effect<void>) | null
  /** Why the last change of the home time zone failed. */
  readonly problem: string | null
}

/** A program without a host can change nothing while it runs. */
export class HomeControls extends Context.Reference<HomeControls>()("@daybook/core/HomeControls", {
  defaultValue: (): HomeControl => ({
    units: () => "imperial",
    fixesUnits: false,
    fixesZone: false,
    reopen: null,
    problem: null
  })
}) {}

/** The settings of the home as they are now. */
export interface HomeStatus {
  readonly zone: string
  readonly history: ZoneHistory
  readonly units: UnitSystem
  readonly fixesZone: boolean
  readonly fixesUnits: boolean
  readonly isEmpty: boolean
  /** When the program opened the data, epoch milliseconds: it changes once a change is taken over. */
  readonly openedAt: number
  readonly isReopening: boolean
  readonly problem: string | null
}

export interface HomeChange {
  readonly zone?: string | undefined
  readonly units?: UnitSystem | undefined
}

const fixed = (name: string) =>
  new Conflict({ message: `${name} is set in the environment: change it there, then start the host again` })

const cannotReopen = new Conflict({
  message: "this program cannot open its data again: use `daybook timezone set ZONE` and DAYBOOK_UNITS"
})

/** The home time zone and the units, which a host takes over by opening its data again. */
export class HomeSettings extends Effect.Service<HomeSettings>()("@daybook/core/HomeSettings", {
  effect: Effect.gen(function* () {
    const store = yield* HomeStore
    const syncs = yield* SyncStore
    const limits = yield* SharedLimits
    const home: HomeZones = yield* Calendar
    const { zone } = home
    const control = yield* HomeControls
    const openedAt = yield* Clock.currentTimeMillis
    // Until the program has opened the data again: then there is another instance of this service.
    const reopening = yield* Ref.make(false)

    const status = Effect.map(
      Effect.all([store.units, store.isEmpty, reopening]),
      ([units, isEmpty, isReopening]): HomeStatus => ({
        zone,
        history: home.history,
        units: control.fixesUnits ? control.units() : (units ?? control.units()),
        fixesZone: control.fixesZone,
        fixesUnits: control.fixesUnits,
        isEmpty,
        openedAt,
        isReopening,
        problem: control.problem
      })
    )

    /** Fails while somebody else would go on with the previous time zone. */
    const requireQuiet = Effect.gen(function* () {
      if (limits.isShared())
        return yield* new Conflict({
          message: "several hosts use this data: end all but one, then set the home time zone again"
        })
      const runs = yield* syncs.latest(yield* Clock.currentTimeMillis)
      const running = runs.find((run) => run.status === "running")
      if (running !== undefined)
        return yield* new Conflict({
          message: `${running.source} is being synced: set the home time zone again when the sync has ended`
        })
    })

    const suggestions = Effect.map(Effect.all([store.zoneEvidence, store.declinedZones]), ([evidence, declined]) =>
      zoneSuggestions(evidence, home, declined)
    )

    const reopen = (next: HomeZones | null) =>
      control.reopen === null ? cannotReopen : Effect.zipRight(control.reopen(next), Ref.set(reopening, true))

    return {
      status,
      /** Moves and trips that stored records show and the history lacks, oldest first. */
      suggestions,
      /** Declines a suggestion for good. Fails if there is none with these days and this zone. */
      declineSuggestion: Effect.fn("HomeSettings.declineSuggestion")(function* ({ from, to, zone }: DeclinedZone) {
        const all = yield* suggestions
        if (!all.some((one) => one.from === from && one.to === to && one.zone === zone))
          return yield* new BadInput({
            message: `nothing suggests ${zone} from ${from}${to === null ? "" : ` to ${to}`}: read the suggestions again`
          })
        yield* store.declineZone({ from, to, zone })
        return yield* suggestions
      }),
      change: Effect.fn("HomeSettings.change")(function* ({ units, zone: wished }: HomeChange) {
        const newZone =
          wished === undefined
            ? zone
            : yield* Either.match(fromZoneName(wished), {
                onLeft: ({ message }) => new BadInput({ message: `time_zone: ${message}` }),
                onRight: (calendar) => Effect.succeed(calendar.zone)
              })
        const movesZone = newZone !== zone
        if (movesZone && control.fixesZone) return yield* fixed("DAYBOOK_TIMEZONE")
        if (units !== undefined && units !== control.units() && control.fixesUnits) return yield* fixed("DAYBOOK_UNITS")
        if (movesZone) yield* requireQuiet
        const movesUnits = units !== undefined && units !== control.units()
        const reopens = movesZone || movesUnits
        if (reopens && control.reopen === null) return yield* cannotReopen
        if (units !== undefined && !control.fixesUnits) yield* store.setUnits(units)
        if (reopens) yield* reopen(movesZone ? yield* homeMovedTo(newZone, home.history) : null)
        return yield* status
      }),
      /** Replaces the moves and trips. The zone of the last move becomes the home time zone. */
      changeHistory: Effect.fn("HomeSettings.changeHistory")(function* (history: ZoneHistory) {
        const next = yield* homeWith(zone, history)
        if (historyText(next.history) === historyText(home.history)) return yield* status
        yield* requireQuiet
        yield* reopen(next)
        return yield* status
      })
    }
  })
}) {}
