import { useState } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer, useSession } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { FeedDays, FeedItem, itemsOf } from "../../parts/FeedItems.js"

type FeedPage = Answers["feed"]
const firstQuery = { limit: 20 }

/** The loaded items, and a function that loads the next page. */
const useMore = (page: FeedPage) => {
  const { host } = useSession()
  const [first] = useState(page)
  const [pages, setPages] = useState<ReadonlyArray<FeedPage>>([])
  const [state, setState] = useState<"idle" | "waiting" | "failed">("idle")
  const next = (pages.at(-1) ?? first).pagination.next_cursor
  const load = async () => {
    if (next === null || state === "waiting") return
    setState("waiting")
    const outcome = await host.get("feed", { ...firstQuery, cursor: next }, new AbortController().signal)
    if (outcome._tag === "Success") setPages([...pages, outcome.value])
    setState(outcome._tag === "Success" || outcome._tag === "Empty" ? "idle" : "failed")
  }
  return { items: itemsOf(page, first, pages), hasMore: next !== null, load, state }
}

const Items = ({ page }: { readonly page: FeedPage }) => {
  const { hasMore, items, load, state } = useMore(page)
  return (
    <>
      <FeedDays items={items} />
      <p aria-live="polite">
        {state === "failed" && <span class="quiet">The next page could not be loaded. </span>}
        {hasMore ? (
          <button type="button" onClick={() => void load()} aria-busy={state === "waiting"}>
            {state === "waiting" ? "Loading" : "Earlier"}
          </button>
        ) : (
          <span class="quiet">This is the first entry.</span>
        )}
      </p>
    </>
  )
}

export const Feed = () => (
  <Block
    title="Everything, newest first"
    answer={useAnswer("feed", firstQuery)}
    class="feed"
    rows={20}
    nothing="The feed is empty."
  >
    {(page) => <Items page={page} />}
  </Block>
)

const maxItems = 5

export const OnThisDay = () => (
  <Block
    title="On this day"
    answer={useAnswer("feed/on-this-day")}
    rows={12}
    nothing="Nothing on this day in earlier years."
  >
    {({ years }) =>
      years.length === 0 ? (
        <p class="quiet">Nothing on this day in earlier years.</p>
      ) : (
        <>
          {years.map(({ items, year }) => (
            <div key={year} class="feed-day">
              <h4>{year}</h4>
              <ul class="feed-items">
                {items.slice(0, maxItems).map((item) => (
                  <FeedItem key={item.id} item={item} />
                ))}
              </ul>
              {items.length > maxItems && <p class="quiet">and {items.length - maxItems} more</p>}
            </div>
          ))}
        </>
      )
    }
  </Block>
)
