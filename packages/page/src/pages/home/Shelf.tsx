import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import { to } from "../../router/location.js"
import { discFormat } from "../../text/format.js"

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
        {data.map(({ artists, format, id, image, title, year }) => (
          <li key={id}>
            <Picture image={image} alt={`Cover of ${title}`} initial={title} width={160} height={160} />
            <p class="name" dir="auto">
              <a href={to(`/collecting/${id}`)}>{title}</a>
            </p>
            <p class="quiet" dir="auto">
              {artists.join(", ")}
            </p>
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
            <p class="name" dir="auto">
              <a href={to(`/collecting/discs/${id}`)}>{title}</a>
            </p>
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
  <Domain id="shelf" title="The shelf" more="/collecting">
    <Records />
    <Discs />
  </Domain>
)
