import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import type { RecordKey } from "../../corrections/correction.js"
import { Link } from "../../parts/Block.js"
import { type Fact, FactList } from "../../parts/FactList.js"
import { Detail, Domain, Head } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { dateOf, discFormat, quantity, stars } from "../../text/format.js"

type Disc = Answers["collecting/media/:id"]

const words = (value: string | null) => value?.replaceAll("_", " ") ?? null

const factsOf = (disc: Disc): ReadonlyArray<Fact> => [
  ["Format", discFormat(disc.media_type)],
  ["Year", disc.year === null ? null : String(disc.year)],
  ["Running time", disc.runtime === null ? null : quantity(disc.runtime, "minute")],
  ["Resolution", words(disc.resolution)],
  ["HDR", words(disc.hdr)],
  [
    "Sound",
    [words(disc.audio), words(disc.audio_channels)?.replace(" ", ".")].filter((part) => part != null).join(", ")
  ],
  ["Age rating", disc.content_rating],
  ["At TMDB", disc.tmdb_rating === null ? null : `${disc.tmdb_rating} of 10`],
  ["Added", dateOf(Date.parse(disc.collected_at))]
]

const Seen = ({ disc: { movie_id, watch_history } }: { readonly disc: Disc }) => (
  <section class="block" aria-label="Watched">
    <h3>{watch_history.length === 0 ? "Watched" : quantity(watch_history.length, "viewing")}</h3>
    {watch_history.length === 0 ? (
      <p class="quiet">Never watched.</p>
    ) : (
      <ol class="rows">
        {watch_history.map(({ source, user_rating, watched_at }, index) => (
          <li key={index} class="row bare">
            <span class="name">
              {movie_id === null ? (
                dateOf(Date.parse(watched_at))
              ) : (
                <a href={to(`/watching/films/${movie_id}`)}>{dateOf(Date.parse(watched_at))}</a>
              )}
            </span>
            <span class="quiet">
              {user_rating !== null && (
                <span class="stars" role="img" aria-label={`${user_rating} of 5 stars`}>
                  {stars(user_rating)}
                </span>
              )}{" "}
              {source}
            </span>
          </li>
        ))}
      </ol>
    )}
    {movie_id !== null && (
      <p class="onward">
        <a href={to(`/watching/films/${movie_id}`)}>The film</a>
      </p>
    )}
  </section>
)

const presentOf = (members: Readonly<Record<string, string | number | null>>) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  )

const subjectOf = ({ imdb_id, title, tmdb_id, year }: Disc): RecordKey => ({
  title,
  ...presentOf({ year, tmdb_id, imdb_id })
})

/** The film in watching that the rules take for this one: by an id, or by its title, whatever its year. */
const movieOf = ({ imdb_id, title, tmdb_id }: Disc): RecordKey => ({ movie: title, ...presentOf({ tmdb_id, imdb_id }) })

/** `/collecting/discs/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "collecting/media/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  const disc = answer.outcome?._tag === "Success" ? answer.outcome.value : undefined
  return (
    <>
      <Detail answer={answer} of="disc">
        {(disc) => (
          <>
            <Head title={disc.title} over={<a href={to("/collecting", { shelf: "discs" })}>Films on disc</a>}>
              <div class="portrait">
                <Picture
                  image={disc.image}
                  alt={`Cover of ${disc.title}`}
                  initial={disc.title}
                  width={200}
                  height={300}
                  eager
                />
                <div>
                  {disc.tagline !== null && (
                    <p class="lead-in" dir="auto">
                      {disc.tagline}
                    </p>
                  )}
                  <FactList facts={factsOf(disc)} />
                </div>
              </div>
            </Head>
            <Domain id="disc" title="The film">
              <section class="block" aria-label="Summary">
                <h3>Summary</h3>
                <p class="prose" dir="auto">
                  {disc.summary ?? <span class="quiet">None known.</span>}
                </p>
              </section>
              <Seen disc={disc} />
            </Domain>
            <p class="onward">
              <Link to={disc.imdb_id === null ? null : `https://www.imdb.com/title/${disc.imdb_id}/`}>
                {disc.imdb_id === null ? "" : "At IMDb"}
              </Link>
            </p>
            <Why domain="collecting" type="disc" id={disc.id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.disc}
        answer={answer}
        subjectOf={subjectOf}
        linked={disc === undefined || disc.movie_id === null ? undefined : movieOf(disc)}
      />
    </>
  )
}
