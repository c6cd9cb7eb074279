import { useId, useState } from "preact/hooks"
import { titleOfDomain } from "../../parts/records.js"
import { byFame, sourceOrder } from "../../parts/sourceOrder.js"
import { quantity } from "../../text/format.js"
import type { Source } from "./model.js"
import { SourceCard } from "./SourceCard.js"

/** Whether the owner did something for it: gave settings, logged in, or imported a file. */
const isInUse = ({ login, records, settings, sync }: Source): boolean =>
  login?.connected === true ||
  (records !== null && records > 0) ||
  sync.last_sync !== null ||
  settings.some(({ origin, required, secret }) => origin !== null && (required || secret))

const folded = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** Whether each word is in the name, in the domain or in what the source brings. */
const matches = (search: string) => {
  const words = folded(search).split(/\s+/)
  return ({ brings, domain, id, title }: Source) => {
    const text = folded(`${title} ${id} ${titleOfDomain(domain)} ${brings}`)
    return words.every((word) => text.includes(word))
  }
}

interface Group {
  readonly title: string
  readonly sources: ReadonlyArray<Source>
}

/** What is in use first, then the others by domain, the best known first. */
const groupsOf = (sources: ReadonlyArray<Source>): ReadonlyArray<Group> => {
  const others = sources.filter((source) => !isInUse(source))
  const domains = Array.from(new Set([...Object.keys(sourceOrder), ...sources.map(({ domain }) => domain)]))
  return [
    { title: "In use", sources: sources.filter(isInUse) },
    ...domains.map((domain) => ({
      title: titleOfDomain(domain),
      sources: others.filter((one) => one.domain === domain).toSorted(byFame(domain))
    }))
  ].filter(({ sources }) => sources.length > 0)
}

/** Every source that a person can set up, with a search. */
export const SourceGroups = ({ sources }: { readonly sources: ReadonlyArray<Source> }) => {
  const id = useId()
  const [search, setSearch] = useState("")
  const matching = sources.filter((source) => source.id !== "manual").filter(matches(search))
  return (
    <>
      <div class="setting source-search">
        <label for={id}>Find a source</label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          placeholder="Spotify, books, concerts…"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <p class="quiet" role="status">
          {search.trim() === "" ? quantity(matching.length, "source") : `${quantity(matching.length, "source")} found`}
        </p>
      </div>
      {matching.length === 0 && <p>No source has these words. A file is recognised without: drop it on this page.</p>}
      {groupsOf(matching).map(({ sources: ofGroup, title }) => (
        <section key={title} class="block source-group" aria-label={title}>
          <h2>{title}</h2>
          <ul class="source-cards">
            {ofGroup.map((source) => (
              <SourceCard key={source.id} source={source} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
