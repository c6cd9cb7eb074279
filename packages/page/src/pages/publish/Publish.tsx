import { AdminPage } from "../../admin/AdminPage.js"
import type { Data, Key } from "../../admin/answers.js"
import { adminRequest } from "../../admin/key.js"
import { ActionOutcome, AdminSection, SureButton } from "../../admin/parts.js"
import { agoOr } from "../../admin/times.js"
import { type Action, useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { to } from "../../router/location.js"
import type { Lens } from "./answers.js"
import { NewestOf } from "./Newest.js"
import { NewKey } from "./NewKey.js"
import { NewLens } from "./NewLens.js"
import { wordsOf } from "./words.js"

interface RowProps<A> {
  readonly value: A
  readonly action: Action
  readonly onRemove: (value: A) => void
}

const LensRow = ({ action, onRemove, value }: RowProps<Lens>) => (
  <li class="admin-row">
    <div class="what">
      <p class="name">
        {value.name} {value.built_in && <span class="tag">comes with Daybook</span>}
      </p>
      {wordsOf(value.definition).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <NewestOf lens={value} />
    </div>
    {!value.built_in && (
      <div class="buttons">
        <SureButton
          of={`the lens ${value.name}`}
          sure="Remove it and revoke its keys"
          disabled={action.busy !== undefined}
          onSure={() => onRemove(value)}
        >
          Remove
        </SureButton>
      </div>
    )}
  </li>
)

const KeyRow = ({ action, onRemove, value }: RowProps<Key>) => (
  <li class="admin-row">
    <div class="what">
      <p class="name" dir="auto">
        {value.name} <span class="tag">{value.lens}</span>
      </p>
      <p class="quiet">
        <code>
          {value.key_prefix}…{value.key_hint}
        </code>{" "}
        · {[...value.origins, ...(value.no_origin ? ["programs"] : [])].join(", ")} · used{" "}
        {agoOr(value.last_used_at, "never")}
      </p>
    </div>
    <div class="buttons">
      <SureButton
        of={`the key ${value.name}`}
        sure="Revoke for good"
        disabled={action.busy !== undefined}
        onSure={() => onRemove(value)}
      >
        Revoke
      </SureButton>
    </div>
  </li>
)

/** Keys that show everything and that pages of others use. */
const Exposed = ({ keys }: { readonly keys: ReadonlyArray<Key> }) => (
  <div role="status">
    {keys
      .filter(({ exposed_to, is_active }) => is_active && exposed_to !== null)
      .map(({ exposed_to, id, key_hint, name }) => (
        <p key={id} class="trouble">
          A page of {exposed_to} uses the key “{name}” (…{key_hint}), which shows everything, and every visitor can read
          it there. Give the page a publishable key, then <a href={to("/keys")}>revoke this one</a>.
        </p>
      ))}
  </div>
)

const Content = () => {
  const lenses = useAdminAnswer<Data<Lens>>("/v1/admin/lenses")
  const keys = useAdminAnswer<Data<Key>>("/v1/admin/keys", 30_000)
  const action = useAction()
  const remove = (path: string, done: string) =>
    void action
      .run("remove", async () => {
        await adminRequest("DELETE", path)
        return done
      })
      .then(() => {
        lenses.reload()
        keys.reload()
      })
  const all = lenses.value?.data ?? []
  const recommended = all.find(({ name }) => name === "site")?.definition
  return (
    <>
      <Exposed keys={keys.value?.data ?? []} />
      <ActionOutcome action={action} />
      <AdminSection title="Lenses" answer={lenses} rows={12}>
        {({ data }) => (
          <ul class="admin-rows">
            {data.map((lens) => (
              <LensRow
                key={lens.name}
                {...{ value: lens, action }}
                onRemove={({ name }) =>
                  remove(`/v1/admin/lenses/${name}`, `The lens “${name}” is removed, and its keys are revoked.`)
                }
              />
            ))}
          </ul>
        )}
      </AdminSection>
      {recommended !== undefined && <NewLens recommended={recommended} onChange={lenses.reload} />}
      {all.length > 0 && <NewKey lenses={all} onChange={keys.reload} />}
      <AdminSection title="Publishable keys" answer={keys} rows={4}>
        {({ data }) => {
          const active = data.filter(({ is_active, scope }) => is_active && scope === "publish")
          if (active.length === 0) return <p class="quiet">There are none yet.</p>
          return (
            <ul class="admin-rows">
              {active.map((key) => (
                <KeyRow
                  key={key.id}
                  {...{ value: key, action }}
                  onRemove={({ id, name }) =>
                    remove(`/v1/admin/keys/${id}`, `The key “${name}” is revoked. Pages with it show nothing any more.`)
                  }
                />
              ))}
            </ul>
          )
        }}
      </AdminSection>
    </>
  )
}

/** `/publish`. */
export const Page = () => (
  <AdminPage
    title="Publish"
    lead="Show a part of this Daybook on a site of yours: a lens says what, and a publishable key gives it to your pages."
  >
    <Content />
  </AdminPage>
)
