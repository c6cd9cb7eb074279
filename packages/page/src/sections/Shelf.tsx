import { useAnswer } from "../api/useAnswer.js"
import { Block, Domain, Link } from "../parts/Block.js"
import { Picture } from "../pictures/Picture.js"
import { discFormat } from "../text/format.js"

const recent = { limit: 12 }

const Records = () => (
  <Block
    title="Records, newest first"
    answer={useAnswer("collecting/recent", recent)}
    class="whole"
    rows={10}
    nothing={
      <>
        No records yet: <code>daybook sync discogs</code>, or <code>daybook import discogs collection.csv</code>.
      </>
    }
  >
    {({ data }) => (
      <ol class="strip covers">
        {data.map(({ artists, discogs_url, format, id, image, title, year }) => (
          <li key={id}>
            <Picture image={image} alt={`Cover of ${title}`} initial={title} width={160} height={160} />
            <p class="name">
              <Link to={discogs_url}>{title}</Link>
            </p>
            <p class="quiet">{artists.join(", ")}</p>
            <p class="quiet">
              {format}
              {year !== null && `, ${year}`}
            </p>
          </li>
        ))}
      </ol>
    )}
  </Block>
)

const Discs = () => (
  <Block
    title="Films on disc"
    answer={useAnswer("collecting/media/recent", recent)}
    class="whole"
    rows={10}
    nothing={
      <>
        No discs yet: <code>daybook connect trakt</code>, or <code>daybook import trakt export.zip</code>.
      </>
    }
  >
    {({ data }) => (
      <ol class="strip discs">
        {data.map(({ id, image, media_type, title, year }) => (
          <li key={id}>
            <Picture image={image} alt={`Cover of ${title}`} initial={title} width={120} height={180} />
            <p class="name">{title}</p>
            <p class="quiet">
              {discFormat(media_type)}
              {year !== null && `, ${year}`}
            </p>
          </li>
        ))}
      </ol>
    )}
  </Block>
)

export const Shelf = () => (
  <Domain id="shelf" title="The shelf">
    <Records />
    <Discs />
  </Domain>
)
