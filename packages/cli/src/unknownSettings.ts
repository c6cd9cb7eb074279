import { suggestion } from "./nearest.js"

/** Written into the program when it is built (`../settingNames.ts`). */
declare const SETTING_NAMES: ReadonlyArray<string> | undefined

const known: ReadonlyArray<string> = typeof SETTING_NAMES === "undefined" ? [] : SETTING_NAMES

/** What tests and long runs of this repository are told. */
const own = /^DAYBOOK_(TEST|KILL|TORTURE|BENCH)_|_ROUNDS$/
const schedule = /^DAYBOOK_SCHEDULE_[A-Z_]+$/

/** A line for each variable of the environment that begins like a setting and is none. */
export const unknownSettings = (env: NodeJS.ProcessEnv): ReadonlyArray<string> =>
  known.length === 0 ? [] : Object.keys(env)
    .filter((name) => name.startsWith("DAYBOOK_") && !known.includes(name) && !own.test(name) && !schedule.test(name))
    .sort()
    .map((name) => `note: ${name} is not a setting${suggestion(name, known)}; README.md lists them`)
