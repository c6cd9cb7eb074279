import { type OptionalRow, optionalRow } from "@daybook/core/domain"
import type { Play } from "@daybook/core/listening"
import type { SpokenListen } from "@daybook/core/spoken"
import { Option, Stream } from "effect"
import type { makeTally } from "../exportFile/exportPages.js"

/** A listen to a podcast or an audiobook. `playTime` is in milliseconds. */
export const spokenRow = ({
  playTime,
  startedAt,
  ...listen
}: Pick<SpokenListen, "item" | "kind" | "show" | "title" | "url"> & {
  readonly startedAt: number
  readonly playTime: number
}): OptionalRow =>
  optionalRow("listen", { ...listen, started_at: startedAt, minutes: Math.round(playTime / 600) / 100 })

export const isSpoken = <Spoken extends OptionalRow>(row: Play | Spoken): row is Spoken => "_tag" in row

const listensText = (count: number): string =>
  count === 1 ? "1 listen to a podcast or an audiobook" : `${count} listens to podcasts and audiobooks`

/** Counts podcasts and audiobooks, and says at the end where they went. */
export const makeSpokenTally = (tally: ReturnType<typeof makeTally>, isOn: boolean) => {
  let count = 0
  return {
    /** The row, if the domain is on. */
    count: <Spoken extends OptionalRow>(row: Spoken, place: string): Option.Option<Spoken> => {
      count++
      if (isOn) tally.read()
      else tally.skip("podcasts and audiobooks", place)
      return isOn ? Option.some(row) : Option.none()
    },
    end: Stream.drain(
      Stream.sync(() => {
        if (count === 0) return
        const were = count === 1 ? "was" : "were"
        tally.remark(
          isOn
            ? `${listensText(count)} went to the domain listening_spoken`
            : `${listensText(count)} ${were} left out: to have them, set DAYBOOK_DOMAINS=listening_spoken and import the file again`
        )
      })
    )
  }
}

export type SpokenTally = ReturnType<typeof makeSpokenTally>
