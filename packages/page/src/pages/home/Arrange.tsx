import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { root } from "../../router/location.js"
import { type Arrangement, arranged, moved, standard, toggled } from "./arrangement.js"
import { sectionIds, sectionOf } from "./sections.js"

interface ArrangeProps {
  readonly arrangement: Arrangement
  readonly onChange: (arrangement: Arrangement) => void
}

interface EntryProps {
  readonly id: string
  readonly isHidden: boolean
  readonly place: number
  readonly onMove: (id: string, step: 1 | -1) => void
  readonly onToggle: (id: string) => void
}

const steps = [
  [-1, "up", "↑"],
  [1, "down", "↓"]
] as const

/** A button at the end of the list stays focusable, so that the focus is not lost with the last step. */
const Entry = ({ id, isHidden, onMove, onToggle, place }: EntryProps) => (
  <li>
    <label>
      <input type="checkbox" checked={!isHidden} onChange={() => onToggle(id)} /> {sectionOf(id).title}
    </label>
    {steps.map(([step, direction, arrow]) => (
      <button
        key={direction}
        type="button"
        data-move={`${id} ${step}`}
        aria-label={`Move ${sectionOf(id).title} ${direction}`}
        aria-disabled={sectionIds[place + step] === undefined}
        onClick={() => onMove(id, step)}
      >
        {arrow}
      </button>
    ))}
  </li>
)

/** Orders and hides the sections of the page, and says what changed. */
export const Arrange = ({ arrangement, onChange }: ArrangeProps) => {
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | undefined>(undefined)
  const [said, setSaid] = useState("")
  const order = arranged(sectionIds, arrangement)
  useLayoutEffect(() => {
    // A browser takes the focus from an element that is moved in the document.
    if (focused.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-move="${focused.current}"]`)?.focus()
    focused.current = undefined
  }, [arrangement])
  const onMove = (id: string, step: 1 | -1) => {
    const next = moved(sectionIds, arrangement, id, step)
    if (next === arrangement) return
    focused.current = `${id} ${step}`
    setSaid(`${sectionOf(id).title} is now at place ${order.indexOf(id) + step + 1} of ${order.length}.`)
    onChange(next)
  }
  const onToggle = (id: string) => {
    const next = toggled(arrangement, id)
    setSaid(`${sectionOf(id).title} is now ${next.hidden.includes(id) ? "hidden" : "visible"}.`)
    onChange(next)
  }
  const onReset = () => {
    setSaid("All sections are visible, in the standard order.")
    onChange(standard)
  }
  return (
    <section class="arrange" aria-label="This page">
      <details>
        <summary>Order and hide sections</summary>
        <ol ref={list}>
          {order.map((id, place) => (
            <Entry
              key={id}
              id={id}
              place={place}
              isHidden={arrangement.hidden.includes(id)}
              onMove={onMove}
              onToggle={onToggle}
            />
          ))}
        </ol>
        <button type="button" onClick={onReset}>
          Reset
        </button>
        <p class="quiet">This browser remembers the order. Other browsers keep theirs.</p>
      </details>
      <p class="quiet">
        <a href={`${root}?screen`}>Big screen</a>: this page for a display on a wall.
      </p>
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </section>
  )
}
