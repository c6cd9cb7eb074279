import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Head } from "../../parts/Frame.js"
import { Choice, Pager } from "../../parts/lists.js"
import { domainTitles } from "../../parts/records.js"
import { usePageNumber, useParameter } from "../../router/location.js"
import { Hit } from "../../search/Hit.js"

/** Milliseconds. */
const pause = 250
const domains = [["", "Everything"] as const, ...Object.entries(domainTitles)]

interface ResultsProps {
  readonly q: string
  readonly domain: string
}

const ByWord = ({ domain, q }: ResultsProps) => {
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ q, page, limit: 30, ...(domain === "" ? {} : { domain }) }), [q, page, domain])
  return (
    <Block title="By word" answer={useAnswer("search", query)} rows={30} nothing={`No record has the words “${q}”.`}>
      {({ data, pagination }) => (
        <>
          <ol class="hits">
            {data.map((hit) => (
              <Hit key={`${hit.entity_type} ${hit.entity_id}`} hit={hit} />
            ))}
          </ol>
          <Pager pagination={pagination} onPage={setPage} of="results" />
        </>
      )}
    </Block>
  )
}

/** Only articles and their highlights can be searched by meaning. */
const ByMeaning = ({ q }: { readonly q: string }) => (
  <Block
    title="By meaning, in what was read"
    answer={useAnswer(
      "search",
      useMemo(() => ({ q, mode: "semantic", limit: 12 }), [q])
    )}
    rows={14}
    nothing="No article is near in meaning."
  >
    {({ data }) => (
      <ol class="hits">
        {data.map((hit) => (
          <Hit key={`${hit.entity_type} ${hit.entity_id}`} hit={hit} />
        ))}
      </ol>
    )}
  </Block>
)

/** `/search?q=`: results as one types, by word and by meaning. */
export const Page = () => {
  const [q, setQ] = useParameter("q")
  const [domain, setDomain] = useParameter("domain")
  const [text, setText] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (q === "") input.current?.focus()
  }, [])
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => setQ(text.trim()), pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <>
      <Head title={q === "" ? "Search" : `Search: ${q}`} />
      <form class="controls" role="search" onSubmit={(event) => event.preventDefault()}>
        <label class="visually-hidden" for="search">
          Search everything
        </label>
        <input
          ref={input}
          id="search"
          type="search"
          placeholder="Search everything"
          autocomplete="off"
          aria-keyshortcuts="/"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Choice label="Where" options={domains} value={domain} onChange={setDomain} />
      </form>
      {q === "" ? (
        <p class="quiet">Type a word: names, titles, notes, and the text of articles are searched.</p>
      ) : (
        <div class="blocks">
          <h2 class="visually-hidden">Results</h2>
          <ByWord q={q} domain={domain} />
          {(domain === "" || domain === "reading") && <ByMeaning q={q} />}
        </div>
      )}
    </>
  )
}
