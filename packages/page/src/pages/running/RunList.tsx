import { useMemo } from "preact/hooks"
import { inUnits } from "../../api/availability.js"
import { useAnswer, type When } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Choice, Pager, Row, Select } from "../../parts/lists.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { day } from "../../text/format.js"
import { distanceOf, distanceText, paceTextOf } from "./units.js"

const types = [
  ["", "All"],
  ["race", "Races"],
  ["long_run", "Long runs"],
  ["workout", "Workouts"]
] as const

const sorts = [
  ["date", "Newest"],
  ["distance", "Longest"],
  ["elevation", "Most climbing"],
  ["duration", "Longest time"]
] as const

const words: Readonly<Record<string, string>> = { race: "race", long_run: "long run", workout: "workout" }

/** Every run, with filters. */
export const RunList = ({ when }: { readonly when: When }) => {
  const [type, setType] = useParameter("type")
  const [sort, setSort] = useParameter("sort", "date")
  const [page, setPage] = usePageNumber()
  const query = useMemo(
    () => ({ page, limit: 20, sort, ...(type === "" ? {} : { type }), ...inUnits }),
    [page, sort, type]
  )
  const answer = useAnswer("running/activities", query, when)
  return (
    <div class="whole">
      <div class="controls">
        <Choice label="Kind of run" options={types} value={type} onChange={setType} />
        <Select label="Order" options={sorts} value={sort} onChange={setSort} />
      </div>
      <Block title="Every run" answer={answer} rows={40} nothing="No runs match.">
        {({ data, pagination }) => (
          <>
            <ol class="rows">
              {data.map((run) => (
                <Row
                  key={run.id}
                  initial={run.name}
                  title={<a href={to(`/running/${run.id}`)}>{run.name}</a>}
                  note={[day(run.date), words[run.workout_type], run.city].filter((part) => part != null).join(" · ")}
                  aside={
                    <>
                      {distanceText(distanceOf(run))}
                      <span class="quiet">
                        {" "}
                        {[run.duration, paceTextOf(run)].filter((part) => part != null).join(" · ")}
                      </span>
                    </>
                  }
                />
              ))}
            </ol>
            <Pager pagination={pagination} onPage={setPage} of="runs" />
          </>
        )}
      </Block>
    </div>
  )
}
