import { AdminPage } from "../../admin/AdminPage.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Failure } from "../../parts/Block.js"
import { to } from "../../router/location.js"
import { HomeForm } from "./HomeForm.js"
import type { Home, Source } from "./model.js"
import { SourceCard } from "./SourceCard.js"

const Steps = () => {
  const home = useAdminAnswer<Home>("/v1/admin/home")
  const sources = useAdminAnswer<{ readonly data: ReadonlyArray<Source> }>("/v1/admin/sources")
  return (
    <>
      <section
        class="block"
        aria-labelledby="setup-home"
        aria-busy={home.value === undefined && home.failure === undefined}
      >
        <h2 id="setup-home">Where you are at home</h2>
        {home.failure !== undefined && <Failure text={home.failure.message} reload={home.reload} />}
        {home.value !== undefined && <HomeForm home={home.value} onChange={home.set} />}
      </section>
      <section
        class="block"
        aria-labelledby="setup-sources"
        aria-busy={sources.value === undefined && sources.failure === undefined}
      >
        <h2 id="setup-sources">Your sources</h2>
        <p>
          Choose one to connect it or to enter its keys. An export file needs no keys:{" "}
          <a href={to("/import")}>import a file</a>.
        </p>
        {sources.failure !== undefined && <Failure text={sources.failure.message} reload={sources.reload} />}
        <ul class="source-cards">
          {sources.value?.data
            .filter(({ id }) => id !== "manual")
            .map((source) => (
              <SourceCard key={source.id} source={source} />
            ))}
        </ul>
      </section>
    </>
  )
}

/** The first steps of a new Daybook. */
export const Page = () => (
  <AdminPage
    title="Set up"
    lead="Say where you are at home, then connect what you use. All of it can be changed later."
  >
    <Steps />
  </AdminPage>
)
