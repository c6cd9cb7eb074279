import type { Schedule } from "@daybook/core/sync"
import { Config, ConfigError, Cron, Either, Option } from "effect"

/**
 * `DAYBOOK_SCHEDULE_<SOURCE>`: five cron fields and, where the home zone is not meant, a zone behind them; or `off`.
 * Without it the source's own schedule stands.
 */
export const scheduleOf = (source: string, standard: Option.Option<Schedule>, homeZone: string): Config.Config<Option.Option<Schedule>> => {
  const name = `DAYBOOK_SCHEDULE_${source.toUpperCase().replaceAll("-", "_")}`
  return Config.mapOrFail(Config.withDefault(Config.string(name), ""), (text) => {
    if (text.trim() === "") return Either.right(standard)
    if (text.trim() === "off") return Either.right(Option.none())
    const words = text.trim().split(/\s+/)
    const schedule = { cron: words.slice(0, 5).join(" "), zone: words[5] ?? homeZone }
    return words.length <= 6 && words.length >= 5 && Either.isRight(Cron.parse(schedule.cron, schedule.zone))
      ? Either.right(Option.some(schedule))
      : Either.left(ConfigError.InvalidData([name], `${name} is "${text}": give five cron fields and a zone such as "*/15 * * * * Europe/Berlin", or off`))
  })
}
