import { HomeStore } from "@daybook/core/setup"
import { Effect } from "effect"
import { units as setting } from "./hostSettings.js"

/** The units of the environment, else those that were set on the page, else the default. */
export const unitsInUse = Effect.gen(function* () {
  const units = yield* setting.config
  if (yield* setting.isSet) return units
  const home = yield* HomeStore
  return (yield* home.units) ?? units
})
