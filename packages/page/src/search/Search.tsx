import { useContext, useEffect, useState } from "preact/hooks"
import type { Answers } from "../api/Answers.js"
import type { Outcome } from "../api/host.js"
import { useSession } from "../api/useAnswer.js"
import { PlaceContext, navigate, to } from "../router/location.js"
import { Hit } from "./Hit.js"
import { quantity } from "../text/format.js"

type SearchHit = Answers["search"]["data"][number]

/** The results of the pages loaded so far. */
interface SearchResults {
  readonly q: string
  readonly hits: ReadonlyArray<SearchHit>
  readonly total: number
  readonly page: number
  /** Whether the last request failed. */
  readonly failed: boolean
}

/** The typing pause before a request, in milliseconds. */
const debounceMs = 250
const limit = 12

const withPage = (
  before: SearchResults | undefined,
  q: string,
  page: number,
  outcome: Outcome<Answers["search"]>
): SearchResults => {
  const earlier = page === 1 ? [] : (before?.hits ?? [])
  if (outcome._tag === "Success")
    return { q, page, hits: [...earlier, ...outcome.value.data], total: outcome.value.pagination.total, failed: false }
  return { q, page, hits: earlier, total: earlier.length, failed: outcome._tag !== "Empty" }
}

/** Searches when typing pauses, and aborts outdated requests. */
const useSearch = (text: string) => {
  const { host, round } = useSession()
  const [results, setResults] = useState<SearchResults>()
  const [page, setPage] = useState(1)
  const q = text.trim()
  useEffect(() => setPage(1), [q])
  useEffect(() => {
    if (q === "") return setResults(undefined)
    const controller = new AbortController()
    const timer = setTimeout(
      () => {
        host.get("search", { q, limit, page }, controller.signal).then(
          (outcome) => setResults((before) => withPage(before, q, page, outcome)),
          () => {}
        )
      },
      page === 1 ? debounceMs : 0
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [host, round, q, page])
  return { results: q === "" ? undefined : results, more: () => setPage(page + 1) }
}

const summaryOf = ({ failed, q, total }: SearchResults) =>
  failed
    ? "The search could not be answered."
    : total === 0
      ? `Nothing found for “${q}”.`
      : `${quantity(total, "thing")} found for “${q}”.`

const Results = ({ more, results }: { readonly results: SearchResults; readonly more: () => void }) => (
  <section class="results" aria-label="Search results">
    <p class="quiet" role="status">
      {summaryOf(results)}
    </p>
    <ol>
      {results.hits.map((hit) => (
        <Hit key={`${hit.entity_type} ${hit.entity_id}`} hit={hit} />
      ))}
    </ol>
    {results.hits.length < results.total && (
      <button type="button" onClick={more}>
        More
      </button>
    )}
    {results.hits.length > 0 && (
      <p class="quiet">
        <a href={to("/search", { q: results.q })}>All of it, and by meaning</a>
      </p>
    )}
  </section>
)

/** Full-text search over all domains. `/` focuses it, Escape clears it, Enter opens the page of the search. */
export const Search = () => {
  const [text, setText] = useState("")
  const { path } = useContext(PlaceContext)
  const { more, results } = useSearch(text)
  // The results would cover the page that was opened from them.
  useEffect(() => setText(""), [path])
  return (
    <div class="search">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === "") return
          navigate(to("/search", { q: text.trim() }))
          setText("")
        }}
      >
        <label for="search" class="visually-hidden">
          Search everything
        </label>
        <input
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
      {results !== undefined && <Results results={results} more={more} />}
    </div>
  )
}
