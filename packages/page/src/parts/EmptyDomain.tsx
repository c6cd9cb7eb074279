import { declaredDomains } from "../api/declared.js"
import { FileDrop } from "../imports/FileDrop.js"
import { to } from "../router/location.js"
import { Head } from "./Frame.js"
import { bringing } from "./sourceOrder.js"

const records: Readonly<Record<string, string>> = {
  listening: "what you listen to",
  running: "your runs",
  watching: "the films and series that you watch",
  collecting: "your records and discs",
  reading: "what you read and highlight",
  attending: "the concerts, games and shows that you attend"
}

interface EmptyProps {
  readonly domain: string
  readonly title: string
}

/** The page of a domain without records: what brings them, and a place for a file. */
export const EmptyDomain = ({ domain, title }: EmptyProps) => {
  const sources = bringing(domain)
  return (
    <>
      <Head title={title}>
        <p>
          Nothing is here yet. This page shows {records[domain] ?? `your ${title.toLowerCase()}`} once a source brings
          it.
        </p>
      </Head>
      <section class="empty-domain" aria-labelledby="empty-file">
        <h2 id="empty-file">From an export file</h2>
        <FileDrop>It is recognised by its content. A dry run says what is in it before anything is stored.</FileDrop>
      </section>
      <section class="empty-domain" aria-labelledby="empty-sources">
        <h2 id="empty-sources">What brings it</h2>
        {sources.length > 0 && (
          <ul class="source-links">
            {sources.map(([id, name]) => (
              <li key={id}>
                <a href={to(`/sources/${id}`)}>{name}</a>
              </li>
            ))}
          </ul>
        )}
        <p>
          {declaredDomains.some(({ name }) => name === domain) && sources.length === 0
            ? "The configuration of this host says what brings it: "
            : ""}
          <a href={to("/setup")}>Set up a source</a>
        </p>
      </section>
    </>
  )
}
