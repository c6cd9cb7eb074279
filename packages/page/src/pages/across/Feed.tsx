import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer, useSession } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { FeedDays, itemsOf } from "../../parts/FeedItems.js"
import { Head } from "../../parts/Frame.js"
import { Choice } from "../../parts/lists.js"
import { domainTitles } from "../../parts/records.js"
import { useParameter } from "../../router/location.js"

type FeedPage = Answers["feed"]
type FeedQuery = Readonly<Record<string, string | number>>

const domains = [["", "Everything"] as const, ...Object.entries(domainTitles)]
const limit = 50
/** How far above the end the next page is asked for. */
const ahead = "600px"

const pathOf = (domain: string) => (domain === "" ? "feed" : "feed/domain/:domain")

/** The pages loaded so far; asks for the next one when the end comes into view. */
const useMore = (page: FeedPage, domain: string, query: FeedQuery) => {
  const { host } = useSession()
  const [first] = useState(page)
  const [pages, setPages] = useState<ReadonlyArray<FeedPage>>([])
  const [state, setState] = useState<"idle" | "waiting" | "failed">("idle")
  const end = useRef<HTMLParagraphElement>(null)
  const next = (pages.at(-1) ?? first).pagination.next_cursor
  const load = async () => {
    if (next === null || state === "waiting") return
    setState("waiting")
    const outcome = await host.get(pathOf(domain), { ...query, cursor: next }, new AbortController().signal)
    if (outcome._tag === "Success") setPages([...pages, outcome.value])
    setState(outcome._tag === "Success" || outcome._tag === "Empty" ? "idle" : "failed")
  }
  useEffect(() => {
    if (end.current === null || next === null || state !== "idle") return
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && void load(), { rootMargin: ahead })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [next, state])
  return { end, items: itemsOf(page, first, pages), load, next, state }
}

interface ItemsProps {
  readonly page: FeedPage
  readonly domain: string
  readonly query: FeedQuery
}

const Items = ({ domain, page, query }: ItemsProps) => {
  const { end, items, load, next, state } = useMore(page, domain, query)
  return (
    <>
      <FeedDays items={items} />
      <p ref={end} aria-live="polite">
        {state === "failed" && <span class="quiet">The next page could not be loaded. </span>}
        {next === null ? (
          <span class="quiet">This is the first entry.</span>
        ) : (
          <button type="button" onClick={() => void load()}>
            Earlier
          </button>
        )}
      </p>
    </>
  )
}

/** `/feed`. */
export const Page = () => {
  const [domain, setDomain] = useParameter("domain")
  const [from, setFrom] = useParameter("from")
  const [until, setUntil] = useParameter("to")
  const query = useMemo(
    () => ({
      limit,
      ...(domain === "" ? {} : { domain }),
      ...(from === "" ? {} : { from }),
      ...(until === "" ? {} : { to: until })
    }),
    [domain, from, until]
  )
  const answer = useAnswer(pathOf(domain), query)
  return (
    <>
      <Head title="What happened" />
      <div class="controls">
        <Choice label="Domain" options={domains} value={domain} onChange={setDomain} />
        <label class="select">
          <span>From</span>
          <input type="date" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        </label>
        <label class="select">
          <span>To</span>
          <input type="date" value={until} onChange={(event) => setUntil(event.currentTarget.value)} />
        </label>
      </div>
      <h2 class="visually-hidden">Entries</h2>
      <Block title="Newest first" answer={answer} rows={60} nothing="Nothing happened here yet.">
        {(page) => (
          <Items key={answer.stale === true ? "before" : `${domain} ${from} ${until}`} {...{ domain, page, query }} />
        )}
      </Block>
    </>
  )
}
