import { useMemo, useState } from "preact/hooks"
import type { Answers } from "../api/Answers.js"
import { useAnswer } from "../api/useAnswer.js"
import { quantity } from "../text/format.js"

type Explanation = Answers["explain/:domain/:type/:id"]

/** A value as people read it: texts as they are, lists with commas. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "nothing"
  if (Array.isArray(value)) return value.map(textOf).join(", ")
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "object" ? JSON.stringify(value) : String(value as number | string)
}

/** `event_date` as "Event date". */
const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const whoOf = (source: string): string => (source === "person" ? "you" : source)

const Reports = ({ sources }: Pick<Explanation, "sources">) =>
  sources.length === 0 ? (
    <p class="quiet">No service reported it by itself.</p>
  ) : (
    <ul class="rows">
      {sources.map(({ key, reports, source }, index) => (
        <li key={index} dir="auto">
          {source}
          {reports === undefined ? key !== null && `: ${key}` : `: ${quantity(reports, "report")}`}
        </li>
      ))}
    </ul>
  )

const Fields = ({ fields }: Pick<Explanation, "fields">) => (
  <dl class="fact-list">
    {Object.entries(fields).map(([name, { because, from, others, value }]) => (
      <div key={name}>
        <dt>{labelOf(name)}</dt>
        <dd dir="auto">
          {textOf(value)}, as {whoOf(from)} {from === "person" ? "say" : "says"}. {because}
          {others.length > 0 &&
            ` Others said: ${others.map((one) => `${textOf(one.value)} (${whoOf(one.source)})`).join("; ")}.`}
        </dd>
      </div>
    ))}
  </dl>
)

/** What else is to be said of a record, one line each. */
const linesOf = ({ corrections, decisions, hidden_by, merges }: Explanation): ReadonlyArray<string> => [
  ...merges.map(({ because, with: other }) => `One with ${other}. ${because}`),
  ...hidden_by.map(({ because, what }) => `Hidden by ${what}. ${because}`),
  ...decisions.map(({ by, what }) => `Decided by ${whoOf(by)}: ${what}.`),
  ...corrections.map(({ id, says }) => `Correction ${id}: ${says}.`)
]

interface RecordProps {
  readonly domain: string
  readonly type: string
  readonly id: string | number
}

const Reasons = ({ domain, id, type }: RecordProps) => {
  const { outcome } = useAnswer(
    "explain/:domain/:type/:id",
    useMemo(() => ({ domain, type, id: String(id) }), [domain, type, id])
  )
  if (outcome === undefined) return <p class="quiet">Looking …</p>
  if (outcome._tag !== "Success") return <p class="quiet">Daybook cannot say why now.</p>
  const lines = linesOf(outcome.value)
  return (
    <div class="reasons">
      <h3>Who said it</h3>
      <Reports sources={outcome.value.sources} />
      {Object.keys(outcome.value.fields).length > 0 && (
        <>
          <h3>What was chosen</h3>
          <Fields fields={outcome.value.fields} />
        </>
      )}
      {lines.length > 0 && (
        <>
          <h3>What else counts</h3>
          <ul class="rows">
            {lines.map((line, index) => (
              <li key={index} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Why a record is as it is. It is asked for when a person opens it. */
export const Why = (record: RecordProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class="correcting" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Why?</summary>
      {isOpen && <Reasons {...record} />}
    </details>
  )
}
