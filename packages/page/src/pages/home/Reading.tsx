import { useAvailability } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import { to } from "../../router/location.js"
import { dateOf, quantity } from "../../text/format.js"

const Open = () => (
  <Block
    title="Being read"
    answer={useAnswer("reading/currently-reading")}
    rows={10}
    nothing={
      <>
        No article in progress. Run <code>daybook import instapaper instapaper-export.csv</code> to add saved articles.
      </>
    }
  >
    {({ data }) => (
      <ul class="articles">
        {data.slice(0, 5).map(({ author, description, domain, estimated_read_min, id, image, progress, title }) => (
          <li key={id}>
            <Picture image={image} alt="" initial={title} width={72} height={72} />
            <div>
              <p class="name" dir="auto">
                <a href={to(`/reading/${id}`)}>{title}</a>
              </p>
              <p class="quiet">
                {[author ?? domain, estimated_read_min === null ? null : quantity(estimated_read_min, "minute")]
                  .filter((part) => part != null)
                  .join(", ")}
              </p>
              {description !== null && (
                <p class="excerpt" dir="auto">
                  {description}
                </p>
              )}
              <progress
                max={1}
                value={progress}
                aria-label={`${Math.round(progress * 100)} percent of ${title} read`}
              />
            </div>
          </li>
        ))}
      </ul>
    )}
  </Block>
)

const Highlight = () => {
  const answer = useAnswer("reading/highlights/random", {}, useAvailability().highlights)
  return (
    <Block title="A highlight" answer={answer} class="highlight" rows={8} nothing="No highlights yet.">
      {({ article, created_at, note, text }) => (
        <>
          <blockquote aria-live="polite">
            {text !== "" && <p dir="auto">{text}</p>}
            <footer>
              <cite>
                <a href={to(`/reading/${article.id}`)}>{article.title}</a>
              </cite>
              {article.author !== null && `, ${article.author}`}
            </footer>
          </blockquote>
          {note !== null && note !== "" && <p class="note">“{note}”</p>}
          <p class="quiet">
            Highlighted on {dateOf(Date.parse(created_at))}{" "}
            <button type="button" class="plain" onClick={answer.reload}>
              Another one
            </button>
          </p>
        </>
      )}
    </Block>
  )
}

export const Reading = () => (
  <Domain id="reading" title="Reading" more="/reading">
    <Highlight />
    <Open />
  </Domain>
)
