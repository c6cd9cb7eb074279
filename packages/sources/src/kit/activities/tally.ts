import { activities } from "@daybook/core/activities"
import { hasDomain } from "@daybook/core/domain"
import { Effect, Stream } from "effect"
import type { makeTally } from "../exportFile/exportPages.js"

const countText = (count: number): string => (count === 1 ? "1 other activity" : `${count} other activities`)

/** Counts activities that are no runs, and says at the end where they went. */
export const makeActivityTally = (tally: ReturnType<typeof makeTally>) =>
  Effect.map(hasDomain(activities), (isOn) => {
    let count = 0
    return {
      isOn,
      count: () => void count++,
      end: Stream.drain(
        Stream.sync(() => {
          if (count === 0) return
          tally.remark(
            isOn
              ? `${countText(count)} went to the domain activities`
              : `${countText(count)} ${count === 1 ? "was" : "were"} left out: to have them, set DAYBOOK_DOMAINS=activities and import the file again`
          )
        })
      )
    }
  })
