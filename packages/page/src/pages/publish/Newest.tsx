import { useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { ActionOutcome } from "../../admin/parts.js"
import { useAction } from "../../admin/useAction.js"
import { quantity } from "../../text/format.js"
import { operationsOf, type Lens } from "./answers.js"
import { type Preview, newestCount, newestOf, readPreview } from "./records.js"
import { groupTitles, groupsOf } from "./words.js"

/** The newest records of a group, as a lens shows them. */
export interface GroupPreview extends ReturnType<typeof readPreview> {
  readonly group: string
}

/** Asks for the newest records of everything that a lens shows. */
export const previewsOf = async (lens: Lens): Promise<ReadonlyArray<GroupPreview>> => {
  const operations = operationsOf(lens)
  const previews: Array<GroupPreview> = []
  for (const group of groupsOf(lens.definition)) {
    const operation = newestOf(operations, group)
    if (operation === undefined) continue
    const path = `/v1/admin/lenses/${lens.name}/preview`
    const preview = await adminRequest<Preview>("POST", path, { operation, params: { limit: String(newestCount) } })
    previews.push({ group, ...readPreview(preview) })
  }
  return previews
}

/** The newest records with every field that is shown, and the names of those that are not. */
export const Newest = ({ previews }: { readonly previews: ReadonlyArray<GroupPreview> }) => (
  <div class="newest">
    {previews.length === 0 && <p>This lens shows no list of records.</p>}
    {previews.map(({ group, hidden, records }) => (
      <details key={group} open={previews.length === 1}>
        <summary>
          {groupTitles[group] ?? group}: {quantity(records.length, "newest record")}
        </summary>
        {records.length === 0 && <p class="quiet">Nothing is there to show yet.</p>}
        <ol>
          {records.map((fields, index) => (
            <li key={index}>
              <dl>
                {fields.map(([path, value]) => (
                  <div key={path}>
                    <dt>{path}</dt>
                    <dd dir="auto">{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
        {hidden.length > 0 && <p class="quiet">Not shown: {hidden.join(", ")}.</p>}
      </details>
    ))}
  </div>
)

/** A button that shows the newest records of a lens. */
export const NewestOf = ({ lens }: { readonly lens: Lens }) => {
  const [previews, setPreviews] = useState<ReadonlyArray<GroupPreview>>()
  const action = useAction()
  const show = () =>
    void action.run("preview", async () => {
      setPreviews(await previewsOf(lens))
      return undefined
    })
  return (
    <>
      <div class="buttons">
        <button type="button" disabled={action.busy !== undefined} onClick={show}>
          Show the newest records<span class="visually-hidden"> of {lens.name}</span>
        </button>
      </div>
      <ActionOutcome action={action} />
      {previews !== undefined && <Newest previews={previews} />}
    </>
  )
}
