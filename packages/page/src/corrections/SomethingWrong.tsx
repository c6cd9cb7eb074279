import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { AdminGate } from "../admin/AdminGate.js"
import { adminRequest } from "../admin/key.js"
import { ActionOutcome } from "../admin/parts.js"
import { useAction } from "../admin/useAction.js"
import type { Answer } from "../api/useAnswer.js"
import { quantity } from "../text/format.js"
import { NameField } from "./NameField.js"
import {
  type Correctable,
  type Correction,
  type Kind,
  type NewCorrection,
  type Preview,
  type QueuedCorrection,
  type RecordKey,
  domainOf,
  path,
  sentenceOf
} from "./correction.js"

interface Choice {
  readonly kind: Kind
  readonly label: string
  /** The label of the name that it needs; undefined if it needs none. */
  readonly needs?: string
}

const choices: Readonly<Record<Correctable, ReadonlyArray<Choice>>> = {
  artist: [
    { kind: "same", label: "It is the same as …", needs: "The same as this artist" },
    { kind: "name", label: "It is written …", needs: "Written like this" },
    { kind: "hide", label: "Hide it" }
  ],
  album: [
    { kind: "same", label: "It is the same as …", needs: "The same as this album of the artist" },
    { kind: "name", label: "It is written …", needs: "Written like this" },
    { kind: "credit", label: "It belongs to …", needs: "By this artist" },
    { kind: "hide", label: "Hide it" }
  ],
  track: [
    { kind: "same", label: "It is the same as …", needs: "The same as this track of the artist" },
    { kind: "name", label: "It is written …", needs: "Written like this" },
    { kind: "credit", label: "It belongs to …", needs: "By this artist" },
    { kind: "hide", label: "Hide it" }
  ],
  movie: [{ kind: "hide", label: "Hide it" }],
  show: [{ kind: "hide", label: "Hide it" }],
  viewing: [{ kind: "hide", label: "Hide it" }]
}

const correctionOf = (type: Correctable, subject: RecordKey, kind: Kind, name: string): NewCorrection => {
  const correction = { domain: domainOf(type).domain, kind, type, subject } as const
  switch (kind) {
    case "same":
    case "different":
      return { ...correction, object: type === "artist" ? { artist: name } : { ...subject, [type]: name } }
    case "credit":
      return { ...correction, object: { artist: name } }
    case "name":
      return { ...correction, value: name }
    case "hide":
      return correction
  }
}

/** What a correction would do, and the button that does it. */
const Previewed = ({
  disabled,
  onDone,
  preview: { affected, examples },
  type
}: {
  readonly type: Correctable
  readonly preview: Preview
  readonly disabled: boolean
  readonly onDone: () => void
}) => {
  const button = useRef<HTMLButtonElement>(null)
  const { counted } = domainOf(type)
  // A disabled button takes no focus.
  useLayoutEffect(() => {
    if (!disabled) button.current?.focus()
  }, [disabled])
  return (
    <div class="correction-preview">
      <p role="status">{affected === 0 ? `No ${counted} changes.` : `${quantity(affected, counted)} would change.`}</p>
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
  readonly type: Correctable
  readonly subject: RecordKey
}

const Form = ({ subject, type }: SubjectProps) => {
  const [kind, setKind] = useState<Kind>(choices[type][0]!.kind)
  const [name, setName] = useState("")
  const [preview, setPreview] = useState<Preview>()
  const [made, setMade] = useState<Correction>()
  const undo = useRef<HTMLButtonElement>(null)
  const action = useAction()
  useLayoutEffect(() => undo.current?.focus(), [made, action.outcome])
  const choice = choices[type].find((one) => one.kind === kind)!
  const isReady = choice.needs === undefined || name.trim() !== ""
  const correction = correctionOf(type, subject, kind, name.trim())
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
            {choices[type].map((one) => (
              <button
                key={one.kind}
                type="button"
                aria-pressed={one.kind === kind}
                onClick={() => change(() => setKind(one.kind))}
              >
                {one.label}
              </button>
            ))}
          </div>
          {choice.needs !== undefined && (
            <NameField
              key={kind}
              label={choice.needs}
              names={kind === "name" ? null : kind === "credit" ? "artist" : type}
              value={name}
              onValue={(value) => change(() => setName(value))}
            />
          )}
          {preview === undefined ? (
            <button type="submit" disabled={!isReady || action.busy !== undefined}>
              See what changes
            </button>
          ) : (
            <Previewed type={type} preview={preview} disabled={action.busy !== undefined} onDone={() => void make()} />
          )}
        </form>
      )}
    </>
  )
}

interface SomethingWrongProps<A> {
  readonly type: Correctable
  readonly answer: Answer<A>
  readonly subjectOf: (value: A) => RecordKey
}

/**
 * Repairs a record where a person sees that it is wrong. What would change is shown before it is done. It stays when
 * the record has become another one, so that a person can undo that.
 */
export const SomethingWrong = <A,>({ answer: { outcome }, subjectOf, type }: SomethingWrongProps<A>) => {
  const [subject, setSubject] = useState<RecordKey>()
  const current = outcome?._tag === "Success" ? subjectOf(outcome.value) : undefined
  if (current === undefined && subject === undefined) return null
  return (
    <details class="correcting" onToggle={(event) => setSubject(event.currentTarget.open ? current : undefined)}>
      <summary>Something wrong?</summary>
      {subject !== undefined && (
        <AdminGate>
          <Form subject={subject} type={type} />
        </AdminGate>
      )}
    </details>
  )
}
