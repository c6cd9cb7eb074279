import { useState } from "preact/hooks"
import type { EnabledHookView, HookTestResult, HookView } from "@daybook/core/hooks"
import { AdminPage } from "../../admin/AdminPage.js"
import type { Data } from "../../admin/answers.js"
import { adminRequest } from "../../admin/key.js"
import { AdminSection, ActionOutcome, SureButton } from "../../admin/parts.js"
import { agoOr, dayAndTime } from "../../admin/times.js"
import { type Action, useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { quantity } from "../../text/format.js"
import { Deliveries } from "./Deliveries.js"
import { NewHook } from "./NewHook.js"
import { eventTitles, kindTitles } from "./hookTitles.js"

type Hook = typeof HookView.Encoded
type TestResult = typeof HookTestResult.Encoded
type Enabled = typeof EnabledHookView.Encoded

const stateText = (hook: Hook): string => {
  if (hook.state === "disabled") return `disabled since ${dayAndTime(hook.disabled_at ?? hook.created_at)}`
  if (hook.failures > 0) return `failing since ${dayAndTime(hook.failing_since ?? hook.created_at)}`
  return hook.last_success_at === null ? "nothing sent yet" : `last success ${agoOr(hook.last_success_at, "")}`
}

const testText = ({ duration_ms, reply, status, success }: TestResult): string =>
  success
    ? `The test arrived: the receiver answered ${status} in ${duration_ms} ms.`
    : `The test did not arrive: ${status === null ? reply : `the receiver answered ${status}. ${reply}`}`

/** What a hook is called for. */
const followed = ({ events, kind, listens }: Hook): string => {
  if (listens !== null) {
    const { last_refusal, refused, sent, waiting } = listens
    const refusals = refused === 0 ? "" : ` · ${refused} refused${last_refusal === null ? "" : `: ${last_refusal}`}`
    return `${quantity(sent, "listen")} sent · ${waiting} waiting${refusals}`
  }
  return kind === "webhook" ? events.map((event) => eventTitles[event]).join(", ") : "Every change"
}

interface HookProps {
  readonly hook: Hook
  readonly action: Action
  readonly reload: () => void
}

const HookRow = ({ action, hook, reload }: HookProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const [round, setRound] = useState(0)
  const path = `/v1/admin/hooks/${hook.id}`
  const act = (name: string, work: () => Promise<string>) =>
    void action.run(name, work).then(() => {
      setRound((before) => before + 1)
      reload()
    })
  const test = () => act("test", async () => testText(await adminRequest<TestResult>("POST", `${path}/test`)))
  const isRelay = hook.listens !== null
  const enable = () =>
    act("enable", async () => {
      const { missed, replay } = await adminRequest<Enabled>("POST", `${path}/enable`)
      if (replay === null) return "The hook is sent to again."
      await adminRequest("POST", `${path}/replay`, replay)
      return `The hook is sent to again, with the ${quantity(missed, "message")} that it missed.`
    })
  const remove = () =>
    act("delete", async () => {
      await adminRequest("DELETE", path)
      return "The hook is deleted with its messages."
    })
  return (
    <li class="hook">
      <div class="admin-row">
        <div class="what">
          <p class="name" dir="auto">
            {hook.description ?? hook.url}{" "}
            <span class={`tag ${hook.state === "disabled" ? "bad" : hook.failures > 0 ? "admin" : "read"}`}>
              {hook.state === "disabled" ? "disabled" : hook.failures > 0 ? "failing" : "active"}
            </span>
          </p>
          <p class="quiet">
            {kindTitles[hook.kind]} · <span class="address">{hook.url}</span> · {stateText(hook)}
          </p>
          <p class="quiet">
            {followed(hook)}
            {hook.domains !== null && ` · only ${hook.domains.join(", ")}`}
          </p>
          {hook.disabled_reason !== null && <p class="reason">{hook.disabled_reason}</p>}
        </div>
        <div class="buttons">
          {hook.state === "disabled" && (
            <button type="button" class="primary" disabled={action.busy !== undefined} onClick={enable}>
              {isRelay ? "Enable" : "Enable and send what it missed"}
            </button>
          )}
          <button type="button" disabled={action.busy !== undefined} onClick={test}>
            {hook.kind === "webhook" ? "Send a test" : isRelay ? "Check the login" : "Start a build"}
            <span class="visually-hidden"> to {hook.description ?? hook.url}</span>
          </button>
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Deliveries<span class="visually-hidden"> of {hook.description ?? hook.url}</span>
          </button>
          <SureButton
            of={`the hook ${hook.description ?? hook.url}`}
            sure="Delete with its messages"
            disabled={action.busy !== undefined}
            onSure={remove}
          >
            Delete
          </SureButton>
        </div>
      </div>
      {isOpen && <Deliveries key={round} hook={hook.id} onReplay={reload} />}
    </li>
  )
}

const Content = () => {
  const hooks = useAdminAnswer<Data<Hook>>("/v1/admin/hooks", 30_000)
  const action = useAction()
  return (
    <>
      <NewHook onChange={hooks.reload} />
      <ActionOutcome action={action} />
      <AdminSection title="Hooks" answer={hooks} rows={8}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No hook yet. The first one tells another program what happens here.</p>
          ) : (
            <ul class="admin-rows">
              {data.map((hook) => (
                <HookRow key={hook.id} {...{ hook, action }} reload={hooks.reload} />
              ))}
            </ul>
          )
        }
      </AdminSection>
    </>
  )
}

/** `/hooks`. */
export const Page = () => (
  <AdminPage
    title="Hooks"
    lead="Who is told when something happens: webhooks for your programs, build hooks that publish your site again, and services that get your listens."
  >
    <Content />
  </AdminPage>
)
