import { scaleLinear } from "d3-scale"
import { area, curveMonotoneX, line } from "d3-shape"
import { useAvailability } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { YearOfDays } from "../../charts/YearOfDays.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import { to } from "../../router/location.js"
import { count, quantity, day } from "../../text/format.js"

const width = 120
const height = 28

/** Counts over time without axes. The text next to it describes them. */
const Sparkline = ({ points }: { readonly points: ReadonlyArray<number> }) => {
  const x = scaleLinear([0, Math.max(points.length - 1, 1)], [1, width - 1])
  const y = scaleLinear([0, Math.max(...points, 1)], [height - 2, 2])
  const stroke = line<number>((_, index) => x(index), y).curve(curveMonotoneX)
  const fill = area<number>((_, index) => x(index), height, y).curve(curveMonotoneX)
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={fill(points) ?? ""} />
      <path class="line" d={stroke(points) ?? ""} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

const ListeningYear = () => {
  const answer = useAnswer("listening/calendar", {}, useAvailability().plays)
  return (
    <Block title="The listening year" answer={answer} class="whole" rows={9} nothing="No plays this year yet.">
      {({ days, max_day, total, year }) => (
        <YearOfDays
          year={year}
          days={days}
          summary={`${quantity(total, "play")} in ${year}; most on ${day(max_day.date, "weekday")}: ${count(max_day.count)}`}
        />
      )}
    </Block>
  )
}

const topArtists = { period: "12month", include_sparklines: true, limit: 8 }

const TopArtists = () => {
  const answer = useAnswer("listening/top/artists", topArtists)
  return (
    <Block
      title="Top artists, twelve months"
      answer={answer}
      class="whole"
      rows={17}
      nothing="No artists yet: sync or import plays first."
    >
      {({ data }) => (
        <ol class="artists">
          {data.map(({ genre, id, image, name, playcount, sparkline }) => (
            <li key={id}>
              <Picture image={image} alt="" initial={name} width={56} height={56} />
              <span class="what">
                <span class="name" dir="auto">
                  <a href={to(`/listening/artists/${id}`)}>{name}</a>
                </span>
                {genre !== null && <span class="quiet">{genre}</span>}
              </span>
              {sparkline !== undefined && <Sparkline points={sparkline.points} />}
              <span class="figure">
                {count(playcount)}
                <span class="visually-hidden"> plays</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Block>
  )
}

export const Listening = () => (
  <Domain id="listening" title="Listening" more="/listening">
    <ListeningYear />
    <TopArtists />
  </Domain>
)
