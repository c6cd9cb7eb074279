import { useMemo, useRef, useState } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { distanceUnit, inUnits, isMetric } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import type { RecordKey } from "../../corrections/correction.js"
import { Curves } from "../../charts/Curves.js"
import { tileSource } from "../../charts/tiles.js"
import { TrackMap } from "../../charts/TrackMap.js"
import { type Position, decodePolyline, distancesAlong } from "../../charts/polyline.js"
import { Block, SiteLink } from "../../parts/Block.js"
import { Detail, Domain, Figure, Head } from "../../parts/Frame.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { count, day, duration, pace } from "../../text/format.js"
import { climbOf, climbText, distanceWord, distanceOf, distanceText, heightUnit, paceOf, paceTextOf } from "./units.js"

type Run = Answers["running/activities/:id"]
type Split = Answers["running/activities/:id/splits"]["data"][number]

const metresPerUnit = isMetric ? 1000 : 1609.344

/** The position on the route in the middle of a split: the route is scaled to the distance of all splits. */
const placeOf = (route: ReadonlyArray<Position>, splits: ReadonlyArray<Split>, point: number): Position | undefined => {
  const along = distancesAlong(route)
  const ends = splits.map((_, index) => splits.slice(0, index + 1).reduce((sum, one) => sum + distanceOf(one), 0))
  const total = (ends.at(-1) ?? 0) * metresPerUnit
  if (route.length === 0 || total === 0) return undefined
  const middle = (ends[point]! - distanceOf(splits[point]!) / 2) * metresPerUnit
  const target = (middle / total) * along.at(-1)!
  const index = along.findIndex((metres) => metres >= target)
  return route[index === -1 ? route.length - 1 : index]
}

const cityOf = ({ city, state }: Run) => [city, state].filter((part) => part !== null).join(", ")

const Figures = ({ run }: { readonly run: Run }) => (
  <dl class="figures">
    <Figure of={distanceWord} value={distanceOf(run).toFixed(2)} />
    <Figure of="moving time" value={run.duration} />
    {paceTextOf(run) !== null && (
      <Figure of="pace" value={paceTextOf(run)!.replace(/\/.*/, "")} note={`per ${distanceUnit}`} />
    )}
    <Figure of="climbed" value={count(climbOf(run))} note={isMetric ? "metres" : "feet"} />
    {run.heartrate_avg !== null && (
      <Figure
        of="heart rate"
        value={count(run.heartrate_avg)}
        note={run.heartrate_max === null ? undefined : `highest ${count(run.heartrate_max)}`}
      />
    )}
    {run.cadence !== null && <Figure of="steps a minute" value={count(run.cadence)} />}
    {run.calories !== null && <Figure of="kilocalories" value={count(run.calories)} />}
  </dl>
)

interface SplitsProps {
  readonly splits: ReadonlyArray<Split>
  readonly onRead: (point: number | undefined) => void
}

const Splits = ({ onRead, splits }: SplitsProps) => (
  <Curves
    label="Pace, heart rate and elevation of each mile"
    points={splits.map(({ split }) => `Mile ${split}`)}
    curves={[
      { name: `Pace, minutes per ${distanceUnit}`, values: splits.map(paceOf), text: pace, inverted: true },
      { name: "Heart rate", values: splits.map(({ heartrate }) => heartrate), text: (value) => count(value) },
      { name: `Climb, ${heightUnit}`, values: splits.map(climbOf), text: (value) => count(value) }
    ]}
    summary={`${splits.length} splits; faster is higher`}
    onRead={onRead}
  />
)

