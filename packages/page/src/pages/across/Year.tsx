import { useMemo } from "preact/hooks"
import { inUnits, whenAvailable } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Domain, Figure, Head, NotFound } from "../../parts/Frame.js"
import { Block } from "../../parts/Block.js"
import { Cover, Ranked } from "../../parts/lists.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { count, day, quantity } from "../../text/format.js"
import { distanceOf, distanceText, distanceWord, totalOf } from "../running/units.js"
import { YearCards } from "./YearCards.js"
import { Chapter, Months, monthsOf, type OfYear } from "./YearChapter.js"

const Listening = ({ year }: OfYear) => {
  const when = whenAvailable(useAnswer("listening/years"), ({ data }) => data.some((one) => one.year === year))
  return (
    <Chapter path="listening/year/:year" id="listening" title="Listening" more="/listening" when={when} year={year}>
      {({ monthly, top_albums, top_artists, top_tracks, total_scrobbles, unique_artists, unique_tracks }) => (
        <div class="blocks">
          <dl class="figures whole">
            <Figure of="plays" value={count(total_scrobbles)} />
            <Figure of="artists" value={count(unique_artists)} />
            <Figure of="tracks" value={count(unique_tracks)} />
          </dl>
          <Months
            year={year}
            label={`Plays by month of ${year}`}
            months={monthly.map(({ month, scrobbles }) => ({ month, value: scrobbles }))}
            text={(value) => quantity(value, "play")}
          />
          <Ranked
            items={top_artists.map(({ id, name, scrobbles }) => ({
              name,
              value: scrobbles,
              href: to(`/listening/artists/${id}`)
            }))}
          />
          <ol class="strip covers five whole">
            {top_albums.slice(0, 5).map(({ artist, id, image, name, scrobbles }) => (
              <Cover
                key={id}
                image={(image ?? null) as never}
                alt={`Cover of ${name}`}
                title={name}
                href={to(`/listening/albums/${id}`)}
              >
                <p class="quiet">
                  {artist}, {quantity(scrobbles, "play")}
                </p>
              </Cover>
            ))}
          </ol>
          {top_tracks[0] !== undefined && (
            <p class="whole">
              Most played track: “{top_tracks[0].name}” by {top_tracks[0].artist},{" "}
              {quantity(top_tracks[0].scrobbles, "play")}.
            </p>
          )}
        </div>
      )}
    </Chapter>
  )
}

const Running = ({ year }: OfYear) => {
  const when = whenAvailable(useAnswer("running/stats/years", inUnits), ({ data }) =>
    data.some((one) => one.year === year)
  )
  return (
    <Chapter path="running/year/:year" id="running" title="Running" more="/running" when={when} year={year}>
      {(review) => (
        <div class="blocks">
          <dl class="figures whole">
            <Figure of={distanceWord} value={count(totalOf(review))} />
            <Figure of="runs" value={count(review.total_runs)} />
            <Figure of="longest run" value={distanceText(review.longest_run_km ?? review.longest_run_mi)} />
            {review.race_count > 0 && <Figure of="races" value={count(review.race_count)} />}
          </dl>
          <Months
            year={year}
            label={`Distance by month of ${year}`}
            months={review.monthly.map((one) => ({ month: one.month, value: distanceOf(one) }))}
            text={distanceText}
          />
          <Ranked
            items={review.top_runs.map((run) => ({
              name: run.name,
              note: day(run.date, "short"),
              value: distanceOf(run),
              href: to(`/running/${run.id}`)
            }))}
            text={distanceText}
          />
        </div>
      )}
    </Chapter>
  )
}

const Watching = ({ year }: OfYear) => {
  const when = whenAvailable(
    useAnswer(
      "watching/calendar",
      useMemo(() => ({ year }), [year])
    ),
    () => true
  )
  return (
    <Chapter path="watching/year/:year" id="watching" title="Watching" more="/watching" when={when} year={year}>
      {({ genres, monthly, top_rated, total_movies }) => (
        <div class="blocks">
          <dl class="figures whole">
            <Figure of="films" value={count(total_movies)} />
            {genres[0] !== undefined && <Figure of="most seen genre" value={genres[0].name} />}
          </dl>
          <Months
            year={year}
            label={`Films by month of ${year}`}
            months={monthly.map(({ count, month }) => ({ month, value: count }))}
            text={(value) => quantity(value, "film")}
          />
          <Ranked items={genres.map(({ count, name }) => ({ name, value: count }))} />
          <ol class="strip posters whole">
            {top_rated.slice(0, 6).map(({ movie, user_rating }) => (
              <Cover
                key={movie.id}
                image={movie.image}
                alt={`Poster of ${movie.title}`}
                title={movie.title}
                href={to(`/watching/films/${movie.id}`)}
                shape={[160, 240]}
              >
                <p class="quiet">{user_rating} stars</p>
              </Cover>
            ))}
          </ol>
        </div>
      )}
    </Chapter>
  )
}

