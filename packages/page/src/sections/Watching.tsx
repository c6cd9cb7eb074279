import { useAnswer } from "../api/useAnswer.js"
import { Block, Domain, Link } from "../parts/Block.js"
import { Picture } from "../pictures/Picture.js"
import { ago, stars } from "../text/format.js"

const recent = { limit: 12 }
const imdbUrl = (imdbId: string | null) =>
  imdbId === null ? null : `https://www.imdb.com/title/${encodeURIComponent(imdbId)}/`

export const Watching = () => (
  <Domain id="watching" title="Watching">
    <Block
      title="Seen lately"
      answer={useAnswer("watching/recent", recent)}
      class="whole"
      rows={14}
      nothing={
        <>
          No films yet: <code>daybook import letterboxd letterboxd.zip</code>, or <code>daybook connect plex</code>.
        </>
      }
    >
      {({ data }) => (
        <ol class="strip posters">
          {data.map(({ movie, review_url, rewatch, user_rating, watched_at }) => (
            <li key={`${movie.id} ${watched_at}`}>
              <Picture
                image={movie.image}
                alt={`Poster of ${movie.title}`}
                initial={movie.title}
                width={160}
                height={240}
              />
              <p class="name">
                <Link to={review_url ?? imdbUrl(movie.imdb_id)}>{movie.title}</Link>{" "}
                {movie.year !== null && <span class="quiet">{movie.year}</span>}
              </p>
              <p class="quiet">
                {user_rating !== null && (
                  <span class="stars" role="img" aria-label={`${user_rating} of 5 stars`}>
                    {stars(user_rating)}
                  </span>
                )}
                {rewatch && <span title="Seen before"> again</span>} {ago(Date.parse(watched_at), Date.now())}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Block>
  </Domain>
)
