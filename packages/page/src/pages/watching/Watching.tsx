import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { isWithout, whenAvailable } from "../../api/availability.js"
import { useAll } from "../../api/useAll.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Bars } from "../../charts/Bars.js"
import { Block } from "../../parts/Block.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Domain, Figure, Head } from "../../parts/Frame.js"
import { Choice, Cover, Pager, Ranked } from "../../parts/lists.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { dayOf } from "../../text/dates.js"
import { count, day, quantity, stars } from "../../text/format.js"

type Viewing = Answers["watching/recent"]["data"][number]

const tabs = [
  ["diary", "Diary"],
  ["films", "All films"],
  ["shows", "Series"]
] as const

const Figures = () => {
  const stats = useAnswer("watching/stats").outcome
  if (stats?._tag !== "Success") return <div class="figures-waiting" />
  const { data } = stats.value
  return (
    <dl class="figures">
      <Figure of="films" value={count(data.total_movies)} note={`${count(data.movies_this_year)} this year`} />
      <Figure of="hours of film" value={count(data.total_watch_time_hours)} />
      <Figure of="films a month" value={String(data.avg_per_month)} />
      <Figure
        of="episodes"
        value={count(data.total_episodes_watched)}
        note={`of ${quantity(data.total_shows, "series", "series")}`}
      />
      {data.top_director !== null && <Figure of="most seen director" value={data.top_director} />}
    </dl>
  )
}

export const Stars = ({ rating }: { readonly rating: number }) => (
  <span class="stars" role="img" aria-label={`${rating} of 5 stars`}>
    {stars(rating)}
  </span>
)

const byDay = (viewings: ReadonlyArray<Viewing>) => {
  const days = new Map<string, Array<Viewing>>()
  for (const viewing of viewings) {
    const date = dayOf(viewing.watched_at)
    days.set(date, [...(days.get(date) ?? []), viewing])
  }
  return Array.from(days)
}

const Diary = () => {
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ page, limit: 48 }), [page])
  return (
    <Block title="Films by day" answer={useAnswer("watching/recent", query)} rows={60} nothing="No films yet.">
      {({ data, pagination }) => (
        <>
          <ol class="strip posters wall">
            {byDay(data).flatMap(([date, viewings]) =>
              viewings.map(({ movie, rewatch, user_rating, watched_at }, index) => (
                <Cover
                  key={`${movie.id} ${watched_at}`}
                  image={movie.image}
                  alt={`Poster of ${movie.title}`}
                  title={movie.title}
                  href={to(`/watching/films/${movie.id}`)}
                  shape={[160, 240]}
                >
                  <p class="quiet">
                    {index === 0 ? <time dateTime={date}>{day(date)}</time> : "the same day"}
                    {rewatch && " · again"}
                  </p>
                  {user_rating !== null && (
                    <p class="quiet">
                      <Stars rating={user_rating} />
                    </p>
                  )}
                </Cover>
              ))
            )}
          </ol>
          <Pager pagination={pagination} onPage={setPage} of="viewings" />
        </>
      )}
    </Block>
  )
}

const Films = () => {
  const [decade, setDecade] = useParameter("decade")
  const [director, setDirector] = useParameter("director")
  const [page, setPage] = usePageNumber()
  const query = useMemo(
    () => ({ page, limit: 48, ...(decade === "" ? {} : { decade }), ...(director === "" ? {} : { director }) }),
    [page, decade, director]
  )
  const filters = [
    [decade === "" ? "" : `${decade}s`, setDecade],
    [director, setDirector]
  ] as const
  return (
    <>
      {filters.some(([text]) => text !== "") && (
        <p class="controls">
          {filters.map(
            ([text, set]) =>
              text !== "" && (
                <button key={text} type="button" onClick={() => set("")}>
                  {text} ✕<span class="visually-hidden"> remove this filter</span>
                </button>
              )
          )}
        </p>
      )}
      <Block title="All films" answer={useAnswer("watching/movies", query)} rows={60} nothing="No films match.">
        {({ data, pagination }) => (
          <>
            <ol class="strip posters wall">
              {data.map(({ director, id, image, title, year }) => (
                <Cover
                  key={id}
                  image={image}
                  alt={`Poster of ${title}`}
                  title={title}
                  href={to(`/watching/films/${id}`)}
                  shape={[160, 240]}
                >
                  <p class="quiet">{[year, director].filter((part) => part !== null).join(", ")}</p>
                </Cover>
              ))}
            </ol>
            <Pager pagination={pagination} onPage={setPage} of="films" />
          </>
        )}
      </Block>
    </>
  )
}

