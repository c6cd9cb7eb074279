import type { ComponentChildren } from "preact"
import { useErrorBoundary } from "preact/hooks"
import type { Outcome } from "../api/host.js"
import type { Answer } from "../api/useAnswer.js"
import { safeLink } from "../text/format.js"
import { Waiting } from "./Waiting.js"

interface BlockProps<A> {
  readonly title: string
  readonly answer: Answer<A>
  /** The text for an empty answer: what is missing, and how to get it. */
  readonly nothing: ComponentChildren
  /** The approximate height of the answer in rows of text, reserved while loading. */
  readonly rows: number
  readonly class?: string
  readonly children: (value: A) => ComponentChildren
}

export const failureText = (outcome: Outcome<unknown>): string => {
  if (outcome._tag === "Unreachable") return "The host does not answer."
  return outcome._tag === "Failed"
    ? `This could not be read: the host answered ${outcome.status}.`
    : "The host does not accept this key."
}

const BlockContent = <A,>({
  render,
  value
}: {
  readonly value: A
  readonly render: (value: A) => ComponentChildren
}) => {
  const [broken, reset] = useErrorBoundary()
  return broken === undefined ? <>{render(value)}</> : <Failure text="This could not be shown." reload={reset} />
}

/** A title within a sentence: "Personal records" becomes "personal records", and "IMDb" stays. */
const whatOf = (title: string): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title

/** Says what failed, and offers to try again. */
export const Failure = ({ reload, text }: { readonly text: string; readonly reload: () => void }) => (
  <p class="quiet">
    {text}{" "}
    <button type="button" class="plain" onClick={reload}>
      Try again
    </button>
  </p>
)

/** An answer of the API with its loading, empty and failure states. A failure does not affect other blocks. */
export const Block = <A,>({
  answer: { failure, outcome, reload, stale = false },
  children,
  class: className = "",
  nothing,
  rows,
  title
}: BlockProps<A>) => (
  <section class={`block ${className}`} aria-busy={outcome === undefined || stale} aria-label={title}>
    <h3>{title}</h3>
    {outcome === undefined && (
      <div class="placeholder" style={{ minHeight: `${rows * 1.5}rem` }}>
        <Waiting what={whatOf(title)} />
      </div>
    )}
    {failure !== undefined && <Failure text={`${failureText(failure)} This is the previous answer.`} reload={reload} />}
    {outcome?._tag === "Success" && <BlockContent value={outcome.value} render={children} />}
    {outcome?._tag === "Empty" && <p class="quiet">{nothing}</p>}
    {outcome !== undefined && outcome._tag !== "Success" && outcome._tag !== "Empty" && (
      <Failure text={failureText(outcome)} reload={reload} />
    )}
  </section>
)

/** A link to the provider's page, or plain text without a safe URL. */
export const Link = ({
  children,
  to
}: {
  readonly to: string | null | undefined
  readonly children: ComponentChildren
}) => {
  const href = safeLink(to)
  return href === undefined ? (
    <>{children}</>
  ) : (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  )
}

/** A link to another site; nothing at all without an address that can be opened. */
export const SiteLink = ({
  children,
  to
}: {
  readonly to: string | null | undefined
  readonly children: ComponentChildren
}) => (safeLink(to) === undefined ? null : <Link to={to}>{children}</Link>)
