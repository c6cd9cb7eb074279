import type { ComponentChildren } from "preact"
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks"
import type { Outcome } from "../api/host.js"
import type { Answer } from "../api/useAnswer.js"
import { ArrivalContext, arriveAt } from "../router/arrival.js"
import { to } from "../router/location.js"
import { Failure, failureText } from "./Block.js"
import { Waiting } from "./Waiting.js"

/** Names the document. Undefined keeps the name until the data that names the page is there. */
export const useTitle = (title: string | undefined): void =>
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Daybook`
  }, [title])

interface HeadProps {
  readonly title: string
  /** What stands above the title: the section, as a link back. */
  readonly over?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The heading of a page, which names the document too. */
export const Head = ({ children, over, title }: HeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = useContext(ArrivalContext)
  useTitle(title)
  useLayoutEffect(() => arriveAt(arrival, heading.current), [])
  return (
    <header class="head">
      {over !== undefined && <p class="over">{over}</p>}
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children !== undefined && <div class="lead">{children}</div>}
    </header>
  )
}

interface DomainProps {
  readonly id: string
  readonly title: string
  /** The page with all of it. */
  readonly more?: string
  readonly children: ComponentChildren
}

/** A chapter of a page, and a landmark for navigation. */
export const Domain = ({ children, id, more, title }: DomainProps) => (
  <section class="domain" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
    <div class="chapter-head">
      <h2 id={`${id}-title`}>{title}</h2>
      {more !== undefined && (
        <a class="more" href={to(more)}>
          More<span class="visually-hidden">: {title}</span>
        </a>
      )}
    </div>
    <div class="blocks">{children}</div>
  </section>
)

interface NotFoundProps {
  readonly title?: string
  readonly children?: ComponentChildren
}

export const NotFound = ({ children, title = "Page not found" }: NotFoundProps) => (
  <>
    <Head title={title} />
    <p>
      {children ?? "Nothing is at this address: it was mistyped, or what it named was deleted."}{" "}
      <a href={to("/")}>Go to today</a>, or search with <kbd>/</kbd>.
    </p>
  </>
)

interface DetailProps<A> {
  readonly answer: Answer<A>
  /** What the page is about, such as "artist". */
  readonly of: string
  readonly children: (value: A) => ComponentChildren
}

const Failed = ({ of, outcome, reload }: { readonly of: string; readonly outcome: Outcome<unknown> } & Reload) => (
  <>
    <Head title={`The ${of} could not be read`} />
    <Failure text={failureText(outcome)} reload={reload} />
  </>
)

interface Reload {
  readonly reload: () => void
}

/** A page about one record: its content, the page not found, or the failure. */
export const Detail = <A,>({ answer: { failure, outcome, reload }, children, of }: DetailProps<A>) => {
  if (outcome === undefined)
    return (
      <div class="placeholder whole-page" aria-busy="true">
        <Waiting what={`the ${of}`} />
      </div>
    )
  if (outcome._tag === "Success")
    return (
      <>
        {failure !== undefined && (
          <Failure text={`${failureText(failure)} This is the previous answer.`} reload={reload} />
        )}
        {children(outcome.value)}
      </>
    )
  if (outcome._tag === "Empty")
    return <NotFound title={`No such ${of}`}>This {of} is not in the data, or was deleted.</NotFound>
  return <Failed of={of} outcome={outcome} reload={reload} />
}

interface FigureProps {
  readonly value: string
  readonly of: string
  readonly note?: ComponentChildren
}

/** A key figure with its label. */
export const Figure = ({ note, of, value }: FigureProps) => (
  <div class="key-figure">
    <dt>{of}</dt>
    <dd class="value">{value}</dd>
    {note !== undefined && <dd class="note">{note}</dd>}
  </div>
)
