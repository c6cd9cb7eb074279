import { useEffect, useId, useRef, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { outdateDocument, root } from "../../router/location.js"
import { type Home, messageOf } from "./model.js"

const zones = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : []

/** The host answers again within seconds; with much data it computes every day again first. */
const longestWaitMs = 600_000

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Waits until the host has opened its data again. For a moment it still answers as before. */
const reopened = async (before: Home): Promise<Home> => {
  const end = Date.now() + longestWaitMs
  let failure = new Error("The host has not opened its data again. Its log says why: see Health, or daybook doctor.")
  while (Date.now() < end) {
    await sleep(500)
    try {
      const home = await adminRequest<Home>("GET", "/v1/admin/home")
      if (home.opened_at !== before.opened_at) return home
    } catch (error) {
      // The host may be away for a moment.
      if (error instanceof Error) failure = error
    }
  }
  throw failure
}

interface FormProps {
  readonly home: Home
  readonly onChange: (home: Home) => void
}

/** The home time zone and the units. */
export const HomeForm = ({ home, onChange }: FormProps) => {
  const id = useId()
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  // Who sets up a new home is most likely there. The host may run anywhere.
  const proposal = home.empty && !home.time_zone_fixed ? here : home.time_zone
  const [zone, setZone] = useState(proposal)
  const [units, setUnits] = useState(home.units)
  const [isSaving, setSaving] = useState(false)
  const [status, setStatus] = useState("")
  const [failure, setFailure] = useState(home.problem ?? "")
  const current = useRef(home.time_zone)
  useEffect(() => {
    if (current.current !== home.time_zone) setZone(home.time_zone)
    current.current = home.time_zone
  }, [home.time_zone])
  const save = async () => {
    setSaving(true)
    setFailure("")
    setStatus("The host takes over the change.")
    try {
      const answer = await adminRequest<Home>("PUT", "/v1/admin/home", {
        ...(home.time_zone_fixed ? {} : { time_zone: zone.trim() }),
        ...(home.units_fixed ? {} : { units })
      })
      const next = answer.reopening ? await reopened(answer) : answer
      if (next.units !== home.units) {
        // Documents name the units, and the browser may have this one in its cache.
        await fetch(root, { cache: "reload" }).catch(() => undefined)
        outdateDocument()
      }
      setStatus(next.problem === null ? `Saved: ${next.time_zone}, ${next.units} units.` : "")
      setFailure(next.problem ?? "")
      onChange(next)
    } catch (error) {
      setStatus("")
      setFailure(messageOf(error))
    }
    setSaving(false)
  }
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      <div class="setting">
        <label for={`${id}-zone`}>Home time zone</label>
        <input
          id={`${id}-zone`}
          list={`${id}-zones`}
          autocomplete="off"
          spellcheck={false}
          disabled={home.time_zone_fixed}
          value={zone}
          onInput={(event) => setZone(event.currentTarget.value)}
          aria-describedby={`${id}-zone-note`}
        />
        <datalist id={`${id}-zones`}>
          {zones.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <p class="quiet" id={`${id}-zone-note`}>
          {home.time_zone_fixed ? (
            "DAYBOOK_TIMEZONE sets it in the environment."
          ) : (
            <>
              Days, weeks and years are cut in it.{" "}
              {zone === here &&
                zone !== home.time_zone &&
                `It is that of this browser; the host has ${home.time_zone}. `}
              {zone !== here && (
                <button type="button" class="plain" onClick={() => setZone(here)}>
                  Use {here}
                </button>
              )}
            </>
          )}
        </p>
      </div>
      <fieldset class="setting" disabled={home.units_fixed}>
        <legend>Units</legend>
        {(["metric", "imperial"] as const).map((name) => (
          <label key={name} class="option">
            <input
              type="radio"
              name={`${id}-units`}
              value={name}
              checked={units === name}
              onChange={() => setUnits(name)}
            />
            {name === "metric" ? "Kilometres" : "Miles"}
          </label>
        ))}
        {home.units_fixed && <p class="quiet">DAYBOOK_UNITS sets them in the environment.</p>}
      </fieldset>
      <p>
        <button type="submit" disabled={isSaving || (home.time_zone_fixed && home.units_fixed)}>
          Save
        </button>{" "}
        <span role="status">{status}</span>
      </p>
      <p role="alert">{failure}</p>
    </form>
  )
}
