import type { ComponentChildren } from "preact"
import { useErrorBoundary } from "preact/hooks"
import type { Outcome } from "../api/Outcome.js"
import type { Asked } from "../api/useAnswer.js"

interface BlockProps<A> {
  readonly title: string
  readonly asked: Asked<A>
  /** What to say where the host knows nothing, and what would change that. */
  readonly nothing: ComponentChildren
  /** Rows of text that the answer takes, roughly: so much room is kept for it. */
  readonly rows: number
  readonly class?: string
  readonly children: (value: A) => ComponentChildren
}

const why = (outcome: Outcome<unknown>): string => {
  if (outcome._tag === "Away") return "The host does not answer."
  return outcome._tag === "Failed" ? `This could not be read: the host answered ${outcome.status}.` : "This key is not known to the host."
}

const Shown = <A,>({ show, value }: { readonly value: A; readonly show: (value: A) => ComponentChildren }) => {
  const [broken, reset] = useErrorBoundary()
  return broken === undefined ? <>{show(value)}</> : <Failure text="This could not be shown." again={reset} />
}

const Failure = ({ again, text }: { readonly text: string; readonly again: () => void }) => (
  <p class="quiet">{text} <button type="button" class="plain" onClick={again}>Try again</button></p>
)

/** One question and its answer. Whatever becomes of it, its neighbours stay as they are. */
export const Block = <A,>({ asked: { again, outcome }, children, class: className = "", nothing, rows, title }: BlockProps<A>) => (
  <section class={`block ${className}`} aria-busy={outcome === undefined} aria-label={title}>
    <h3>{title}</h3>
    {outcome === undefined && <div class="waiting" style={{ minHeight: `${rows * 1.5}rem` }}><span class="unseen">Loading</span></div>}
    {outcome?._tag === "There" && <Shown value={outcome.value} show={children} />}
    {outcome?._tag === "Nothing" && <p class="quiet">{nothing}</p>}
    {outcome !== undefined && outcome._tag !== "There" && outcome._tag !== "Nothing" && <Failure text={why(outcome)} again={again} />}
  </section>
)
