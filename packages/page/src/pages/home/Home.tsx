import { useContext, useEffect, useState } from "preact/hooks"
import { AvailabilityContext, useAllAvailability } from "../../api/availability.js"
import { useTitle } from "../../parts/Frame.js"
import { PlaceContext } from "../../router/location.js"
import { dateOf, weekdayOf } from "../../text/format.js"
import { Arrange } from "./Arrange.js"
import { arranged } from "./arrangement.js"
import { FirstSteps } from "./FirstSteps.js"
import { NowPlaying } from "./NowPlaying.js"
import { Screen } from "./Screen.js"
import { sectionIds, sectionOf } from "./sections.js"
import { useArrangement } from "./useArrangement.js"
import { YearSoFar } from "./YearSoFar.js"

/** Milliseconds. A play that is not there by then does not hold up the sections. */
const maxWait = 700

/** Whether the first screen is there. The sections below it then load without taking the processor from it. */
const useFirstScreen = () => {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), maxWait)
    return () => clearTimeout(timer)
  }, [])
  return [isThere, () => requestAnimationFrame(() => setTimeout(() => setThere(true)))] as const
}

const Today = () => {
  const [isThere, onAnswered] = useFirstScreen()
  const [arrangement, arrange] = useArrangement()
  return (
    <AvailabilityContext.Provider value={useAllAvailability()}>
      <h1 tabIndex={-1}>
        <span>{weekdayOf(Date.now())}</span> {dateOf(Date.now())}
      </h1>
      <FirstSteps />
      <section class="opening" aria-labelledby="now">
        <h2 class="visually-hidden" id="now">
          Now
        </h2>
        <NowPlaying onAnswered={onAnswered} />
        <YearSoFar />
      </section>
      {isThere ? (
        arranged(sectionIds, arrangement)
          .filter((id) => !arrangement.hidden.includes(id))
          .map((id) => {
            const { Content } = sectionOf(id)
            return <Content key={id} />
          })
      ) : (
        <div class="placeholder whole-page" aria-busy="true" />
      )}
      <Arrange arrangement={arrangement} onChange={arrange} />
    </AvailabilityContext.Provider>
  )
}

/** Today at `/`; with `?screen`, for a display on a wall. */
export const Page = () => {
  useTitle("Today")
  return useContext(PlaceContext).query.has("screen") ? <Screen /> : <Today />
}
