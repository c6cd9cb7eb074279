import { useState } from "preact/hooks"
import { AdminPage } from "../../admin/AdminPage.js"
import type { Listed, ReviewCounts, ReviewDecision, ReviewItem, ReviewKind } from "../../admin/answers.js"
import { adminRequest } from "../../admin/key.js"
import { AdminSection, ActionOutcome, TextField } from "../../admin/parts.js"
import { dayAndTime } from "../../admin/times.js"
import { type Action, useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Decided } from "../../corrections/Decided.js"
import { Link } from "../../parts/Block.js"
import { Pager } from "../../parts/lists.js"
import { usePageNumber, useParameter } from "../../router/location.js"
import { count } from "../../text/format.js"

const titles: Readonly<Record<ReviewKind, string>> = {
  event: "Events and mails",
  film: "Films",
  episode: "Episodes",
  record: "Records",
  disc: "Discs",
  event_merge: "Merged events",
  viewing_merge: "Merged viewings",
  run_merge: "Merged runs",
  filter: "Filters"
}

const nothing: Readonly<Record<ReviewKind, string>> = {
  event: "Every mail and calendar entry was understood.",
  film: "TMDB knows every film that was watched.",
  episode: "Every watched episode has its number.",
  record: "No record has a similar name to a played album.",
  disc: "No disc matches a watched film by its title alone.",
  event_merge: "No events were merged.",
  viewing_merge: "No viewings were merged.",
  run_merge: "No runs were merged.",
  filter: "No filter hides any plays."
}

const needs = {
  event_date: { label: "Day of the event", type: "date", placeholder: "" },
  tmdb_id: { label: "Number at TMDB", type: "text", placeholder: "603" },
  season: { label: "Season", type: "text", placeholder: "2" },
  episode: { label: "Number in the season", type: "text", placeholder: "5" }
} as const

type Need = keyof typeof needs

const valueOf = (need: Need, text: string): unknown => (need === "event_date" ? text : Number(text))

const patterns: Readonly<Record<Need, RegExp>> = {
  event_date: /^\d{4}-\d{2}-\d{2}$/,
  tmdb_id: /^[1-9]\d{0,8}$/,
  season: /^\d{1,5}$/,
  episode: /^\d{1,5}$/
}

const isValid = (need: Need, text: string): boolean => patterns[need].test(text.trim())

interface ItemProps {
  readonly item: ReviewItem
  readonly action: Action
  readonly decide: (item: ReviewItem, decision: ReviewDecision, body: ReviewDecision["body"]) => void
}

/** The inputs of a decision that needs more than a click. */
const NeedsForm = ({ action, decide, decision, item }: ItemProps & { readonly decision: ReviewDecision }) => {
  const [values, setValues] = useState<Readonly<Partial<Record<Need, string>>>>({})
  const isReady = decision.needs.every((need) => isValid(need, values[need] ?? ""))
  return (
    <form
      class="needs"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        const added = decision.needs.map((need) => [need, valueOf(need, values[need] ?? "")])
        decide(item, decision, { ...decision.body, ...Object.fromEntries(added) })
      }}
    >
      {decision.needs.map((need) => (
        <TextField
          key={need}
          label={needs[need].label}
          type={needs[need].type}
          placeholder={needs[need].placeholder}
          value={values[need] ?? ""}
          onValue={(value) => setValues({ ...values, [need]: value })}
        />
      ))}
      <button type="submit" class="primary" disabled={!isReady || action.busy !== undefined}>
        {decision.label}
        <span class="visually-hidden">: {item.title}</span>
      </button>
      {decision.needs.includes("tmdb_id") && (
        <p class="quiet">
          <Link
            to={`https://www.themoviedb.org/search/movie?query=${encodeURIComponent(item.title.replace(/ \(\d{4}\)$/, ""))}`}
          >
            Look for it at TMDB
          </Link>
          : the number is in the address of its page.
        </p>
      )}
    </form>
  )
}

