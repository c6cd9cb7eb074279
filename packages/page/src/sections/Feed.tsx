import { useState } from "preact/hooks"
import type { Answers } from "../api/Answers.js"
import { useSession } from "../api/Session.js"
import { useAnswer } from "../api/useAnswer.js"
import { Block } from "../parts/Block.js"
import { briefDate } from "../text/format.js"
import { Happening } from "./Happening.js"

type FeedPage = Answers["feed"]
type Item = FeedPage["data"][number]

const first = { limit: 20 }

/** Days of the reader's own zone, in the order of the items. */
const byDay = (items: ReadonlyArray<Item>): ReadonlyArray<readonly [string, ReadonlyArray<Item>]> => {
  const days = new Map<string, Array<Item>>()
  for (const item of items) {
    const date = briefDate(Date.parse(item.occurred_at), Date.now())
    const day = days.get(date)
    if (day === undefined) days.set(date, [item])
    else day.push(item)
  }
  return Array.from(days)
}

/** What came since the first page, and how to get more. */
const useMore = (page: FeedPage) => {
  const { host } = useSession()
  const [pages, setPages] = useState<ReadonlyArray<FeedPage>>([])
  const [state, setState] = useState<"idle" | "waiting" | "failed">("idle")
  const next = (pages.at(-1) ?? page).pagination.next_cursor
  const load = async () => {
    if (next === null || state === "waiting") return
    setState("waiting")
    const outcome = await host.ask("feed", { ...first, cursor: next }, new AbortController().signal)
    if (outcome._tag === "There") setPages([...pages, outcome.value])
    setState(outcome._tag === "There" || outcome._tag === "Nothing" ? "idle" : "failed")
  }
  return { items: [page, ...pages].flatMap(({ data }) => data), hasMore: next !== null, load, state }
}

const Items = ({ page }: { readonly page: FeedPage }) => {
  const { hasMore, items, load, state } = useMore(page)
  return (
    <>
      {byDay(items).map(([date, happened]) => (
        <div key={date} class="feed-day">
          <h4>{date}</h4>
          <ul class="happenings">{happened.map((item) => <Happening key={item.id} item={item} />)}</ul>
        </div>
      ))}
      <p aria-live="polite">
        {state === "failed" && <span class="quiet">More could not be read. </span>}
        {hasMore ? <button type="button" onClick={() => void load()} aria-busy={state === "waiting"}>{state === "waiting" ? "Loading" : "Earlier"}</button> : <span class="quiet">That is where it began.</span>}
      </p>
    </>
  )
}

export const Feed = () => (
  <Block title="Everything, newest first" asked={useAnswer("feed", first)} class="feed" rows={20} nothing="Nothing has happened yet.">
    {(page) => <Items page={page} />}
  </Block>
)