const Reading = ({ year }: OfYear) => {
  const when = whenAvailable(
    useAnswer(
      "reading/calendar",
      useMemo(() => ({ year }), [year])
    ),
    () => true
  )
  return (
    <Chapter path="reading/year/:year" id="reading" title="Reading" more="/reading" when={when} year={year}>
      {({ finished_count, monthly, top_domains, total_articles, total_highlights }) => (
        <div class="blocks">
          <dl class="figures whole">
            <Figure of="finished" value={count(finished_count)} />
            <Figure of="saved" value={count(total_articles)} />
            <Figure of="highlights" value={count(total_highlights)} />
          </dl>
          <Months
            year={year}
            label={`Articles finished by month of ${year}`}
            months={monthly.map(({ finished, month }) => ({ month, value: finished }))}
            text={(value) => quantity(value, "article")}
          />
          <Ranked items={top_domains.map(({ count, domain }) => ({ name: domain, value: count }))} />
        </div>
      )}
    </Chapter>
  )
}

const Attending = ({ year }: OfYear) => {
  const when = whenAvailable(useAnswer("attending/stats"), ({ by_year }) =>
    by_year.some((one) => one.year === String(year))
  )
  return (
    <Chapter path="attending/year/:year" id="attending" title="Attending" more="/attending" when={when} year={year}>
      {({ events, monthly, top_venues, total_events }) => (
        <div class="blocks">
          <dl class="figures whole">
            <Figure of={total_events === 1 ? "event" : "events"} value={count(total_events)} />
            {top_venues[0] !== undefined && (
              <Figure of="most visited" value={top_venues[0].name} note={quantity(top_venues[0].count, "visit")} />
            )}
          </dl>
          <Months
            year={year}
            label={`Events by month of ${year}`}
            months={monthly.map(({ count, month }) => ({ month, value: count }))}
            text={(value) => quantity(value, "event")}
          />
          <ul class="rows">
            {events.map(({ event_date, id, title }) => (
              <li key={id} class="row bare">
                <span class="name" dir="auto">
                  <a href={to(`/attending/${id}`)}>{title}</a>
                </span>
                <span class="quiet">{day(event_date, "short")}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Chapter>
  )
}

/** What came to the shelf. The API has no review of the year for it: the calendar and the figures say the same. */
const Collecting = ({ year }: OfYear) => {
  const calendar = useAnswer(
    "collecting/calendar",
    useMemo(() => ({ year }), [year])
  )
  const stats = useAnswer(
    "collecting/stats",
    useMemo(() => ({ from: `${year}-01-01`, to: `${year}-12-31` }), [year]),
    whenAvailable(calendar, () => true)
  ).outcome
  if (calendar.outcome?._tag === "Empty") return null
  const added = stats?._tag === "Success" ? stats.value.data : undefined
  return (
    <Domain id="collecting" title="The shelf" more="/collecting">
      <Block title={`The shelf in ${year}`} answer={calendar} class="whole chapter" rows={12} nothing="">
        {({ days, total }) => (
          <div class="blocks">
            <dl class="figures whole">
              <Figure of="added" value={count(total)} note="records and discs" />
              {added !== undefined && <Figure of="artists" value={count(added.unique_artists)} />}
              {added?.top_genre != null && <Figure of="most added genre" value={added.top_genre} />}
            </dl>
            <Months
              year={year}
              label={`Added by month of ${year}`}
              months={monthsOf(year).map((month) => ({
                month,
                value: days.reduce((sum, one) => (one.date.startsWith(month) ? sum + one.count : sum), 0)
              }))}
              text={(value) => quantity(value, "item")}
            />
          </div>
        )}
      </Block>
    </Domain>
  )
}

const firstYear = 2000

/** `/year/{year}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const year = Number(params["year"])
  if (!/^\d{4}$/.test(params["year"]!) || year < firstYear || year > new Date().getFullYear() + 1)
    return <NotFound title="No such year">Reviews begin with the year {firstYear}.</NotFound>
  return (
    <>
      <Head
        title={String(year)}
        over={
          <>
            {year > firstYear && (
              <>
                <a href={to(`/year/${year - 1}`)}>{year - 1}</a> ·{" "}
              </>
            )}
            The year in review
            {year < new Date().getFullYear() && (
              <>
                {" "}
                · <a href={to(`/year/${year + 1}`)}>{year + 1}</a>
              </>
            )}
          </>
        }
      />
      <Listening year={year} />
      <Running year={year} />
      <Watching year={year} />
      <Collecting year={year} />
      <Reading year={year} />
      <Attending year={year} />
      <YearCards year={year} />
    </>
  )
}
