import type { LensDefinition } from "@daybook/core/lenses"
import { useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { ActionOutcome, Field, TextField } from "../../admin/parts.js"
import { useAction } from "../../admin/useAction.js"
import type { Lens } from "./answers.js"
import { type LensChoice, definitionOf, emptyChoice, problemOf } from "./definition.js"
import { type GroupPreview, Newest, previewsOf } from "./Newest.js"
import { groupTitles, wordsOf } from "./words.js"

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly onValue: (value: string) => void
}

const Select = ({ label, onValue, options, value }: SelectProps) => (
  <Field label={label}>
    {(id) => (
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {Object.entries(options).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const places = { none: "without places", country: "with country", region: "with region", city: "with city" }
const playing = { off: "not shown", delayed: "after 10 minutes", live: "at once" }
const times = { exact: "with their time", day: "with the day alone" }
const delays = { 0: "at once", 24: "after a day", 168: "after a week" }

interface ChoiceProps {
  readonly choice: LensChoice
  readonly onChoice: (choice: LensChoice) => void
}

const Choices = ({ choice, onChoice }: ChoiceProps) => {
  const { groups } = choice
  const set = (change: Partial<LensChoice>) => onChoice({ ...choice, ...change })
  const toggle = (group: string) =>
    set({ groups: groups.includes(group) ? groups.filter((other) => other !== group) : [...groups, group] })
  return (
    <>
      <TextField
        label="Name"
        hint="Part of addresses: lower-case letters, digits, hyphens"
        value={choice.name}
        onValue={(name) => set({ name })}
        placeholder="runs"
      />
      <fieldset class="checks">
        <legend>Show</legend>
        {Object.entries(groupTitles).map(([group, title]) => (
          <label key={group}>
            <input type="checkbox" checked={groups.includes(group)} onChange={() => toggle(group)} />
            {title}
          </label>
        ))}
      </fieldset>
      {groups.includes("listening") && (
        <Select
          label="The current track"
          value={choice.playing}
          options={playing}
          onValue={(value) => set({ playing: value as LensChoice["playing"] })}
        />
      )}
      {(groups.includes("running") || groups.includes("attending")) && (
        <Select
          label="Runs and events"
          value={choice.grain}
          options={places}
          onValue={(value) => set({ grain: value as LensChoice["grain"] })}
        />
      )}
      {groups.includes("running") && (
        <Select
          label="Runs"
          value={choice.isByDay ? "day" : "exact"}
          options={times}
          onValue={(value) => set({ isByDay: value === "day" })}
        />
      )}
      {groups.includes("feed") && (
        <Select
          label="What happened appears in the feed"
          value={String(choice.feedDelay)}
          options={delays}
          onValue={(value) => set({ feedDelay: Number(value) })}
        />
      )}
    </>
  )
}

/** Looks at a definition before it is there for others, through a lens that no key has and that is removed again. */
const lookAt = async (definition: LensDefinition): Promise<ReadonlyArray<GroupPreview>> => {
  const name = `draft-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`
  const draft = await adminRequest<Lens>("POST", "/v1/admin/lenses", { ...definition, name, public: false })
  try {
    return await previewsOf(draft)
  } finally {
    await adminRequest("DELETE", `/v1/admin/lenses/${name}`)
  }
}

interface NewLensProps {
  readonly recommended: LensDefinition
  readonly onChange: () => void
}

/** The form for a new lens: what it shows in words, and of the newest records, before it is created. */
export const NewLens = ({ onChange, recommended }: NewLensProps) => {
  const [choice, setChoice] = useState(emptyChoice)
  const [previews, setPreviews] = useState<ReadonlyArray<GroupPreview>>()
  const action = useAction()
  const definition = definitionOf(choice, recommended)
  const problem = problemOf(choice)
  const look = () =>
    void action.run("preview", async () => {
      setPreviews(await lookAt(definition))
      return undefined
    })
  const create = () =>
    void action.run("create", async () => {
      if (problem !== undefined) return problem
      await adminRequest("POST", "/v1/admin/lenses", definition)
      setChoice(emptyChoice)
      setPreviews(undefined)
      onChange()
      return `The lens “${definition.name}” is there. Make a key with it below.`
    })
  const choose = (next: LensChoice) => {
    setChoice(next)
    setPreviews(undefined)
  }
  return (
    <section class="block admin-section" aria-label="New lens">
      <h2>New lens</h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <Choices choice={choice} onChoice={choose} />
        <p class="wide" role="status">
          {wordsOf(definition)[0]}
        </p>
        <div class="buttons wide">
          <button type="button" disabled={action.busy !== undefined} onClick={look}>
            Look at it first
          </button>
          <button type="submit" class="primary" disabled={action.busy !== undefined || problem !== undefined}>
            Create the lens
          </button>
        </div>
        {problem !== undefined && <p class="quiet wide">{problem}</p>}
      </form>
      <ActionOutcome action={action} />
      {previews !== undefined && <Newest previews={previews} />}
    </section>
  )
}
