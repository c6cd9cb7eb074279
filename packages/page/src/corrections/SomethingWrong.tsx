import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { AdminGate } from "../admin/AdminGate.js"
import { adminRequest } from "../admin/key.js"
import { ActionOutcome } from "../admin/parts.js"
import { useAction } from "../admin/useAction.js"
import type { Answer } from "../api/useAnswer.js"
import { quantity } from "../text/format.js"
import { NameField } from "./NameField.js"
import type { Repair } from "./choices.js"
import { type Correction, type Preview, type QueuedCorrection, type RecordKey, path, sentenceOf } from "./correction.js"

/** What a correction would do, and the button that does it. */
const Previewed = ({
  disabled,
  onDone,
  preview: { affected, examples },
  repair: { counted, changed = counted }
}: {
  readonly repair: Repair
  readonly preview: Preview
  readonly disabled: boolean
  readonly onDone: () => void
}) => {
  const button = useRef<HTMLButtonElement>(null)
  // A disabled button takes no focus.
  useLayoutEffect(() => {
    if (!disabled) button.current?.focus()
  }, [disabled])
  return (
    <div class="correction-preview">
      <p role="status">{affected === 0 ? `No ${changed} changes.` : `${quantity(affected, changed)} would change.`}</p>
      <ul class="rows">
        {examples.map(({ after, before }, index) => (
          <li key={index} dir="auto">
            {before === null ? "new" : `${before.name} (${quantity(before.plays, counted)})`} →{" "}
            {after === null ? "gone" : `${after.name} (${quantity(after.plays, counted)})`}
          </li>
        ))}
      </ul>
      <button ref={button} type="button" class="primary" disabled={disabled} onClick={onDone}>
        Do it
      </button>
    </div>
  )
}

interface SubjectProps {
  readonly repair: Repair
  readonly subject: RecordKey
  readonly linked: RecordKey | undefined
}

const Form = ({ linked, repair, subject }: SubjectProps) => {
  const [label, setLabel] = useState(repair.choices[0]!.label)
  const [name, setName] = useState("")
  const [preview, setPreview] = useState<Preview>()
  const [made, setMade] = useState<Correction>()
  const undo = useRef<HTMLButtonElement>(null)
  const action = useAction()
  useLayoutEffect(() => undo.current?.focus(), [made, action.outcome])
  const possible = repair.choices.filter(
    ({ kind, needs }) => kind !== "different" || needs !== undefined || linked !== undefined
  )
  const choice = possible.find((one) => one.label === label) ?? possible[0]!
  const { kind } = choice
  const isReady = choice.needs === undefined || name.trim() !== ""
  const correction = repair.correctionOf(subject, choice, name.trim(), linked)
  const change = (next: () => void) => {
    setPreview(undefined)
    action.clear()
    next()
  }
  const look = () =>
    action.run("preview", async () => {
      setPreview(await adminRequest<Preview>("POST", `${path}/preview`, correction))
      return undefined
    })
  const make = () =>
    action.run("make", async () => {
      const answer = await adminRequest<Correction | QueuedCorrection>("POST", path, correction)
      const isQueued = "correction" in answer
      setMade(isQueued ? answer.correction : answer)
      setPreview(undefined)
      return `${sentenceOf(correction)}.${isQueued ? " There are many plays: Daybook corrects them from the oldest." : ""}`
    })
  const takeBack = ({ id }: Correction) =>
    action.run("undo", async () => {
      await adminRequest("DELETE", `${path}/${id}`)
      setMade(undefined)
      return "It is as before."
    })
  return (
    <>
      <ActionOutcome action={action}>
        {made !== undefined && (
          <button ref={undo} type="button" class="plain" onClick={() => void takeBack(made)}>
            Undo
          </button>
        )}
      </ActionOutcome>
      {made === undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) void look()
          }}
        >
          <div class="choice" role="group" aria-label="What is wrong">
            {possible.map((one) => (
              <button
                key={one.label}
                type="button"
                aria-pressed={one === choice}
                onClick={() => change(() => setLabel(one.label))}
              >
                {one.label}
              </button>
            ))}
          </div>
          {choice.needs !== undefined && (
            <NameField
              key={kind}
              label={choice.needs}
              names={repair.namesFor(choice)}
              value={name}
              onValue={(value) => change(() => setName(value))}
            />
          )}
          {preview === undefined ? (
            <button type="submit" disabled={!isReady || action.busy !== undefined}>
              See what changes
            </button>
          ) : (
            <Previewed
              repair={repair}
              preview={preview}
              disabled={action.busy !== undefined}
              onDone={() => void make()}
            />
          )}
        </form>
      )}
    </>
  )
}

interface SomethingWrongProps<A> {
  readonly repair: Repair
  readonly answer: Answer<A>
  /** Undefined if corrections cannot name it. */
  readonly subjectOf: (value: A) => RecordKey | undefined
  /** What the record is linked with in another domain. */
  readonly linked?: RecordKey | undefined
  /** For an answer that is asked for only when a person opens this. */
  readonly onOpen?: () => void
}

/**
 * Repairs a record where a person sees that it is wrong. What would change is shown before it is done. It stays when
 * the record has become another one, so that a person can undo that.
 */
export const SomethingWrong = <A,>({
  answer: { outcome },
  linked,
  onOpen,
  repair,
  subjectOf
}: SomethingWrongProps<A>) => {
  const [isOpen, setOpen] = useState(false)
  const [subject, setSubject] = useState<RecordKey>()
  const current = outcome?._tag === "Success" ? subjectOf(outcome.value) : undefined
  useLayoutEffect(() => {
    if (!isOpen) setSubject(undefined)
    else if (subject === undefined) setSubject(current)
  }, [isOpen, current])
  if (current === undefined && subject === undefined && onOpen === undefined) return null
  return (
    <details
      class="correcting"
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        if (open) onOpen?.()
      }}
    >
      <summary aria-keyshortcuts="c">Something wrong?</summary>
      {isOpen && subject !== undefined && (
        <AdminGate>
          <Form subject={subject} repair={repair} linked={linked} />
        </AdminGate>
      )}
    </details>
  )
}