const Shows = () => {
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ page, limit: 48 }), [page])
  return (
    <Block title="Series" answer={useAnswer("watching/shows", query)} rows={60} nothing="No series yet.">
      {({ data, pagination }) => (
        <>
          <ol class="strip posters wall">
            {data.map(({ episodes_watched, id, image, title, total_episodes, year }) => (
              <Cover
                key={id}
                image={image}
                alt={`Poster of ${title}`}
                title={title}
                href={to(`/watching/shows/${id}`)}
                shape={[160, 240]}
              >
                <p class="quiet">
                  {year !== null && `${year} · `}
                  {total_episodes === null
                    ? quantity(episodes_watched, "episode")
                    : `${count(episodes_watched)} of ${quantity(total_episodes, "episode")}`}
                </p>
              </Cover>
            ))}
          </ol>
          <Pager pagination={pagination} onPage={setPage} of="series" />
        </>
      )}
    </Block>
  )
}

const ratingQuery = { limit: 100, sort: "date" }
const ratingPages = 10
const halfStars = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]

const Ratings = () => (
  <Block
    title="Ratings"
    answer={useAll("watching/ratings", ratingQuery, ratingPages)}
    rows={10}
    nothing="No ratings yet."
  >
    {({ items, total }) => {
      const mean = items.reduce((sum, { user_rating }) => sum + user_rating, 0) / items.length
      return (
        <Bars
          label="Films by rating"
          columns={["Stars", "Films"]}
          binned
          bars={halfStars.map((rating) => ({
            name: `${rating} stars`,
            value: items.filter(({ user_rating }) => user_rating === rating).length,
            tick: Number.isInteger(rating) ? String(rating) : undefined
          }))}
          text={(value) => quantity(value, "film")}
          summary={`${mean.toFixed(2)} on average, of ${total > items.length ? "the latest " : ""}${quantity(items.length, "rated film")}`}
        />
      )
    }}
  </Block>
)

const Decades = () => (
  <Block title="Decades of release" answer={useAnswer("watching/stats/decades")} rows={10} nothing="No films yet.">
    {({ data }) => (
      <>
        <Bars
          label="Films by decade of release"
          columns={["Decade", "Films"]}
          bars={data
            .toReversed()
            .map(({ count, decade }) => ({ name: `${decade}s`, value: count, tick: `’${String(decade).slice(2)}` }))}
          text={(value) => quantity(value, "film")}
          summary={`From the ${data.at(-1)!.decade}s on`}
        />
        <p class="onward">
          {data.slice(0, 6).map(({ decade }) => (
            <a key={decade} href={to("/watching", { list: "films", decade })}>
              {decade}s
            </a>
          ))}
        </p>
      </>
    )}
  </Block>
)

const directorQuery = { limit: 16 }

/** The list of directors answers 404 without films, so the statistics are asked first. */
const Directors = () => {
  const when = whenAvailable(useAnswer("watching/stats"), ({ data }) => data.total_movies > 0)
  const answer = useAnswer("watching/stats/directors", directorQuery, when)
  return (
    <Block title="Directors" class="whole names-block" answer={answer} rows={14} nothing="No films yet.">
      {({ data }) => (
        <Ranked
          items={data.map(({ count, name }) => ({
            name,
            value: count,
            href: to("/watching", { list: "films", director: name })
          }))}
        />
      )}
    </Block>
  )
}

/** `/watching`. */
export const Page = () => {
  const [list, setList] = useParameter("list", "diary")
  const isEmpty = isWithout(
    useAnswer("watching/stats"),
    ({ data }) => data.total_movies > 0 || data.total_episodes_watched > 0 || data.total_shows > 0
  )
  if (isEmpty) return <EmptyDomain domain="watching" title="Watching" />
  return (
    <>
      <Head title="Watching">
        <Figures />
      </Head>
      <Domain id="films" title="Seen">
        <div class="whole">
          <div class="controls">
            <Choice label="List" options={tabs} value={list} onChange={setList} />
          </div>
          {list === "shows" ? <Shows /> : list === "films" ? <Films /> : <Diary />}
        </div>
      </Domain>
      <Domain id="taste" title="In figures">
        <Ratings />
        <Decades />
        <Directors />
      </Domain>
    </>
  )
}
