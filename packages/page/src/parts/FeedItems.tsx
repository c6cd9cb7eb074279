import type { Answers } from "../api/Answers.js"
import { Picture } from "../pictures/Picture.js"
import { briefDate } from "../text/format.js"
import { recordAddress, titleOfDomain } from "./records.js"

type FeedPage = Answers["feed"]
type Item = FeedPage["data"][number]

/**
 * The items of a first page that may be newer than the pages after it. `first` is the page that those continue: nothing
 * is missing between them, and nothing comes twice.
 */
export const itemsOf = (newest: FeedPage, first: FeedPage, later: ReadonlyArray<FeedPage>): ReadonlyArray<Item> =>
  Array.from(new Map([newest, first, ...later].flatMap(({ data }) => data).map((item) => [item.id, item])).values())

/** The items by day in the reader's time zone, in their order. */
const byDay = (items: ReadonlyArray<Item>): ReadonlyArray<readonly [string, ReadonlyArray<Item>]> => {
  const days = new Map<string, Array<Item>>()
  for (const item of items) {
    const date = briefDate(Date.parse(item.occurred_at), Date.now())
    const day = days.get(date)
    if (day === undefined) days.set(date, [item])
    else day.push(item)
  }
  return Array.from(days)
}

/** An item of the feed, with a link to the page of its record. */
export const FeedItem = ({ item }: { readonly item: Item }) => {
  const { domain, image, subtitle, title } = item
  const href = recordAddress(item)
  return (
    <li class={`feed-item of-${domain}`}>
      <Picture image={image} alt="" initial={titleOfDomain(domain)} width={44} height={44} />
      <span class="what">
        <span class="name" dir="auto">
          {href === undefined ? title : <a href={href}>{title}</a>}
        </span>
        {subtitle !== null && (
          <span class="quiet" dir="auto">
            {subtitle}
          </span>
        )}
      </span>
      <span class="domain-name">{titleOfDomain(domain)}</span>
    </li>
  )
}

/** Items under the heading of their day. */
export const FeedDays = ({ items }: { readonly items: ReadonlyArray<Item> }) => (
  <>
    {byDay(items).map(([date, dayItems]) => (
      <div key={date} class="feed-day">
        <h4>{date}</h4>
        <ul class="feed-items">
          {dayItems.map((item) => (
            <FeedItem key={item.id} item={item} />
          ))}
        </ul>
      </div>
    ))}
  </>
)
