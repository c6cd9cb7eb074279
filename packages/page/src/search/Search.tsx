import { useEffect, useRef, useState } from "preact/hooks"
import { Link } from "../parts/Link.js"
import { Picture } from "../pictures/Picture.js"
import { counted } from "../text/format.js"
import { type Found, useSearch } from "./useSearch.js"

const kinds: Readonly<Record<string, string>> = { activity: "run", release: "record", movie: "film", show: "series" }

const Hit = ({ hit: { author, entity_type, image, instapaper_url, subtitle, title, url } }: { readonly hit: Found["hits"][number] }) => (
  <li>
    <Picture image={image} alt="" initial={title} width={44} height={44} />
    <span class="what">
      <span class="name"><Link to={instapaper_url ?? url}>{title}</Link></span>
      <span class="quiet">{[kinds[entity_type] ?? entity_type, author ?? subtitle].filter((part) => part != null).join(" · ")}</span>
    </span>
  </li>
)

const said = ({ failed, q, total }: Found) => failed ? "The search could not be answered." : total === 0 ? `Nothing found for “${q}”.` : `${counted(total, "thing")} found for “${q}”.`

const Results = ({ found, more }: { readonly found: Found; readonly more: () => void }) => (
  <section class="results" aria-label="Search results">
    <p class="quiet" role="status">{said(found)}</p>
    <ol>{found.hits.map((hit) => <Hit key={`${hit.entity_type} ${hit.entity_id}`} hit={hit} />)}</ol>
    {found.hits.length < found.total && <button type="button" onClick={more}>More</button>}
  </section>
)

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** Looks for words in everything. `/` goes to it from anywhere, Escape ends it. */
export const Search = () => {
  const [text, setText] = useState("")
  const input = useRef<HTMLInputElement>(null)
  const { found, more } = useSearch(text)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <div class="search">
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <label for="search" class="unseen">Search everything</label>
        <input
          ref={input}
          id="search"
          type="search"
          placeholder="Search everything"
          autocomplete="off"
          aria-keyshortcuts="/"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && setText("")}
        />
      </form>
      {found !== undefined && <Results found={found} more={more} />}
    </div>
  )
}
