import { AdminPage } from "../../admin/AdminPage.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Failure } from "../../parts/Block.js"
import { useParameter } from "../../router/location.js"
import type { Source } from "./model.js"
import { SourceGroups } from "./SourceGroups.js"

const Lists = () => {
  const { failure, reload, value } = useAdminAnswer<{ readonly data: ReadonlyArray<Source> }>("/v1/admin/sources")
  const [login] = useParameter("login")
  return (
    <div aria-busy={value === undefined && failure === undefined}>
      {login === "unknown" && (
        <p role="alert">
          This login was not begun here, has ended or has expired. Begin it again on the source’s page.
        </p>
      )}
      {failure !== undefined && <Failure text={failure.message} reload={reload} />}
      {value !== undefined && <SourceGroups sources={value.data} />}
    </div>
  )
}

/** Every source with its state. */
export const Page = () => (
  <AdminPage title="Sources" lead="What Daybook reads, and how it goes.">
    <Lists />
  </AdminPage>
)
