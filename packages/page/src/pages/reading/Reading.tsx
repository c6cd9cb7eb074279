import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAll } from "../../api/useAll.js"
import { isWithout } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Bars } from "../../charts/Bars.js"
import { Block } from "../../parts/Block.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Domain, Figure, Head } from "../../parts/Frame.js"
import { Choice, Pager } from "../../parts/lists.js"
import { Picture } from "../../pictures/Picture.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { byWeek, dayOf, today, weeksUntil } from "../../text/dates.js"
import { count, dateOf, day, quantity } from "../../text/format.js"

type Article = Answers["reading/articles"]["data"][number]

const states = [
  ["", "All"],
  ["unread", "Unread"],
  ["reading", "Being read"],
  ["finished", "Finished"],
  ["abandoned", "Left off"],
  ["skipped", "Skipped"],
  ["archived", "Archived"],
  ["saved", "Saved, state unknown"]
] as const

const Figures = () => {
  const stats = useAnswer("reading/stats").outcome
  if (stats?._tag !== "Success") return <div class="figures-waiting" />
  const { currently_reading_count, finished_count, streaks, total_articles, total_highlights, total_word_count } =
    stats.value
  return (
    <dl class="figures">
      <Figure of="articles" value={count(total_articles)} note={`${count(total_word_count)} words`} />
      <Figure of="finished" value={count(finished_count)} />
      <Figure of="being read" value={count(currently_reading_count)} />
      <Figure of="highlights" value={count(total_highlights)} />
      <Figure of="days in a row" value={count(streaks.current.days)} note={`longest ${count(streaks.longest.days)}`} />
    </dl>
  )
}

const ArticleRow = ({ article }: { readonly article: Article }) => {
  const { author, description, domain, estimated_read_min, id, image, progress, saved_at, title } = article
  return (
    <li>
      <Picture image={image} alt="" initial={title} width={72} height={72} />
      <div>
        <p class="name" dir="auto">
          <a href={to(`/reading/${id}`)}>{title}</a>
        </p>
        <p class="quiet">
          {[
            author ?? domain,
            estimated_read_min === null ? null : quantity(estimated_read_min, "minute"),
            `saved ${dateOf(Date.parse(saved_at))}`
          ]
            .filter((part) => part != null)
            .join(" · ")}
        </p>
        {description !== null && (
          <p class="excerpt" dir="auto">
            {description}
          </p>
        )}
        {progress > 0 && progress < 1 && (
          <progress max={1} value={progress} aria-label={`${Math.round(progress * 100)} percent of ${title} read`} />
        )}
      </div>
    </li>
  )
}

const Articles = () => {
  const [status, setStatus] = useParameter("status")
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ page, limit: 20, ...(status === "" ? {} : { status }) }), [page, status])
  return (
    <div class="whole">
      <div class="controls">
        <Choice label="State" options={states} value={status} onChange={setStatus} />
      </div>
      <Block title="Saved articles" answer={useAnswer("reading/articles", query)} rows={60} nothing="No articles here.">
        {({ data, pagination }) => (
          <>
            <ul class="articles columns">
              {data.map((article) => (
                <ArticleRow key={article.id} article={article} />
              ))}
            </ul>
            <Pager pagination={pagination} onPage={setPage} of="articles" />
          </>
        )}
      </Block>
    </div>
  )
}

const shownWeeks = 26
const archivePages = 10

const Words = () => {
  const weeks = useMemo(() => weeksUntil(today(), shownWeeks), [])
  const query = useMemo(() => ({ from: weeks[0]!, limit: 50 }), [])
  return (
    <Block
      title="Words read by week, half a year"
      answer={useAll("reading/archive", query, archivePages)}
      class="whole"
      rows={10}
      nothing="No article finished in this half year."
    >
      {({ items, total }) => {
        const read = items.flatMap(({ finished_at, word_count }) =>
          finished_at === null || word_count === null ? [] : [{ date: dayOf(finished_at), value: word_count }]
        )
        return (
          <Bars
            label="Words of finished articles by week"
            columns={["Week of", "Words"]}
            bars={byWeek(weeks, read).map(({ value, week }, index) => ({
              name: `Week of ${day(week, "short")}`,
              value,
              tick: index % 5 === 1 ? day(week, "short") : undefined
            }))}
            text={(value) => quantity(value, "word")}
            summary={`${total > items.length ? "The latest " : ""}${quantity(items.length, "finished article")}`}
          />
        )
      }}
    </Block>
  )
}

/** `/reading`. */
export const Page = () => {
  const isEmpty = isWithout(
    useAnswer("reading/stats"),
    ({ total_articles, total_highlights }) => total_articles > 0 || total_highlights > 0
  )
  if (isEmpty) return <EmptyDomain domain="reading" title="Reading" />
  return (
    <>
      <Head title="Reading">
        <Figures />
      </Head>
      <Domain id="articles" title="Articles">
        <Articles />
      </Domain>
      <Domain id="words" title="Over time">
        <Words />
      </Domain>
    </>
  )
}
