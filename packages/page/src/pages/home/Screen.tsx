import { useEffect, useState } from "preact/hooks"
import { AvailabilityContext, useAllAvailability } from "../../api/availability.js"
import { SessionContext } from "../../api/useAnswer.js"
import { navigate, root } from "../../router/location.js"
import { clock, dateOf, weekdayOf } from "../../text/format.js"
import { arranged } from "./arrangement.js"
import { NowPlaying } from "./NowPlaying.js"
import { isNight, useMinute, useRefreshedSession, useWakeLock } from "./screenState.js"
import { sectionIds, sectionOf } from "./sections.js"
import { useArrangement } from "./useArrangement.js"
import { YearSoFar } from "./YearSoFar.js"

/** How long each section stays, in milliseconds. */
const stayMs = 30_000

/** Which section is there: the next one after a while. Space pauses, arrows step, Escape leaves. */
const useTurn = (length: number) => {
  const [turn, setTurn] = useState(0)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused || length < 2) return
    const timer = setTimeout(() => setTurn(turn + 1), stayMs)
    return () => clearTimeout(timer)
  }, [turn, paused, length])
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") navigate(root)
      else if (key === " ") setPaused((before) => !before)
      else if (key === "ArrowRight") setTurn((before) => before + 1)
      else if (key === "ArrowLeft") setTurn((before) => before + Math.max(length, 1) - 1)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [length])
  return { at: length === 0 ? 0 : turn % length, paused }
}

/** Makes the document dark and dim at night. */
const useNight = (night: boolean): void =>
  useEffect(() => {
    const { dataset } = document.documentElement
    if (!night) return
    dataset["night"] = ""
    return () => void delete dataset["night"]
  }, [night])

const Display = ({ now }: { readonly now: Date }) => {
  const [arrangement] = useArrangement()
  const ids = arranged(sectionIds, arrangement).filter((id) => !arrangement.hidden.includes(id))
  const { at, paused } = useTurn(ids.length)
  const Content = ids[at] === undefined ? undefined : sectionOf(ids[at]).Content
  return (
    <AvailabilityContext.Provider value={useAllAvailability()}>
      <div class="screen">
        <h1>
          <span>
            {weekdayOf(now.getTime())} {dateOf(now.getTime())}
          </span>
          <time>{clock(now.getTime())}</time>
        </h1>
        <section class="screen-now" aria-labelledby="now">
          <h2 class="visually-hidden" id="now">
            Now
          </h2>
          <NowPlaying />
          <YearSoFar />
        </section>
        <div class="screen-turn">{Content !== undefined && <Content key={ids[at]} />}</div>
        {paused && (
          <p class="screen-paused" role="status">
            Paused
          </p>
        )}
      </div>
    </AvailabilityContext.Provider>
  )
}

/**
 * `/?screen`: the sections of this browser one after another, for a display on a wall that nobody touches. It reads
 * changes from the stream.
 */
export const Screen = () => {
  const now = useMinute()
  useWakeLock()
  useNight(isNight(now.getHours()))
  return (
    <SessionContext.Provider value={useRefreshedSession()}>
      <Display now={now} />
    </SessionContext.Provider>
  )
}
