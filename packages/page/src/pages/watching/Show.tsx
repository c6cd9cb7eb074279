import { useMemo } from "preact/hooks"
import { useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { Detail, Domain, Figure, Head } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { yearOf } from "../../text/dates.js"
import { count, dateOf, quantity } from "../../text/format.js"

/** `/watching/shows/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "watching/shows/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  return (
    <>
      <Detail answer={answer} of="series">
        {({ episodes_watched, first_watched_at, id, image, seasons, summary, title, total_episodes, year }) => (
          <>
            <Head
              title={title}
              over={
                <>
                  <a href={to("/watching", { list: "shows" })}>Series</a>
                  {year !== null && ` · ${year}`}
                </>
              }
            >
              <div class="portrait poster">
                <Picture image={image} alt={`Poster of ${title}`} initial={title} width={176} height={264} eager />
                <div>
                  <dl class="figures">
                    <Figure
                      of={episodes_watched === 1 ? "episode" : "episodes"}
                      value={count(episodes_watched)}
                      note={total_episodes === null ? undefined : `of ${count(total_episodes)}`}
                    />
                    {first_watched_at !== null && (
                      <Figure of="since" value={yearOf(first_watched_at)} note={dateOf(Date.parse(first_watched_at))} />
                    )}
                  </dl>
                  {summary !== null && (
                    <p class="prose" dir="auto">
                      {summary}
                    </p>
                  )}
                </div>
              </div>
            </Head>
            <Domain id="seasons" title="Seasons">
              {seasons.map(({ episodes, episodes_watched, season_number }) => (
                <section key={season_number} class="block" aria-label={`Season ${season_number}`}>
                  <h3>
                    Season {season_number}, {quantity(episodes_watched, "episode")}
                  </h3>
                  <ol class="rows">
                    {episodes.map(({ episode, title, watched_at }) => (
                      <li key={episode} class="row bare">
                        <span class="name" dir="auto">
                          {episode}. {title ?? `Episode ${episode}`}
                        </span>
                        <time class="quiet" dateTime={watched_at}>
                          {dateOf(Date.parse(watched_at))}
                        </time>
                      </li>
                    ))}
                  </ol>
                </section>
              ))}
            </Domain>
            <Why domain="watching" type="show" id={id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.show}
        answer={answer}
        subjectOf={({ title, year }) => ({ title, ...(year === null ? {} : { year: String(year) }) })}
      />
    </>
  )
}
