import { useEffect } from "preact/hooks"
import { adminKey } from "../../admin/key.js"
import { useAnswer } from "../../api/useAnswer.js"
import { navigate, to } from "../../router/location.js"

/** Set once this tab was led to the setup, so that Back leads here. */
const visitName = "daybook.setup"

/** Leads a person who can set up this host to the setup, once. */
const useSetupFirst = () =>
  useEffect(() => {
    if (adminKey() === null || sessionStorage.getItem(visitName) !== null) return
    sessionStorage.setItem(visitName, "led")
    navigate(to("/setup"))
  }, [])

const sources = [
  [
    "Listening",
    "daybook import lastfm scrobbles.csv",
    "DAYBOOK_LASTFM_USERNAME, DAYBOOK_LASTFM_API_KEY, then daybook sync lastfm"
  ],
  ["Running", "daybook import strava export.zip", "daybook connect strava"],
  ["Watching", "daybook import letterboxd letterboxd.zip", "daybook connect plex"],
  ["The shelf", "daybook import discogs collection.csv", "daybook connect trakt"],
  ["Reading", "daybook import instapaper instapaper-export.csv", "daybook connect instapaper"],
  ["Attending", "daybook import calendar calendar.ics", "DAYBOOK_CALENDAR_ICS_URL, then daybook sync calendar"]
] as const

/** Shown while no source has synced and nothing was added by hand. */
export const FirstSteps = () => {
  const { outcome } = useAnswer("health/sync")
  return outcome?._tag === "Success" &&
    Object.values(outcome.value.domains).every(({ status }) => status === "never") ? (
    <StepsWithEmptyFeed />
  ) : null
}

const newest = { limit: 1 }

const StepsWithEmptyFeed = () => (useAnswer("feed", newest).outcome?._tag === "Empty" ? <Steps /> : null)

/** The commands for a first import or connection. */
const Steps = () => {
  useSetupFirst()
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">Nothing is written here yet</h2>
      <p>
        Connect a first source, and this page fills itself. Most services can be imported from an export file, without
        any account settings: drop the file on this page, or <a href={to("/import")}>choose it</a>. A connection to the
        service’s API keeps the data up to date.
      </p>
      <p>
        <a href={to("/setup")}>Set up this Daybook</a> on this page, or with these commands:
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">From an export file</th>
            <th scope="col">Or from the account</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(([domain, file, account]) => (
            <tr key={domain}>
              <th scope="row">{domain}</th>
              <td>
                <code>{file}</code>
              </td>
              <td>
                <code>{account}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        <code>daybook sources</code> lists every source and the settings it needs. <code>daybook doctor</code> finds
        faults and says how to fix them.
      </p>
    </section>
  )
}
