import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import { to } from "../../router/location.js"
import { ago, stars } from "../../text/format.js"

const recent = { limit: 12 }

export const Watching = () => (
  <Domain id="watching" title="Watching" more="/watching">
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
          {data.map(({ movie, rewatch, user_rating, watched_at }) => (
            <li key={`${movie.id} ${watched_at}`}>
              <Picture
                image={movie.image}
                alt={`Poster of ${movie.title}`}
                initial={movie.title}
                width={160}
                height={240}
              />
              <p class="name" dir="auto">
                <a href={to(`/watching/films/${movie.id}`)}>{movie.title}</a>{" "}
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
