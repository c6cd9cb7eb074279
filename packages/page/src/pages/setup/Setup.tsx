import { AdminPage } from "../../admin/AdminPage.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { FileDrop } from "../../imports/FileDrop.js"
import { Failure } from "../../parts/Block.js"
import { Waiting } from "../../parts/Waiting.js"
import { HomeForm } from "./HomeForm.js"
import type { Home, Source } from "./model.js"
import { SourceGroups } from "./SourceGroups.js"
import { ZoneHistory } from "./ZoneHistory.js"

const Steps = () => {
  const home = useAdminAnswer<Home>("/v1/admin/home")
  const sources = useAdminAnswer<{ readonly data: ReadonlyArray<Source> }>("/v1/admin/sources")
  return (
    <>
      <section class="block" aria-labelledby="setup-file">
        <h2 id="setup-file">Begin with a file</h2>
        <FileDrop>
          Most services give an export: Spotify, Netflix, Last.fm, Strava, Goodreads and fifty more. It needs no key,
          and is recognised by its content.
        </FileDrop>
      </section>
      <section
        class="block"
        aria-labelledby="setup-home"
        aria-busy={home.value === undefined && home.failure === undefined}
      >
        <h2 id="setup-home">Where you are at home</h2>
        {home.failure !== undefined && <Failure text={home.failure.message} reload={home.reload} />}
        {home.value !== undefined && <HomeForm home={home.value} onChange={home.set} />}
      </section>
      {home.value !== undefined && <ZoneHistory home={home.value} onChange={home.set} />}
      <div aria-busy={sources.value === undefined && sources.failure === undefined}>
        {sources.value === undefined && sources.failure === undefined && <Waiting what="the list of sources" />}
        {sources.failure !== undefined && <Failure text={sources.failure.message} reload={sources.reload} />}
        {sources.value !== undefined && <SourceGroups sources={sources.value.data} />}
      </div>
    </>
  )
}

/** The first steps of a new Daybook. */
export const Page = () => (
  <AdminPage
    title="Set up"
    lead="Drop a file, say where you are at home, connect what you use. All of it can be changed later."
  >
    <Steps />
  </AdminPage>
)
