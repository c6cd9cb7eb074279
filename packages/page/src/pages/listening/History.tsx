import { useEffect, useMemo, useState } from "preact/hooks"
import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Head } from "../../parts/Frame.js"
import { Pager } from "../../parts/lists.js"
import { Picture } from "../../pictures/Picture.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { clock, dateOf } from "../../text/format.js"

const limit = 50
/** Milliseconds. */
const pause = 350

interface FilterProps {
  readonly name: string
  readonly label: string
  readonly type?: "text" | "date"
}

/** A filter in the address. Text applies when typing pauses. */
const Filter = ({ label, name, type = "text" }: FilterProps) => {
  const [value, setValue] = useParameter(name)
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => setValue(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="select">
      <span>{label}</span>
      {type === "date" ? (
        <input type="date" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      ) : (
        <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
      )}
    </label>
  )
}

const useQuery = () => {
  const [artist] = useParameter("artist")
  const [album] = useParameter("album")
  const [from] = useParameter("from")
  const [until] = useParameter("to")
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => {
    const filters = Object.entries({ artist, album, from, to: until }).filter(([, value]) => value !== "")
    return { ...Object.fromEntries(filters), page, limit }
  }, [artist, album, from, until, page])
  return { query, setPage }
}

/** Items by their day in the reader's time zone, in their order. */
const byDay = <A extends { readonly scrobbled_at: string }>(items: ReadonlyArray<A>) => {
  const days = new Map<string, Array<A>>()
  for (const item of items) {
    const date = dateOf(Date.parse(item.scrobbled_at))
    days.set(date, [...(days.get(date) ?? []), item])
  }
  return Array.from(days)
}

/** `/listening/history`. */
export const Page = () => {
  const { query, setPage } = useQuery()
  return (
    <>
      <Head title="Every play" over={<a href={to("/listening")}>Listening</a>} />
      <div class="controls" role="search" aria-label="Filter the plays">
        <Filter name="artist" label="Artist contains" />
        <Filter name="album" label="Album contains" />
        <Filter name="from" label="From" type="date" />
        <Filter name="to" label="To" type="date" />
      </div>
      <h2 class="visually-hidden">Plays</h2>
      <Block
        title="Plays, newest first"
        answer={useAnswer("listening/history", query)}
        rows={60}
        nothing="No plays match."
      >
        {({ data, pagination }) => (
          <>
            {byDay(data).map(([date, plays]) => (
              <section key={date} class="feed-day" aria-label={date}>
                <h4>{date}</h4>
                <ol class="feed-items">
                  {plays.map(({ album, artist, scrobbled_at, track }) => (
                    <li key={`${scrobbled_at} ${track.id}`}>
                      <Picture image={album.image} alt="" initial={track.name} width={40} height={40} />
                      <span class="what">
                        <span class="name" dir="auto">
                          {album.id === null ? (
                            track.name
                          ) : (
                            <a href={to(`/listening/albums/${album.id}`)}>{track.name}</a>
                          )}
                        </span>
                        <span class="quiet" dir="auto">
                          <a href={to(`/listening/artists/${artist.id}`)}>{artist.name}</a>
                          {album.name !== null && ` · ${album.name}`}
                        </span>
                      </span>
                      <time class="domain-name" dateTime={scrobbled_at}>
                        {clock(Date.parse(scrobbled_at))}
                      </time>
                    </li>
                  ))}
                </ol>
              </section>
            ))}
            <Pager pagination={pagination} onPage={setPage} of="plays" />
          </>
        )}
      </Block>
    </>
  )
}
