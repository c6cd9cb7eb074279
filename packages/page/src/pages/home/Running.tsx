import { useMemo } from "preact/hooks"
import { inUnits, isMetric, useAvailability } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { CumulativeDistance } from "../../charts/CumulativeDistance.js"
import { PaceTrend } from "../../charts/PaceTrend.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"

const twoYears = 2 * 365 * 86_400_000
const connect = (
  <>
    <code>daybook connect strava</code>, or <code>daybook import strava export.zip</code>
  </>
)

const Distance = () => (
  <Block
    title={`${isMetric ? "Kilometres" : "Miles"}, year by year`}
    answer={useAnswer("running/charts/cumulative", inUnits, useAvailability().runs)}
    rows={13}
    nothing={<>No runs yet: {connect}.</>}
  >
    {({ data }) => <CumulativeDistance years={data} />}
  </Block>
)

const Pace = () => {
  const query = useMemo(() => ({ from: new Date(Date.now() - twoYears).toISOString().slice(0, 10), ...inUnits }), [])
  return (
    <Block
      title="Pace, two years"
      answer={useAnswer("running/charts/pace-trend", query, useAvailability().runs)}
      rows={13}
      nothing="No runs in these two years."
    >
      {({ data, window }) => <PaceTrend points={data} window={window} />}
    </Block>
  )
}

export const Running = () => (
  <Domain id="running" title="Running" more="/running">
    <Distance />
    <Pace />
  </Domain>
)
