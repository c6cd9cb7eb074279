import { useState } from "preact/hooks"
import type { Answers } from "../api/Answers.js"
import { useAnswer, useSession } from "../api/useAnswer.js"
import { Block } from "../parts/Block.js"
import { Picture } from "../pictures/Picture.js"
import { briefDate } from "../text/format.js"

type FeedEntry = Answers["feed"]["data"][number]

const domainNames: Readonly<Record<string, string>> = {
  listening: "Listening",
  running: "Running",
  watching: "Watching",
  collecting: "Shelf",
  reading: "Reading",
  attending: "Attending"
}

const FeedItem = ({ item: { domain, image, subtitle, title } }: { readonly item: FeedEntry }) => (
  <li class={`feed-item of-${domain}`}>
    <Picture image={image} alt="" initial={domainNames[domain] ?? domain} width={44} height={44} />
    <span class="what">
      <span class="name">{title}</span>
      {subtitle !== null && <span class="quiet">{subtitle}</span>}
    </span>
    <span class="domain-name">{domainNames[domain] ?? domain}</span>
  </li>
)

type FeedPage = Answers["feed"]
type Item = FeedPage["data"][number]

const first = { limit: 20 }

/** The items by day in the reader's time zone, in their order. */
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

/** The loaded items, and a function that loads the next page. */
const useMore = (page: FeedPage) => {
  const { host } = useSession()
  const [pages, setPages] = useState<ReadonlyArray<FeedPage>>([])
  const [state, setState] = useState<"idle" | "waiting" | "failed">("idle")
  const next = (pages.at(-1) ?? page).pagination.next_cursor
  const load = async () => {
    if (next === null || state === "waiting") return
    setState("waiting")
    const outcome = await host.get("feed", { ...first, cursor: next }, new AbortController().signal)
    if (outcome._tag === "Success") setPages([...pages, outcome.value])
    setState(outcome._tag === "Success" || outcome._tag === "Empty" ? "idle" : "failed")
  }
  return { items: [page, ...pages].flatMap(({ data }) => data), hasMore: next !== null, load, state }
}

const Items = ({ page }: { readonly page: FeedPage }) => {
  const { hasMore, items, load, state } = useMore(page)
  return (
    <>
      {byDay(items).map(([date, dayItems]) => (
        <div key={date} class="feed-day">
          <h4>{date}</h4>
          <ul class="feed-items">
            {dayItems.map((item) => (
              <FeedItem key={item.id} item={item} />
            ))}
          </ul>
        </div>
      ))}
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
    answer={useAnswer("feed", first)}
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