const SplitTable = ({ splits }: { readonly splits: ReadonlyArray<Split> }) => (
  <section class="block" aria-label="Splits">
    <h3>Splits</h3>
    <div class="scroller" tabIndex={0} role="region" aria-label="Table of splits">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Mile</th>
            <th scope="col">Distance</th>
            <th scope="col">Time</th>
            <th scope="col">Pace</th>
            <th scope="col">Heart rate</th>
            <th scope="col">Climb</th>
          </tr>
        </thead>
        <tbody>
          {splits.map((split) => (
            <tr key={split.split}>
              <th scope="row">{split.split}</th>
              <td>{distanceText(distanceOf(split))}</td>
              <td>{duration(split.moving_time_s)}</td>
              <td>{paceTextOf(split) ?? ""}</td>
              <td>{split.heartrate === null ? "" : count(split.heartrate)}</td>
              <td>{climbText(climbOf(split))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

/** Names for a map without tiles. */
const usePlaces = ({ id, polyline }: Run) => {
  const when = polyline === null || tileSource !== undefined ? "never" : "now"
  const { outcome } = useAnswer(
    "running/activities/:id/places",
    useMemo(() => ({ id }), [id]),
    when
  )
  return outcome?._tag === "Success" ? outcome.value.data : []
}

const Course = ({ run }: { readonly run: Run }) => {
  const answer = useAnswer(
    "running/activities/:id/splits",
    useMemo(() => ({ id: run.id, ...inUnits }), [run.id]),
    run.split_count === 0 ? "never" : "now"
  )
  const names = usePlaces(run)
  const route = useMemo(() => (run.polyline === null ? [] : decodePolyline(run.polyline)), [run.polyline])
  const [point, setPoint] = useState<number>()
  const splits = answer.outcome?._tag === "Success" ? answer.outcome.value.data : []
  const here = point === undefined || splits.length === 0 ? undefined : placeOf(route, splits, point)
  return (
    <Domain id="course" title="The course">
      <section class="block" aria-label="Map">
        <h3>Map</h3>
        {route.length === 0 ? (
          <p class="quiet">This run has no track.</p>
        ) : (
          <TrackMap
            label={`Route of ${run.name}${cityOf(run) === "" ? "" : `, ${cityOf(run)}`}`}
            route={route}
            here={here}
            names={names}
          />
        )}
      </section>
      <Block title="Pace, heart rate, climb" answer={answer} rows={16} nothing="This run has no splits.">
        {({ data }) => <Splits splits={data} onRead={setPoint} />}
      </Block>
      {splits.length > 0 && <SplitTable splits={splits} />}
    </Domain>
  )
}

type Reported = Answers["explain/:domain/:type/:id"]["sources"][number]

const reportOf = (one: Reported | undefined): RecordKey | undefined =>
  one === undefined || one.key === null ? undefined : { report: `${one.source}:${one.key}` }

/**
 * What is wrong with a run. Corrections name it by its first report, which only its explanation has. Where it has
 * several reports, the second may be of another run.
 */
const Correct = ({ id }: { readonly id: string }) => {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(
    "explain/:domain/:type/:id",
    useMemo(() => ({ domain: "running", type: "activity", id }), [id]),
    isOpen ? "now" : "never"
  )
  const linked = answer.outcome?._tag === "Success" ? reportOf(answer.outcome.value.sources[1]) : undefined
  return (
    <SomethingWrong
      repair={repairs.activity}
      answer={answer}
      subjectOf={({ sources: [first] }) => reportOf(first)}
      linked={linked}
      onOpen={() => setOpen(true)}
    />
  )
}

/** `/running/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const id = params["id"]!
  const query = useMemo(() => ({ id, ...inUnits }), [id])
  const answer = useAnswer("running/activities/:id", query)
  // A correction may make another run of this one: it can still be undone here.
  const latest = useRef<string | undefined>(undefined)
  if (answer.outcome?._tag === "Success") latest.current = id
  return (
    <>
      <Detail answer={answer} of="run">
        {(run) => (
          <>
            <Head
              title={run.name}
              over={
                <>
                  <a href={to("/running")}>Running</a> · {day(run.date)}
                  {cityOf(run) !== "" && ` · ${cityOf(run)}`}
                  {run.is_race && " · race"}
                </>
              }
            >
              <Figures run={run} />
              {run.gear != null && (
                <p class="quiet">
                  Shoes: <span dir="auto">{run.gear.name}</span>
                </p>
              )}
            </Head>
            <Course run={run} />
            <p class="onward">
              <SiteLink to={run.strava_url}>At Strava</SiteLink>
            </p>
            <Why domain="running" type="activity" id={run.id} />
          </>
        )}
      </Detail>
      {latest.current === id && <Correct key={id} id={id} />}
    </>
  )
}
