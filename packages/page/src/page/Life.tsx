import { PresenceContext, usePresenceOfAll } from "../api/Presence.js"
import { Domain } from "../parts/Domain.js"
import { Attending } from "../sections/Attending.js"
import { Feed } from "../sections/Feed.js"
import { Listening } from "../sections/Listening.js"
import { NowPlaying } from "../sections/NowPlaying.js"
import { OnThisDay } from "../sections/OnThisDay.js"
import { Reading } from "../sections/Reading.js"
import { Running } from "../sections/Running.js"
import { Shelf } from "../sections/Shelf.js"
import { Watching } from "../sections/Watching.js"
import { YearSoFar } from "../sections/YearSoFar.js"
import { dateOf, weekdayOf } from "../text/format.js"
import { FirstSteps } from "./FirstSteps.js"

/** Everything there is, chapter by chapter. */
export const Life = ({ leave }: { readonly leave: () => void }) => (
  <PresenceContext.Provider value={usePresenceOfAll()}>
    <main id="content" tabIndex={-1}>
      <h1><span>{weekdayOf(Date.now())}</span> {dateOf(Date.now())}</h1>
      <FirstSteps />
      <section class="opening" aria-labelledby="now">
        <h2 class="unseen" id="now">Now</h2>
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
      <p>From this host’s own <a href="docs">API</a>, as any page of yours could be.</p>
      <p><button type="button" class="plain" onClick={leave}>Forget the key</button></p>
    </footer>
  </PresenceContext.Provider>
)
