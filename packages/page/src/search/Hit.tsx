import type { Answers } from "../api/Answers.js"
import { Link } from "../parts/Block.js"
import { recordAddress } from "../parts/records.js"
import { Picture } from "../pictures/Picture.js"

const kinds: Readonly<Record<string, string>> = { activity: "run", release: "record", movie: "film", show: "series" }

interface HitProps {
  readonly hit: Answers["search"]["data"][number]
}

/** A result of a search: the page of the record, else the address at its provider. */
export const Hit = ({ hit }: HitProps) => {
  const { author, entity_type, image, instapaper_url, subtitle, title, url } = hit
  const href = recordAddress(hit)
  return (
    <li>
      <Picture image={image} alt="" initial={title} width={44} height={44} />
      <span class="what">
        <span class="name" dir="auto">
          {href === undefined ? <Link to={instapaper_url ?? url}>{title}</Link> : <a href={href}>{title}</a>}
        </span>
        <span class="quiet" dir="auto">
          {[kinds[entity_type] ?? entity_type, author ?? subtitle].filter((part) => part != null).join(" · ")}
        </span>
      </span>
    </li>
  )
}
