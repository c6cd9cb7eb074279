import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Block, Link } from "../../parts/Block.js"
import { type Fact, FactList } from "../../parts/FactList.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { Detail, Domain, Head } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { dateOf, discFormat, quantity, stars } from "../../text/format.js"

type Film = Answers["watching/movies/:id"]

const sources: Readonly<Record<string, string>> = { plex: "Plex", letterboxd: "Letterboxd", manual: "entered by hand" }

const Viewings = ({ film: { watch_history } }: { readonly film: Film }) => (
  <section class="block" aria-label="Viewings">
    <h3>{quantity(watch_history.length, "viewing")}</h3>
    <ol class="rows">
      {watch_history.map(({ id, review, review_url, rewatch, source, user_rating, watched_at }) => (
        <li key={id} class="viewing">
          <p>
            <span class="name">{dateOf(Date.parse(watched_at))}</span>{" "}
            {user_rating !== null && (
              <span class="stars" role="img" aria-label={`${user_rating} of 5 stars`}>
                {stars(user_rating)}
              </span>
            )}{" "}
            <span class="quiet">
              {[rewatch ? "again" : null, sources[source] ?? source].filter((part) => part !== null).join(" · ")}
            </span>
          </p>
          {review !== null && (
            <blockquote class="prose" dir="auto">
              {review}
            </blockquote>
          )}
          {review_url !== null && (
            <p class="quiet">
              <Link to={review_url}>The review</Link>
            </p>
          )}
        </li>
      ))}
    </ol>
  </section>
)

/** Discs with the film: those that the catalogue gives the same number, or the same title and year. */
const Discs = ({ film }: { readonly film: Film }) => {
  const query = useMemo(() => ({ q: film.title, limit: 50 }), [film.title])
  const isSame = (disc: Answers["collecting/media"]["data"][number]) =>
    film.tmdb_id !== null && disc.tmdb_id !== null
      ? disc.tmdb_id === film.tmdb_id
      : disc.title === film.title && disc.year === film.year
  return (
    <Block title="On disc" answer={useAnswer("collecting/media", query)} rows={3} nothing="Not on the shelf.">
      {({ data }) => {
        const own = data.filter(isSame)
        return own.length === 0 ? (
          <p class="quiet">Not on the shelf.</p>
        ) : (
          <ul class="rows">
            {own.map(({ collected_at, id, media_type, resolution }) => (
              <li key={id} class="row bare">
                <span class="name">
                  <a href={to(`/collecting/discs/${id}`)}>{discFormat(media_type)}</a>
                </span>
                <span class="quiet">
                  {[resolution?.replace("_", " "), `since ${dateOf(Date.parse(collected_at))}`]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </li>
            ))}
          </ul>
        )
      }}
    </Block>
  )
}

const factsOf = (film: Film): ReadonlyArray<Fact> => [
  ["Director", film.directors.join(", ")],
  ["Genres", film.genres.join(", ")],
  ["Length", film.duration_min === null ? null : quantity(film.duration_min, "minute")],
  ["Rated", film.rating],
  ["At TMDB", film.tmdb_rating === null ? null : `${film.tmdb_rating.toFixed(1)} of 10`],
  ["First seen", film.first_watched_at === null ? null : dateOf(Date.parse(film.first_watched_at))]
]

/** `/watching/films/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "watching/movies/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  return (
    <>
      <Detail answer={answer} of="film">
        {(film) => (
          <>
            <Head
              title={film.title}
              over={
                <>
                  <a href={to("/watching")}>Watching</a>
                  {film.year !== null && ` · ${film.year}`}
                </>
              }
            >
              <div class="portrait poster">
                <Picture
                  image={film.image}
                  alt={`Poster of ${film.title}`}
                  initial={film.title}
                  width={176}
                  height={264}
                  eager
                />
                <div>
                  <FactList facts={factsOf(film)} />
                  {film.summary !== null && (
                    <p class="prose" dir="auto">
                      {film.summary}
                    </p>
                  )}
                </div>
              </div>
            </Head>
            <Domain id="viewings" title="Seen and owned">
              <Viewings film={film} />
              <Discs film={film} />
            </Domain>
            {film.imdb_id !== null && (
              <p class="onward">
                <Link to={`https://www.imdb.com/title/${encodeURIComponent(film.imdb_id)}/`}>At IMDb</Link>
              </p>
            )}
            <Why domain="watching" type="movie" id={film.id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.movie}
        answer={answer}
        subjectOf={({ title, year }) => ({ title, ...(year === null ? {} : { year: String(year) }) })}
      />
    </>
  )
}
