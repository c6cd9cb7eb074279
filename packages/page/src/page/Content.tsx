import { AvailabilityContext, useAllAvailability } from "../api/availability.js"
import { Domain } from "../parts/Block.js"
import { Attending } from "../sections/Attending.js"
import { Feed, OnThisDay } from "../sections/Feed.js"
import { Listening } from "../sections/Listening.js"
import { NowPlaying } from "../sections/NowPlaying.js"
import { Reading } from "../sections/Reading.js"
import { Running } from "../sections/Running.js"
import { Shelf } from "../sections/Shelf.js"
import { Watching } from "../sections/Watching.js"
import { YearSoFar } from "../sections/YearSoFar.js"
import { dateOf, weekdayOf } from "../text/format.js"
import { FirstSteps } from "./FirstSteps.js"

/** The chapters of the page. */
export const Content = ({ leave }: { readonly leave: () => void }) => (
  <AvailabilityContext.Provider value={useAllAvailability()}>
    <main id="content" tabIndex={-1}>
      <h1>
        <span>{weekdayOf(Date.now())}</span> {dateOf(Date.now())}
      </h1>
      <FirstSteps />
      <section class="opening" aria-labelledby="now">
        <h2 class="visually-hidden" id="now">
          Now
        </h2>
        <NowPlaying />
        <YearSoFar />
      </section>
      <Listening />
      <Running />
      <Watching />
      <Shelf />
      <Reading />
      <Attending />
      <Domain id="feed" title="What happened">
        <Feed />
        <OnThisDay />
      </Domain>
    </main>
    <footer class="colophon">
      <p>
        Built on this host’s own <a href="docs">API</a>, like any page of yours can be.
      </p>
      <p>
        <button type="button" class="plain" onClick={leave}>
          Forget the key
        </button>
      </p>
    </footer>
  </AvailabilityContext.Provider>
)
