import { useId, useRef, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { AdminSection } from "../../admin/parts.js"
import { type AdminAnswer, useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { quantity } from "../../text/format.js"
import { type Home, type ZoneHistory as History, messageOf } from "./model.js"
import { reopened } from "./reopening.js"
import {
  type EntryProblems,
  type ZoneEntry,
  entriesOf,
  historyOf,
  inOrder,
  newEntry,
  problemsOf,
  withMove,
  withSuggestion
} from "./zoneEntries.js"
import { ZoneLine } from "./ZoneLine.js"
import { ZoneNames, isZone } from "./zoneNames.js"
import { ZoneSuggestions } from "./ZoneSuggestions.js"

const kinds = { start: "Before all moves", move: "Move", trip: "Trip" } as const

interface CellProps {
  readonly id: string
  readonly label: string
  readonly type: "date" | "text"
  readonly value: string
  readonly problem: string | undefined
  readonly list?: string
  readonly onValue: (value: string) => void
}

/** A field of the table, with its problem below it. */
const Cell = ({ id, label, list, onValue, problem, type, value }: CellProps) => (
  <>
    <input
      id={id}
      type={type}
      list={list}
      autocomplete="off"
      spellcheck={false}
      value={value}
      aria-label={label}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
    {problem !== undefined && (
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    )}
  </>
)

interface RowProps {
  readonly id: string
  readonly entry: ZoneEntry
  readonly problems: EntryProblems
  readonly zones: string
  readonly onChange: (entry: ZoneEntry) => void
  readonly onRemove: () => void
}

const Row = ({ entry, id, onChange, onRemove, problems, zones }: RowProps) => {
  const name = `${kinds[entry.kind]}${entry.zone === "" ? "" : `, ${entry.zone}`}`
  const field = (key: "from" | "to" | "zone", label: string) => (
    <Cell
      id={`${id}-${key}`}
      label={`${label}: ${name}`}
      type={key === "zone" ? "text" : "date"}
      value={entry[key]}
      problem={problems[key]}
      {...(key === "zone" ? { list: zones } : {})}
      onValue={(value) => onChange({ ...entry, [key]: value })}
    />
  )
  return (
    <tr>
      <th scope="row">{kinds[entry.kind]}</th>
      <td>{entry.kind !== "start" && field("from", "First day")}</td>
      <td>{entry.kind === "trip" && field("to", "Last day")}</td>
      <td>{field("zone", "Time zone")}</td>
      <td>
        <button type="button" onClick={onRemove}>
          Remove<span class="visually-hidden"> {name}</span>
        </button>
      </td>
    </tr>
  )
}

interface FormProps {
  readonly home: Home
  readonly history: AdminAnswer<History>
  readonly before: History
  readonly onChange: (home: Home) => void
}

/** Saves what is in the table, and follows the host until it has taken over the change. */
const useSaving = ({ history, home, onChange, before }: FormProps) => {
  const [waited, setWaited] = useState<number>()
  const [work, setWork] = useState<string | null>(null)
  const [status, setStatus] = useState("")
  const [failure, setFailure] = useState(before.problem ?? "")
  const isSaving = waited !== undefined
  const save = async (rows: ReadonlyArray<ZoneEntry>) => {
    setWaited(0)
    setWork(null)
    setFailure("")
    setStatus("")
    let after: History | undefined
    try {
      const answer = await adminRequest<History>("PUT", "/v1/admin/timezone/history", historyOf(rows))
      if (answer.reopening)
        onChange(
          await reopened(home, (seconds, doing) => {
            setWaited(seconds)
            setWork(doing)
          })
        )
      after = await adminRequest<History>("GET", "/v1/admin/timezone/history")
      history.set(after)
      setFailure(after.problem ?? "")
      if (after.problem === null)
        setStatus(`Saved: ${quantity(after.periods.length, "period")}, ${quantity(after.trips.length, "trip")}.`)
    } catch (error) {
      setFailure(messageOf(error))
    }
    setWaited(undefined)
    return after?.problem === null ? after : undefined
  }
  return { failure, isSaving, save, status, waited, work, setStatus }
}

/** What the host says that it does, as a sentence: "The host is computing the days of running again (2 of 9)." */
const workText = (work: string | null): string =>
  work === null ? "The host computes the days that changed." : `The host is ${work}.`

const Form = (props: FormProps) => {
  const { before } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [rows, setRows] = useState(() => entriesOf(before))
  // Nothing is wrong with a field before one wants to save it.
  const [isChecked, setChecked] = useState(false)
  const saving = useSaving(props)
  const problems = problemsOf(rows, isZone)
  const visibleProblems = isChecked ? problems : new Map<number, EntryProblems>()
  const focus = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const change = (next: ReadonlyArray<ZoneEntry>) => {
    saving.setStatus("")
    setRows(next)
  }
  const add = (next: ReadonlyArray<ZoneEntry>) => {
    change(next)
    focus("tbody tr:last-child input")
  }
  const submit = async () => {
    if (saving.isSaving) return
    setChecked(true)
    if (problems.size > 0) return void focus('[aria-invalid="true"]')
    const after = await saving.save(rows)
    if (after === undefined) return
    setRows(entriesOf(after))
    setChecked(false)
  }
  return (
    <form
      ref={form}
      class="zone-history"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p class="quiet">
        Say where you lived and travelled, and each day is in the time zone that was in force. The last move is the home
        time zone of today.
      </p>
      <ZoneLine history={before} />
      <ZoneNames id={`${id}-zones`} />
      {rows.length > 0 && (
        <table class="plain zone-entries">
          <thead>
            <tr>
              {["Entry", "First day", "Last day", "Time zone"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <Row
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                problems={visibleProblems.get(entry.id) ?? {}}
                zones={`${id}-zones`}
                onChange={(next) => change(rows.map((one) => (one.id === entry.id ? next : one)))}
                onRemove={() => {
                  change(rows.filter((one) => one.id !== entry.id))
                  focus(".buttons button")
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      <p class="buttons">
        <button type="button" onClick={() => add(withMove(inOrder(rows), before.time_zone))}>
          Add a move
        </button>
        <button type="button" onClick={() => add([...inOrder(rows), newEntry("trip")])}>
          Add a trip
        </button>
        <button type="submit" class="primary" disabled={saving.isSaving}>
          Save the history
        </button>
      </p>
      <ZoneSuggestions
        history={before}
        rows={rows}
        onAdd={(one) => {
          change(withSuggestion(inOrder(rows), one, before.time_zone))
          focus('[type="submit"]')
        }}
      />
      {saving.isSaving && <progress aria-label="The host computes the days that changed" />}
      <p role="status">
        {saving.isSaving ? workText(saving.work) : saving.status}
        {saving.waited !== undefined && saving.waited > 2 && (
          <span aria-hidden="true"> {quantity(saving.waited, "second")} so far.</span>
        )}
      </p>
      <p role="alert">{saving.failure}</p>
    </form>
  )
}

/** The moves and trips of the owner, to edit. */
export const ZoneHistory = ({ home, onChange }: Pick<FormProps, "home" | "onChange">) => {
  const history = useAdminAnswer<History>("/v1/admin/timezone/history")
  return (
    <AdminSection title="Moves and trips" answer={history} rows={6}>
      {(before) => <Form home={home} history={history} before={before} onChange={onChange} />}
    </AdminSection>
  )
}
