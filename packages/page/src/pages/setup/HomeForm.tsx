import { useEffect, useId, useRef, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { outdateDocument, root } from "../../router/location.js"
import { type Home, messageOf } from "./model.js"
import { reopened } from "./reopening.js"
import { ZoneNames } from "./zoneNames.js"

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
        <ZoneNames id={`${id}-zones`} />
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
