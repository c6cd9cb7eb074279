import { Cron, Either, Option } from "effect"
import type { Schedule } from "./Sources.js"

/** When a schedule next comes due after an instant, epoch milliseconds; none for one that never does, such as 30 February. */
export const nextRun = ({ cron, zone }: Schedule, now: number): Option.Option<number> =>
  Option.flatMap(Either.getRight(Cron.parse(cron, zone)), Option.liftThrowable((parsed) => Cron.next(parsed, now).getTime()))
