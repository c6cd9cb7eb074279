import { Either } from "effect"
import * as Setting from "../settings.js"
import { type WallClock, wallClock } from "../WallClock.js"

/** The time zone of a server's clock. */
const zone = (name: string, server: string): Setting.Setting<WallClock> =>
  Setting.setting({
    name,
    type: "time zone",
    sentence: `time zone of the ${server} server's clock`,
    parse: (text, variable) =>
      Either.fromNullable(wallClock(text), () => Setting.refusal(variable, text, "a time zone such as Europe/Berlin"))
  })

/** The settings of a media server. `word` is the second one of their names: `EMBY` in `DAYBOOK_EMBY_URL`. */
export const serverSettings = (word: string, name: string) => ({
  url: Setting.destination(
    Setting.address(`DAYBOOK_${word}_URL`, `address of the ${name} server`, "http://127.0.0.1:8096")
  ),
  apiKey: Setting.secret(`DAYBOOK_${word}_API_KEY`, `a key of the ${name} server`),
  user: Setting.text(`DAYBOOK_${word}_USER`, `name or id of the ${name} user whose plays count`),
  zone: Setting.optional(zone(`DAYBOOK_${word}_ZONE`, name), "the home time zone"),
  gap: Setting.minInterval(`DAYBOOK_${word}_MIN_INTERVAL_MS`, "50 millis", `the ${name} server`)
})