const Item = ({ action, decide, item }: ItemProps) => {
  const withNeeds = item.decisions.filter(({ needs }) => needs.length > 0)
  const plain = item.decisions.filter(({ needs }) => needs.length === 0)
  return (
    <li class="review-item">
      <div class="review-what">
        <h3 dir="auto">{item.title}</h3>
        {item.detail !== null && (
          <p dir="auto" class="quiet">
            {item.detail}
          </p>
        )}
        <p class="reason" dir="auto">
          {item.reason}
        </p>
        {item.reported_at !== null && <p class="quiet">Reported {dayAndTime(item.reported_at)}</p>}
        {item.excerpt !== null && (
          <details class="excerpt">
            <summary>
              The mail<span class="visually-hidden"> about {item.title}</span>
            </summary>
            <pre tabIndex={0} dir="auto">
              {item.excerpt}
            </pre>
          </details>
        )}
      </div>
      <div class="review-decisions">
        {withNeeds.map((decision) => (
          <NeedsForm key={decision.label} {...{ action, decide, decision, item }} />
        ))}
        <div class="buttons">
          {plain.map((decision) => (
            <button
              key={decision.label}
              type="button"
              class={decision.decision === "accept" ? "primary" : ""}
              disabled={action.busy !== undefined}
              onClick={() => decide(item, decision, decision.body)}
            >
              {decision.label}
              <span class="visually-hidden">: {item.title}</span>
            </button>
          ))}
        </div>
      </div>
    </li>
  )
}

/** A decision about a match can be taken back; events and merges are decided for good. */
const undoOf = ({ body, method, path }: ReviewDecision) =>
  body !== null && "same" in body ? { method, path, body: { same: null } } : undefined

const limit = 20

/** The items of one kind, and the decisions about them. */
const Items = ({ kind, onDecided }: { readonly kind: ReviewKind; readonly onDecided: () => void }) => {
  const [page, setPage] = usePageNumber()
  const answer = useAdminAnswer<Listed<ReviewItem>>(`/v1/admin/review/items?kind=${kind}&page=${page}&limit=${limit}`)
  const action = useAction()
  const [undo, setUndo] = useState<ReturnType<typeof undoOf>>()
  const refresh = () => {
    answer.reload()
    onDecided()
  }
  const decide: ItemProps["decide"] = async (item, decision, body) => {
    const isDone = await action.run(item.id, async () => {
      await adminRequest(decision.method, decision.path, body ?? undefined)
      return `${item.title}: ${decision.label}.`
    })
    setUndo(isDone ? undoOf(decision) : undefined)
    // Someone else may have decided it meanwhile.
    refresh()
  }
  const takeBack = async () => {
    if (undo === undefined) return
    await action.run("undo", async () => {
      await adminRequest(undo.method, undo.path, undo.body)
      return "The decision is taken back."
    })
    setUndo(undefined)
    refresh()
  }
  return (
    <>
      <ActionOutcome action={action}>
        {undo !== undefined && (
          <button type="button" class="plain" onClick={() => void takeBack()}>
            Undo
          </button>
        )}
      </ActionOutcome>
      <AdminSection title={titles[kind]} answer={answer} rows={12}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <p class="quiet">{page > 1 ? "There is nothing left on this page." : nothing[kind]}</p>
          ) : (
            <>
              <ul class="review-items">
                {data.map((item) => (
                  <Item key={item.id} {...{ item, action, decide }} />
                ))}
              </ul>
              {pagination.total_pages > 1 && <Pager of="decisions" pagination={pagination} onPage={setPage} />}
            </>
          )
        }
      </AdminSection>
    </>
  )
}

const isKind = (text: string): text is ReviewKind => Object.hasOwn(titles, text)

const Content = () => {
  const [chosen, choose] = useParameter("kind")
  const counts = useAdminAnswer<ReviewCounts>("/v1/admin/review", 60_000)
  const all = counts.value?.kinds
  const first = all?.find(({ count, waits }) => waits && count > 0)?.kind ?? "event"
  const kind = isKind(chosen) ? chosen : first
  return (
    <>
      <AdminSection class="kinds" title="What waits" answer={counts} rows={3}>
        {({ kinds, waiting }) => (
          <>
            <p class="lead-in">
              {waiting === 0
                ? "Nothing waits for a decision."
                : waiting === 1
                  ? "One thing waits for a decision."
                  : `${count(waiting)} things wait for a decision.`}
            </p>
            <div class="choice" role="group" aria-label="Kind">
              {kinds.map((one) => (
                <button
                  key={one.kind}
                  type="button"
                  aria-pressed={one.kind === kind}
                  class={one.waits && one.count > 0 ? "waits" : ""}
                  onClick={() => choose(one.kind)}
                >
                  {titles[one.kind]} <span class="figure">{count(one.count)}</span>
                </button>
              ))}
            </div>
          </>
        )}
      </AdminSection>
      {all !== undefined && <Items key={kind} kind={kind} onDecided={counts.reload} />}
      <Decided />
    </>
  )
}

/** `/review`. */
export const Page = () => (
  <AdminPage
    title="Review"
    lead="What Daybook is not sure about, why, and what you can decide. Decisions stay when sources are read again."
  >
    <Content />
  </AdminPage>
)
