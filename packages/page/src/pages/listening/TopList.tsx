import { useMemo } from "preact/hooks"
import { useAnswer, type Pending } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Choice, Pager } from "../../parts/lists.js"
import { Picture } from "../../pictures/Picture.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { today } from "../../text/dates.js"
import { count } from "../../text/format.js"
import { type Period, isPeriod, movement, periods, spanBefore } from "./periods.js"

const kinds = [
  ["artists", "Artists"],
  ["albums", "Albums"],
  ["tracks", "Tracks"]
] as const
type Kind = (typeof kinds)[number][0]

const pageSize = 20
/** How many ranks of the time before are compared. */
const compared = 50

interface Item {
  readonly rank: number
  readonly id: number
  readonly album_id?: number | null
}

const addressOf = (kind: Kind, { album_id, id }: Item): string | undefined => {
  if (kind === "artists") return to(`/listening/artists/${id}`)
  if (kind === "albums") return to(`/listening/albums/${id}`)
  return album_id == null ? undefined : to(`/listening/albums/${album_id}`)
}

const Movement = ({ value }: { readonly value: number | "new" | undefined }) => {
  if (value === undefined) return <span class="moved" />
  if (value === "new")
    return (
      <span class="moved fresh">
        new<span class="visually-hidden"> in this list</span>
      </span>
    )
  if (value === 0)
    return (
      <span class="moved">
        <span aria-hidden="true">=</span>
        <span class="visually-hidden">same rank as before</span>
      </span>
    )
  return (
    <span class={value > 0 ? "moved up" : "moved down"}>
      <span aria-hidden="true">
        {value > 0 ? "▲" : "▼"} {Math.abs(value)}
      </span>
      <span class="visually-hidden">
        {value > 0 ? "up" : "down"} {Math.abs(value)}
      </span>
    </span>
  )
}

type Ranks = ReadonlyMap<number, number>

const ranksOf = (outcome: Pending<{ readonly data: ReadonlyArray<Item> }>): Ranks | undefined => {
  if (outcome?._tag === "Empty") return new Map()
  return outcome?._tag === "Success" ? new Map(outcome.value.data.map(({ id, rank }) => [id, rank])) : undefined
}

/** The ranks of the time before, at most 50. Undefined while they are unknown, and for all time. */
const useRanksBefore = (kind: Kind, period: Period): Ranks | undefined => {
  const span = spanBefore(period, today())
  const query = useMemo(() => ({ limit: compared, ...span }), [span?.from, span?.to])
  const answer = useAnswer(`listening/top/${kind}`, query, span === undefined ? "never" : "now")
  return span === undefined ? undefined : ranksOf(answer.outcome)
}

/** Top artists, albums or tracks of a period, with ranks and how they moved. */
export const TopList = () => {
  const [kindText, setKind] = useParameter("top", "artists")
  const [periodText, setPeriod] = useParameter("period", "3month")
  const [page, setPage] = usePageNumber()
  const kind = kinds.find(([one]) => one === kindText)?.[0] ?? "artists"
  const period = isPeriod(periodText) ? periodText : "3month"
  const query = useMemo(() => ({ period, page, limit: pageSize }), [period, page])
  const answer = useAnswer(`listening/top/${kind}`, query)
  const before = useRanksBefore(kind, period)
  return (
    <>
      <div class="controls">
        <Choice label="What" options={kinds} value={kind} onChange={setKind} />
        <Choice label="Period" options={periods} value={period} onChange={setPeriod} />
      </div>
      <Block title={`Top ${kind}`} answer={answer} class="whole" rows={44} nothing="No plays in this period.">
        {({ data, pagination }) => (
          <>
            <ol class="top" start={(pagination.page - 1) * pageSize + 1}>
              {data.map((item) => {
                const href = addressOf(kind, item)
                const moved =
                  before === undefined || item.rank > compared ? undefined : movement(item.rank, before.get(item.id))
                return (
                  <li key={item.id} class="row ranked-row">
                    <span class="rank">{item.rank}</span>
                    <Movement value={moved} />
                    <Picture image={item.image} alt="" initial={item.name} width={44} height={44} />
                    <span class="what">
                      <span class="name" dir="auto">
                        {href === undefined ? item.name : <a href={href}>{item.name}</a>}
                      </span>
                      {item.detail !== "" && (
                        <span class="quiet" dir="auto">
                          {item.detail}
                        </span>
                      )}
                    </span>
                    <span class="figure aside">
                      {count(item.playcount)}
                      <span class="visually-hidden"> plays</span>
                    </span>
                  </li>
                )
              })}
            </ol>
            <Pager pagination={pagination} onPage={setPage} of={kind} />
          </>
        )}
      </Block>
    </>
  )
}
