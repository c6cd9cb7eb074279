import { AdminPage } from "../../admin/AdminPage.js"
import { ImportCard } from "./ImportCard.js"
import { useImports } from "./useImports.js"
import { type Upload, useUploads } from "./useUploads.js"

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

interface UploadCardProps {
  readonly one: Upload
  readonly onRemove: () => void
}

/** A file on its way to the host. */
const UploadCard = ({ one: { failure, file, sent }, onRemove }: UploadCardProps) => (
  <li class="import">
    <h3 dir="auto">{file.name}</h3>
    {failure === "" ? (
      <>
        <p role="status">Sending {megabytes(file.size)} to the host</p>
        <progress aria-label={`Sending ${file.name}`} max={Math.max(1, file.size)} value={sent} />
      </>
    ) : (
      <p role="alert">{failure}</p>
    )}
    <p class="actions">
      <button type="button" onClick={onRemove}>
        {failure === "" ? "Stop" : "Close"}
        <span class="visually-hidden">: {file.name}</span>
      </button>
    </p>
  </li>
)

const Imports = () => {
  const { all = [], failure, refresh } = useImports()
  const uploads = useUploads(refresh)
  return (
    <>
      <label class="file">
        <span>Export file</span>
        <input
          type="file"
          multiple
          onChange={({ currentTarget }) => {
            uploads.add(Array.from(currentTarget.files ?? []))
            currentTarget.value = ""
          }}
        />
      </label>
      {failure !== "" && <p role="alert">{failure}</p>}
      <ul class="imports" aria-label="Imports">
        {uploads.all.map((one) => (
          <UploadCard key={`upload ${one.id}`} one={one} onRemove={() => uploads.remove(one.id)} />
        ))}
        {all.map((one) => (
          <ImportCard key={one.id} one={one} onChange={refresh} />
        ))}
      </ul>
    </>
  )
}

/** `/import`. */
export const Page = () => (
  <AdminPage
    title="Import"
    lead={
      <>
        Choose an export file, or drop it on any page. It is recognised by its content. A dry run says what is in it
        before anything is stored.
      </>
    }
  >
    <h2 class="visually-hidden">Files</h2>
    <Imports />
  </AdminPage>
)
