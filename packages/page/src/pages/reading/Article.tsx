import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { Block, Link, SiteLink } from "../../parts/Block.js"
import { Detail, Domain, Head } from "../../parts/Frame.js"
import { Row } from "../../parts/lists.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { count, dateOf, quantity } from "../../text/format.js"
import { markHighlights } from "./marks.js"

type Article = Answers["reading/articles/:id"]

const states: Readonly<Record<string, string>> = {
  unread: "unread",
  reading: "being read",
  finished: "finished",
  abandoned: "left off",
  skipped: "skipped",
  archived: "archived",
  saved: "state unknown"
}

const Facts = ({ article }: { readonly article: Article }) => {
  const { estimated_read_min, finished_at, progress, saved_at, status, word_count } = article
  return (
    <p class="quiet">
      {[
        states[status] ?? status,
        progress > 0 && progress < 1 ? `${Math.round(progress * 100)} percent` : null,
        word_count === null ? null : `${count(word_count)} words`,
        estimated_read_min === null ? null : quantity(estimated_read_min, "minute"),
        `saved ${dateOf(Date.parse(saved_at))}`,
        finished_at === null ? null : `finished ${dateOf(Date.parse(finished_at))}`
      ]
        .filter((part) => part !== null)
        .join(" · ")}
    </p>
  )
}

const Text = ({ article: { content, description, highlights, url } }: { readonly article: Article }) => {
  const pieces = useMemo(
    () =>
      content === null
        ? []
        : markHighlights(
            content,
            highlights.map(({ text }) => text)
          ),
    [content, highlights]
  )
  if (content === null)
    return (
      <div class="prose" dir="auto">
        {description !== null && <p>{description}</p>}
        <p class="quiet">
          The text could not be read: the page is behind a paywall or gone. <Link to={url}>Open the page</Link>
        </p>
      </div>
    )
  return (
    <div class="prose article-text" dir="auto">
      {pieces.map(({ highlight, text }, index) =>
        highlight === undefined ? (
          text
        ) : (
          <mark key={index} id={`highlight-${highlights[highlight]!.id}`}>
            {text}
          </mark>
        )
      )}
    </div>
  )
}

const Highlights = ({ article: { highlights } }: { readonly article: Article }) =>
  highlights.length === 0 ? null : (
    <section class="block" aria-label="Highlights">
      <h3>{quantity(highlights.length, "highlight")}</h3>
      <ol class="rows quotes">
        {highlights.map(({ created_at, id, note, text }) => (
          <li key={id}>
            {text !== "" && (
              <blockquote dir="auto">
                <a href={`#highlight-${id}`}>{text}</a>
              </blockquote>
            )}
            {note !== null && note !== "" && <p class="note">{note}</p>}
            <p class="quiet">{dateOf(Date.parse(created_at))}</p>
          </li>
        ))}
      </ol>
    </section>
  )

const Related = ({ id }: { readonly id: number }) => (
  <Block
    title="Related"
    answer={useAnswer(
      "reading/articles/:id/related",
      useMemo(() => ({ id, limit: 6 }), [id])
    )}
    rows={8}
    nothing="No related article yet."
  >
    {({ data }) => (
      <ul class="rows">
        {data.map(({ author, domain, id, title }) => (
          <Row
            key={id}
            initial={title}
            title={<a href={to(`/reading/${id}`)}>{title}</a>}
            note={[author, domain].filter((part) => part !== null).join(" · ")}
          />
        ))}
      </ul>
    )}
  </Block>
)

/** `/reading/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "reading/articles/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  return (
    <>
      <Detail answer={answer} of="article">
        {(article) => (
          <>
            <Head
              title={article.title}
              over={
                <>
                  <a href={to("/reading")}>Reading</a>
                  {(article.author ?? article.domain) !== null && ` · ${article.author ?? article.domain}`}
                </>
              }
            >
              <Facts article={article} />
            </Head>
            <Text article={article} />
            <Domain id="around" title="Around it">
              <Highlights article={article} />
              <Related id={article.id} />
            </Domain>
            <p class="onward">
              <SiteLink to={article.url}>The page itself</SiteLink>{" "}
              <SiteLink to={article.instapaper_url}>At Instapaper</SiteLink>
            </p>
            <Why domain="reading" type="article" id={article.id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.article}
        answer={answer}
        subjectOf={({ url }) => (url === null ? undefined : { url })}
      />
    </>
  )
}
