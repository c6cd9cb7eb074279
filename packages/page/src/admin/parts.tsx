import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { failureText } from "./failureText.js"
import type { AdminFailure } from "./key.js"
import type { Action } from "./useAction.js"
import type { AdminAnswer } from "./useAdminAnswer.js"

/** Why the page may be out of date. The request is repeated by itself. */
const Trouble = ({ failure, isOld }: { readonly failure: AdminFailure; readonly isOld: boolean }) => {
  const text = useMemo(() => failureText(failure, Date.now()), [failure])
  return (
    <p class="trouble">
      {text}
      {isOld && " What you see is the last answer."}
    </p>
  )
}

interface SectionProps<A> {
  readonly title: string
  readonly answer: AdminAnswer<A>
  /** Rows of text that are reserved until the answer is there. */
  readonly rows: number
  readonly children: (value: A) => ComponentChildren
  readonly class?: string
}

/** A part of the page with an answer of its own. */
export const AdminSection = <A,>({
  answer: { failure, stale, value },
  children,
  class: className = "",
  rows,
  title
}: SectionProps<A>) => (
  <section class={`block admin-section ${className}`} aria-label={title} aria-busy={stale && failure === undefined}>
    <h2>{title}</h2>
    <div role="status">{failure !== undefined && <Trouble failure={failure} isOld={value !== undefined} />}</div>
    {value !== undefined ? (
      children(value)
    ) : failure === undefined ? (
      <div class="placeholder" style={{ minHeight: `${rows * 1.5}rem` }}>
        <span class="visually-hidden">Loading</span>
      </div>
    ) : null}
  </section>
)

/** What came of the last action; a screen reader says it. */
export const ActionOutcome = ({
  action: { outcome },
  children
}: {
  readonly action: Action
  readonly children?: ComponentChildren
}) => (
  <div class="outcome" role={outcome?.isFailure === true ? "alert" : "status"}>
    {outcome !== undefined && (
      <p class={outcome.isFailure ? "trouble" : "done"}>
        {outcome.text} {children}
      </p>
    )}
  </div>
)

interface SureProps {
  readonly children: string
  /** What cannot be undone, as the text of the second button. */
  readonly sure: string
  readonly of: string
  readonly disabled?: boolean
  readonly onSure: () => void
}

/** A button for something that cannot be undone: it asks once more, in its own place. */
export const SureButton = ({ children, disabled = false, of, onSure, sure }: SureProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const confirm = useRef<HTMLButtonElement>(null)
  // At once: the next key that is pressed is for this button.
  useLayoutEffect(() => {
    if (isAsking) confirm.current?.focus()
  }, [isAsking])
  if (!isAsking)
    return (
      <button type="button" disabled={disabled} onClick={() => setIsAsking(true)}>
        {children}
        <span class="visually-hidden"> {of}</span>
      </button>
    )
  return (
    <span class="sure" role="group" aria-label={`${children} ${of}`}>
      <button
        ref={confirm}
        type="button"
        class="danger"
        disabled={disabled}
        onClick={() => {
          setIsAsking(false)
          onSure()
        }}
      >
        {sure}
      </button>
      <button type="button" onClick={() => setIsAsking(false)}>
        Keep
      </button>
    </span>
  )
}

interface SecretProps {
  readonly label: string
  readonly secret: string
  readonly onDone: () => void
  readonly children: ComponentChildren
}

/** A secret that the host says once. */
export const Secret = ({ children, label, onDone, secret }: SecretProps) => {
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no")
  const text = useRef<HTMLElement>(null)
  useEffect(() => text.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied("yes"),
      () => {
        if (text.current !== null) getSelection()?.selectAllChildren(text.current)
        setCopied("failed")
      }
    )
  return (
    <div class="secret" role="group" aria-label={label}>
      <p>{children}</p>
      <p>
        <code ref={text} tabIndex={-1}>
          {secret}
        </code>
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" onClick={onDone}>
          I have it
        </button>
        <span role="status" class="quiet">
          {copied === "yes"
            ? "Copied."
            : copied === "failed"
              ? "The browser refused. It is selected: copy it by keyboard."
              : ""}
        </span>
      </div>
    </div>
  )
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly children: (id: string, hintId: string | undefined) => ComponentChildren
}

let fields = 0

/** A labelled input with a hint. */
export const Field = ({ children, hint, label }: FieldProps) => {
  const [id] = useState(() => `field-${++fields}`)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, hint === undefined ? undefined : `${id}-hint`)}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hint?: string
  readonly type?: "text" | "date" | "number" | "password" | "url"
  readonly required?: boolean
  readonly placeholder?: string
  readonly min?: string
}

export const TextField = ({ hint, label, onValue, type = "text", ...input }: TextFieldProps) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })}>
    {(id, hintId) => (
      <input
        id={id}
        // The types of inputs with `autocomplete` are a union that a variable does not narrow.
        type={type as "text"}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={hintId}
        onInput={(event) => onValue(event.currentTarget.value)}
        {...input}
      />
    )}
  </Field>
)
