import type { ComponentChildren } from "preact"
import type { Image } from "../api/Answers.js"
import { Picture } from "../pictures/Picture.js"
import { count } from "../text/format.js"

interface ChoiceProps<K extends string> {
  /** What is chosen, for assistive technology. */
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: K, text: string]>
  readonly value: string
  readonly onChange: (value: K) => void
}

/** One of a few options, each in view. */
export const Choice = <K extends string>({ label, onChange, options, value }: ChoiceProps<K>) => (
  <div class="choice" role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
        {text}
      </button>
    ))}
  </div>
)

interface SelectProps {
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One of many options. */
export const Select = ({ label, onChange, options, value }: SelectProps) => (
  <label class="select">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

interface PagerProps {
  readonly pagination: { readonly page: number; readonly total_pages: number; readonly total: number }
  readonly onPage: (page: number) => void
  /** What the list is of, in the plural. */
  readonly of: string
}

/** Shows the beginning of the list that a button belongs to. */
const scrollToList = (button: HTMLElement) => button.closest(".block")?.scrollIntoView({ block: "start" })

/** Walks the pages of a list. */
export const Pager = ({ of, onPage, pagination: { page, total, total_pages } }: PagerProps) => {
  const turn = (step: number) => (event: { readonly currentTarget: HTMLElement }) => {
    scrollToList(event.currentTarget)
    onPage(page + step)
  }
  return (
    <nav class="pager" aria-label={`Pages of ${of}`}>
      <button type="button" disabled={page <= 1} onClick={turn(-1)}>
        Back
      </button>
      <span role="status">
        Page {count(page)} of {count(Math.max(total_pages, 1))}
        <span class="quiet">
          {" "}
          · {count(total)} {of}
        </span>
      </span>
      <button type="button" disabled={page >= total_pages} onClick={turn(1)}>
        Next
      </button>
    </nav>
  )
}

interface RowProps {
  readonly image?: Image | null
  readonly shape?: readonly [width: number, height: number]
  readonly title: ComponentChildren
  /** The plain title, whose first letter replaces a missing picture. */
  readonly initial: string
  readonly note?: ComponentChildren
  readonly aside?: ComponentChildren
}

/** An entry of a list: picture, title, note, and a figure at the end. */
export const Row = ({ aside, image, initial, note, shape: [width, height] = [44, 44], title }: RowProps) => (
  <li class={image === undefined ? "row bare" : "row"}>
    {image !== undefined && <Picture image={image} alt="" initial={initial} width={width} height={height} />}
    <span class="what">
      <span class="name" dir="auto">
        {title}
      </span>
      {note !== undefined && note !== "" && (
        <span class="quiet" dir="auto">
          {note}
        </span>
      )}
    </span>
    {aside !== undefined && <span class="figure aside">{aside}</span>}
  </li>
)

interface CoverProps {
  readonly image: Image | null
  readonly alt: string
  readonly title: string
  readonly href?: string | undefined
  readonly shape?: readonly [width: number, height: number]
  readonly children?: ComponentChildren
}

/** An entry of a wall of covers or posters. */
export const Cover = ({ alt, children, href, image, shape: [width, height] = [160, 160], title }: CoverProps) => (
  <li>
    <Picture image={image} alt={alt} initial={title} width={width} height={height} />
    <p class="name" dir="auto">
      {href === undefined ? title : <a href={href}>{title}</a>}
    </p>
    {children}
  </li>
)

interface RankedProps {
  readonly items: ReadonlyArray<{
    readonly name: string
    readonly value: number
    readonly href?: string | undefined
    readonly note?: string | undefined
  }>
  readonly text?: (value: number) => string
}

/** Names with a bar as long as their value: readable without a chart. */
export const Ranked = ({ items, text = count }: RankedProps) => {
  const most = Math.max(...items.map(({ value }) => value), 1)
  return (
    <ol class="ranked">
      {items.map(({ href, name, note, value }) => (
        <li key={name}>
          <span class="name" dir="auto">
            {href === undefined ? name : <a href={href}>{name}</a>}
            {note !== undefined && <span class="quiet"> {note}</span>}
          </span>
          <span class="figure">{text(value)}</span>
          <span class="measure" aria-hidden="true">
            <i style={{ width: `${(100 * value) / most}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
